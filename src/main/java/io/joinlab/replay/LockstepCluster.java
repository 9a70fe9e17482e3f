package io.joinlab.replay;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/**
 * The one Flink MiniCluster of this JVM: started when first asked for, used by all jobs after one
 * another, closed when the JVM ends.
 */
final class LockstepCluster {

    /**
     * More than any job here asks for: slots are shared, so a job takes as many as its highest
     * parallelism.
     */
    private static final int SLOTS = 8;

    private static MiniCluster shared;

    private LockstepCluster() {}

    static synchronized MiniCluster shared() {
        if (shared == null) {
            shared = start();
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(LockstepCluster::close, "lockstep-cluster-close"));
        }
        return shared;
    }

    private static MiniCluster start() {
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(RestOptions.BIND_ADDRESS, "localhost");
        MiniCluster cluster =
                new MiniCluster(
                        new MiniClusterConfiguration.Builder()
                                .setConfiguration(configuration)
                                .setNumTaskManagers(1)
                                .setNumSlotsPerTaskManager(SLOTS)
                                .build());
        try {
            cluster.start();
        } catch (Exception e) {
            throw new ReplayException("the Flink MiniCluster does not start: " + e.getMessage(), e);
        }
        return cluster;
    }

    private static void close() {
        try {
            shared.closeAsync().get(10, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            System.err.println("the Flink MiniCluster did not close cleanly: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
