package io.joinlab.sim;

import java.util.Map;
import java.util.concurrent.Future;
import javax.annotation.Nullable;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobInfo;
import org.apache.flink.api.common.JobInfoImpl;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.accumulators.AccumulatorRegistry;
import org.apache.flink.runtime.broadcast.BroadcastVariableManager;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointMetrics;
import org.apache.flink.runtime.checkpoint.TaskStateSnapshot;
import org.apache.flink.runtime.checkpoint.channel.ChannelStateWriteRequestExecutorFactory;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.externalresource.ExternalResourceInfoProvider;
import org.apache.flink.runtime.io.disk.iomanager.IOManager;
import org.apache.flink.runtime.io.network.TaskEventDispatcher;
import org.apache.flink.runtime.io.network.api.writer.ResultPartitionWriter;
import org.apache.flink.runtime.io.network.partition.consumer.IndexedInputGate;
import org.apache.flink.runtime.jobgraph.JobType;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.jobgraph.tasks.InputSplitProvider;
import org.apache.flink.runtime.jobgraph.tasks.TaskOperatorEventGateway;
import org.apache.flink.runtime.memory.MemoryManager;
import org.apache.flink.runtime.memory.SharedResources;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups;
import org.apache.flink.runtime.query.KvStateRegistry;
import org.apache.flink.runtime.query.TaskKvStateRegistry;
import org.apache.flink.runtime.state.TaskStateManager;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;
import org.apache.flink.runtime.taskmanager.TaskManagerActions;
import org.apache.flink.runtime.taskmanager.TaskManagerRuntimeInfo;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;

/**
 * The environment of one simulated task. It has everything that operators read and nothing that
 * only the network stack or a cluster needs; Flink's {@code MockEnvironment} makes memory and I/O
 * managers for each task. A host is made once and attached to the tasks of many jobs; while it is
 * made, its {@code StreamTask} must not see a job's settings (such as a state backend to load).
 */
final class HostEnvironment implements Environment {

    private static final TaskManagerRuntimeInfo TASK_MANAGER = new HostTaskManager();
    private static final TaskInfo UNATTACHED_TASK = new TaskInfoImpl("simulation", 1, 0, 1, 0);
    private static final ExecutionConfig UNATTACHED_EXECUTION = new ExecutionConfig();
    private static final UserCodeClassLoader UNATTACHED_CLASS_LOADER =
            SimpleUserCodeClassLoader.create(HostEnvironment.class.getClassLoader());
    private static final JobID JOB = new JobID(0, 1);
    private static final ExecutionAttemptID ATTEMPT = ExecutionAttemptID.randomId();
    private static final TaskKvStateRegistry KV_STATES =
            new KvStateRegistry().createTaskRegistry(JOB, ATTEMPT.getJobVertexId());

    private final TaskMetricGroup metrics =
            UnregisteredMetricGroups.createUnregisteredTaskMetricGroup();
    private final Configuration taskConfiguration = new Configuration();

    private @Nullable Attachment attached;

    /** What changes from job to job. */
    private record Attachment(
            Plan plan,
            SimulatedTask task,
            JobInfo jobInfo,
            TaskInfo taskInfo,
            TaskStateManager stateManager,
            AccumulatorRegistry accumulators) {}

    void attach(SimulatedTask task, TaskStateManager stateManager) {
        Plan plan = task.plan();
        VertexPlan vertex = task.vertex();
        attached =
                new Attachment(
                        plan,
                        task,
                        new JobInfoImpl(JOB, plan.jobName()),
                        new TaskInfoImpl(
                                vertex.name,
                                vertex.maxParallelism,
                                task.id().subtask(),
                                vertex.parallelism,
                                0),
                        stateManager,
                        new AccumulatorRegistry(JOB, ATTEMPT));
    }

    void detach() {
        attached = null;
    }

    SimulatedTask task() {
        return attached.task();
    }

    @Override
    public ExecutionConfig getExecutionConfig() {
        return attached == null ? UNATTACHED_EXECUTION : attached.plan().executionConfig();
    }

    @Override
    public JobID getJobID() {
        return JOB;
    }

    @Override
    public JobType getJobType() {
        return JobType.STREAMING;
    }

    @Override
    public JobVertexID getJobVertexId() {
        return ATTEMPT.getJobVertexId();
    }

    @Override
    public ExecutionAttemptID getExecutionId() {
        return ATTEMPT;
    }

    @Override
    public Configuration getTaskConfiguration() {
        return taskConfiguration;
    }

    @Override
    public TaskManagerRuntimeInfo getTaskManagerInfo() {
        return TASK_MANAGER;
    }

    @Override
    public TaskMetricGroup getMetricGroup() {
        return metrics;
    }

    @Override
    public Configuration getJobConfiguration() {
        return attached == null ? taskConfiguration : attached.plan().jobConfiguration();
    }

    @Override
    public JobInfo getJobInfo() {
        return attached.jobInfo();
    }

    @Override
    public TaskInfo getTaskInfo() {
        return attached == null ? UNATTACHED_TASK : attached.taskInfo();
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
        return attached == null ? UNATTACHED_CLASS_LOADER : attached.plan().classLoader();
    }

    @Override
    public TaskStateManager getTaskStateManager() {
        return attached == null ? HostStateManager.NOT_RESTORED : attached.stateManager();
    }

    @Override
    public AccumulatorRegistry getAccumulatorRegistry() {
        return attached.accumulators();
    }

    @Override
    public TaskKvStateRegistry getTaskKvStateRegistry() {
        return KV_STATES;
    }

    @Override
    public ExternalResourceInfoProvider getExternalResourceInfoProvider() {
        return ExternalResourceInfoProvider.NO_EXTERNAL_RESOURCES;
    }

    @Override
    public Map<String, Future<Path>> getDistributedCacheEntries() {
        return Map.of();
    }

    @Override
    public MemoryManager getMemoryManager() {
        return attached.plan().memoryManager().get();
    }

    @Override
    public void failExternally(Throwable cause) {
        Attachment current = attached;
        if (current != null) {
            current.task().failExternally(cause);
        }
    }

    @Override
    public IndexedInputGate[] getAllInputGates() {
        return new IndexedInputGate[0];
    }

    @Override
    public ResultPartitionWriter[] getAllWriters() {
        return new ResultPartitionWriter[0];
    }

    @Override
    public IOManager getIOManager() {
        throw unsupported("an I/O manager: operators that spill to disk can't be hosted");
    }

    @Override
    public SharedResources getSharedResources() {
        throw unsupported("resources shared by a task manager's slots");
    }

    @Override
    public BroadcastVariableManager getBroadcastVariableManager() {
        throw unsupported("broadcast variables of the DataSet API");
    }

    @Override
    public GlobalAggregateManager getGlobalAggregateManager() {
        throw unsupported("global aggregates");
    }

    @Override
    public InputSplitProvider getInputSplitProvider() {
        throw unsupported("input splits");
    }

    @Override
    public TaskOperatorEventGateway getOperatorCoordinatorEventGateway() {
        throw unsupported("operator coordinators");
    }

    @Override
    public ResultPartitionWriter getWriter(int index) {
        throw unsupported("a network stack");
    }

    @Override
    public IndexedInputGate getInputGate(int index) {
        throw unsupported("a network stack");
    }

    @Override
    public TaskEventDispatcher getTaskEventDispatcher() {
        throw unsupported("a network stack");
    }

    @Override
    public TaskManagerActions getTaskManagerActions() {
        throw unsupported("a task manager");
    }

    @Override
    public ChannelStateWriteRequestExecutorFactory getChannelStateExecutorFactory() {
        throw unsupported("unaligned checkpoints");
    }

    @Override
    public void acknowledgeCheckpoint(long checkpointId, CheckpointMetrics metrics) {
        throw unsupported("a checkpoint coordinator");
    }

    @Override
    public void acknowledgeCheckpoint(
            long checkpointId, CheckpointMetrics metrics, TaskStateSnapshot state) {
        throw unsupported("a checkpoint coordinator");
    }

    @Override
    public void declineCheckpoint(long checkpointId, CheckpointException exception) {
        throw unsupported("a checkpoint coordinator");
    }

    private static UnsupportedOperationException unsupported(String what) {
        return new UnsupportedOperationException("The simulator has no part that provides " + what);
    }
}
