package io.joinlab.bench;

import io.joinlab.explore.Exploration;
import io.joinlab.explore.ExplorationResult;
import io.joinlab.explore.Schedules;
import io.joinlab.scenario.Datasets;
import io.joinlab.scenario.ScenarioExploration;
import io.joinlab.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Schedules a second of a scenario of 20 events, all of one key, so that none commute. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class ExploreBenchmark {
    private static final int SCHEDULES = 1_000;

    private Exploration exploration;

    /** Reads the scenario and compiles its pipeline. */
    @Setup
    public void prepare() {
        exploration = exploration(Path.of(System.getProperty("joinlab.fixtures")), 10);
    }

    static Exploration exploration(Path fixtures, int eventsOfEachSide) {
        StringBuilder text = new StringBuilder();
        text.append("title: Twenty events of one key\n")
                .append("variant: interval-event-inner\n")
                .append("dataset: teacher-course\n")
                .append("options: {lower: -1s, upper: 1s}\n")
                .append("steps:\n");
        for (int i = 1; i <= eventsOfEachSide; i++) {
            text.append("  - {left: 1, at: %ds}\n".formatted(10 * i));
            text.append("  - {right: 1, at: %dms}\n".formatted(10_000 * i + 500));
        }
        text.append("expect: {}\n");
        return ScenarioExploration.of(
                new ScenarioReader(new Datasets(fixtures))
                        .parse(Path.of("twenty-events.yaml"), text.toString()),
                ScenarioExploration.Settings.PLAIN);
    }

    /** The exhaustive search. */
    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public ExplorationResult all() {
        return checked(exploration.over(Schedules.allSchedules(SCHEDULES)));
    }

    /** Schedules drawn from a seed. */
    @Benchmark
    @OperationsPerInvocation(SCHEDULES)
    public ExplorationResult sampled() {
        return checked(exploration.over(Schedules.sampledSchedules(SCHEDULES, 1)));
    }

    private static ExplorationResult checked(ExplorationResult result) {
        if (result.schedules() != SCHEDULES || result.outcomes().size() != 1) {
            throw new IllegalStateException("not what is measured: " + result);
        }
        return result;
    }
}
