package io.joinlab.bench;

import io.joinlab.join.SideEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Events a second through an inner interval join: the simulator and Kafka's TopologyTestDriver. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 3)
@Measurement(iterations = 5, time = 3)
public class IntervalJoinBenchmark {
    private static final int EVENTS = 20_000;
    private static final int KEYS = 1_000;
    private static final Duration BOUND = Duration.ofSeconds(5);

    private final List<SideEvent> events = ChangeEvents.alternating(EVENTS, KEYS, 10);

    /** In the simulator. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long simulator() {
        return checked(SimulatedIntervalJoin.run(events, BOUND));
    }

    /** In the TopologyTestDriver. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long topologyTestDriver() {
        return checked(KafkaIntervalJoin.run(events, BOUND));
    }

    /** Each product meets the one order that follows it; the next of its key is 20 s away. */
    private static long checked(long joined) {
        if (joined != EVENTS / 2) {
            throw new IllegalStateException(
                    "expected " + EVENTS / 2 + " joined rows, got " + joined);
        }
        return joined;
    }
}
