package io.joinlab.live;

import java.io.IOException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;

/**
 * A Flink MiniCluster with one slot that listens on this machine only and, unlike the one that a
 * local environment starts for each job, has ended with all its files when {@link #close()}
 * returns.
 */
final class LocalCluster implements AutoCloseable {

    private final ScratchDirectory scratch;
    private final MiniCluster cluster;
    private final Thread closeAtExit = new Thread(this::remove, "end the local Flink cluster");

    private LocalCluster(ScratchDirectory scratch, MiniCluster cluster) {
        this.scratch = scratch;
        this.cluster = cluster;
        Runtime.getRuntime().addShutdownHook(closeAtExit);
    }

    static LocalCluster start() throws IOException {
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
                                        .setNumSlotsPerTaskManager(1)
                                        .build()));
        try {
            local.cluster.start();
            return local;
        } catch (Exception e) {
            local.close();
            throw new LiveException("The local Flink cluster does not start: " + e.getMessage(), e);
        }
    }

    /** An environment for a job that ends at its first failure. */
    StreamExecutionEnvironment environment() {
        StreamExecutionEnvironment environment = new TestStreamEnvironment(cluster, 1);
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        environment.configure(configuration);
        return environment;
    }

    @Override
    public void close() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(closeAtExit);
        } catch (IllegalStateException e) {
            // The JVM is shutting down: the hook runs, or has run, and finds nothing left to do.
            return;
        }
    }

    private synchronized void remove() {
        try (scratch) {
            cluster.close();
        } catch (Exception e) {
            throw new LiveException("The local Flink cluster does not end: " + e.getMessage(), e);
        }
    }
}
