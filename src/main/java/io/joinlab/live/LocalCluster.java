package io.joinlab.live;

import java.io.IOException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;

/**
 * A Flink MiniCluster with one task manager that listens on this machine only and, unlike the one
 * that a local environment starts for each job, has ended with all its files when {@link #close()}
 * returns.
 */
final class LocalCluster implements AutoCloseable {

    private final ScratchDirectory scratch;
    private final MiniCluster cluster;
    private final Runnable closeAtExit = this::remove;

    private LocalCluster(ScratchDirectory scratch, MiniCluster cluster) {
        this.scratch = scratch;
        this.cluster = cluster;
        AtExit.add(closeAtExit);
    }

    /**
     * Starts a cluster.
     *
     * @param slots how parallel its jobs can be
     */
    static LocalCluster start(int slots) throws IOException {
        ScratchDirectory scratch = ScratchDirectory.create("joinlab-flink-");
        Configuration configuration = new Configuration();
        configuration.set(CoreOptions.TMP_DIRS, scratch.path().toString());
        configuration.set(WebOptions.TMP_DIR, scratch.path().toString());
        configuration.set(RestOptions.BIND_ADDRESS, "localhost");
        configuration.set(RestOptions.BIND_PORT, "0");
        LocalCluster local =
                new LocalCluster(
                        scratch,
                        new MiniCluster(
                                new MiniClusterConfiguration.Builder()
                                        .setConfiguration(configuration)
                                        .setNumTaskManagers(1)
                                        .setNumSlotsPerTaskManager(slots)
                                        .build()));
        try {
            local.cluster.start();
            return local;
        } catch (Exception e) {
            local.close();
            throw new LiveException("The local Flink cluster does not start: " + e.getMessage(), e);
        }
    }

    /** An environment for a job. */
    StreamExecutionEnvironment environment(JobSettings settings) {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(StateBackendOptions.STATE_BACKEND, settings.backend().flinkName());
        if (settings.checkpointInterval() != null) {
            configuration.set(
                    CheckpointingOptions.CHECKPOINTING_INTERVAL, settings.checkpointInterval());
            configuration.set(
                    CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                    scratch.resolve("checkpoints").toUri().toString());
        }
        if (settings.restartDelay() == null) {
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
        } else {
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
            configuration.set(
                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS,
                    Integer.MAX_VALUE);
            configuration.set(
                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY,
                    settings.restartDelay());
        }
        StreamExecutionEnvironment environment = new TestStreamEnvironment(cluster, 1);
        environment.configure(configuration);
        return environment;
    }

    /**
     * Takes a checkpoint and returns when it is complete: its barriers have then passed through
     * every operator, behind all that the sources had emitted before.
     */
    void checkpoint(JobID job) {
        cluster.triggerCheckpoint(job, CheckpointType.FULL).join();
    }

    /** Where a job's savepoints may go; they are deleted with the cluster. */
    String savepoints() {
        return scratch.resolve("savepoints").toUri().toString();
    }

    @Override
    public void close() {
        remove();
        AtExit.remove(closeAtExit);
    }

    private synchronized void remove() {
        try (scratch) {
            cluster.close();
        } catch (Exception e) {
            throw new LiveException("The local Flink cluster does not end: " + e.getMessage(), e);
        }
    }
}
