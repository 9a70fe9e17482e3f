package io.joinlab.sim;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.CheckpointMetaData;
import org.apache.flink.runtime.checkpoint.CheckpointMetrics;
import org.apache.flink.runtime.checkpoint.InflightDataRescalingDescriptor;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.PrioritizedOperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SubTaskInitializationMetrics;
import org.apache.flink.runtime.checkpoint.TaskStateSnapshot;
import org.apache.flink.runtime.checkpoint.channel.SequentialChannelStateReader;
import org.apache.flink.runtime.checkpoint.filemerging.FileMergingSnapshotManager;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.LocalRecoveryConfig;
import org.apache.flink.runtime.state.TaskStateManager;
import org.apache.flink.runtime.state.changelog.ChangelogStateHandle;
import org.apache.flink.runtime.state.changelog.StateChangelogStorage;
import org.apache.flink.runtime.state.changelog.StateChangelogStorageView;

/** Gives operators the state of the checkpoint from which the job was restored, if any. */
final class HostStateManager implements TaskStateManager {

    static final HostStateManager NOT_RESTORED = new HostStateManager(null, Map.of());

    private final @Nullable Long checkpointId;
    private final Map<OperatorID, OperatorSubtaskState> restored;

    HostStateManager(@Nullable Long checkpointId, Map<OperatorID, OperatorSubtaskState> restored) {
        this.checkpointId = checkpointId;
        this.restored = restored;
    }

    @Override
    public PrioritizedOperatorSubtaskState prioritizedOperatorState(OperatorID operatorId) {
        if (checkpointId == null) {
            return PrioritizedOperatorSubtaskState.emptyNotRestored();
        }
        OperatorSubtaskState state = restored.get(operatorId);
        return state == null
                ? PrioritizedOperatorSubtaskState.empty(checkpointId)
                : new PrioritizedOperatorSubtaskState.Builder(state, List.of(), checkpointId)
                        .build();
    }

    @Override
    public Optional<Long> getRestoreCheckpointId() {
        return Optional.ofNullable(checkpointId);
    }

    @Override
    public Optional<OperatorSubtaskState> getSubtaskJobManagerRestoredState(OperatorID operatorId) {
        return Optional.ofNullable(restored.get(operatorId));
    }

    @Override
    public boolean isTaskDeployedAsFinished() {
        return false;
    }

    @Override
    public LocalRecoveryConfig createLocalRecoveryConfig() {
        return LocalRecoveryConfig.BACKUP_AND_RECOVERY_DISABLED;
    }

    @Override
    public SequentialChannelStateReader getSequentialChannelStateReader() {
        return SequentialChannelStateReader.NO_OP;
    }

    @Override
    public InflightDataRescalingDescriptor getInputRescalingDescriptor() {
        return InflightDataRescalingDescriptor.NO_RESCALE;
    }

    @Override
    public InflightDataRescalingDescriptor getOutputRescalingDescriptor() {
        return InflightDataRescalingDescriptor.NO_RESCALE;
    }

    @Override
    public @Nullable StateChangelogStorage<?> getStateChangelogStorage() {
        return null;
    }

    @Override
    public @Nullable StateChangelogStorageView<?> getStateChangelogStorageView(
            Configuration configuration, ChangelogStateHandle changelogStateHandle) {
        return null;
    }

    @Override
    public @Nullable FileMergingSnapshotManager getFileMergingSnapshotManager() {
        return null;
    }

    @Override
    public void reportInitializationMetrics(SubTaskInitializationMetrics metrics) {}

    @Override
    public void reportTaskStateSnapshots(
            CheckpointMetaData metaData,
            CheckpointMetrics metrics,
            @Nullable TaskStateSnapshot acknowledged,
            @Nullable TaskStateSnapshot local) {}

    @Override
    public void reportIncompleteTaskStateSnapshots(
            CheckpointMetaData metaData, CheckpointMetrics metrics) {}

    @Override
    public void notifyCheckpointComplete(long checkpointId) {}

    @Override
    public void notifyCheckpointAborted(long checkpointId) {}

    @Override
    public void close() {}
}
