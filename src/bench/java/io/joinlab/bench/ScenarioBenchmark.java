package io.joinlab.bench;

import io.joinlab.scenario.Outcome;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One scenario of 20 events with a full set-up, in the simulator and on a warm MiniCluster. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 3)
@Measurement(iterations = 5, time = 3)
public class ScenarioBenchmark {
    private TwentyEvents scenario;

    /** Reads the scenario. */
    @Setup
    public void read() {
        scenario = new TwentyEvents(Path.of(System.getProperty("joinlab.fixtures")));
    }

    /** Compile the pipeline, start a job, deliver the events, read the outcome. */
    @Benchmark
    public Outcome simulator() {
        return scenario.simulate();
    }

    /** Compile the pipeline, submit it, run it to its end. */
    @Benchmark
    public void miniCluster(WarmCluster warm) throws Exception {
        scenario.runOn(warm.cluster);
    }

    /** A MiniCluster that is started once. */
    @State(Scope.Benchmark)
    public static class WarmCluster {
        private MiniCluster cluster;

        /** Starts it. */
        @Setup
        public void start() throws Exception {
            cluster = TwentyEvents.startCluster();
        }

        /** Closes it. */
        @TearDown
        public void close() throws Exception {
            cluster.close();
        }
    }
}
