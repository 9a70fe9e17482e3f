package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.junit.jupiter.api.Test;

/** One simulation, many jobs: one after the other and at the same time. */
class ManyJobsTest {

    private static Simulation join(int parallelism) {
        StreamExecutionEnvironment env = Pipelines.env(parallelism);
        DataStream<String> left = Pipelines.strings(env, "left");
        Pipelines.sink(
                left.join(Pipelines.strings(env, "right"))
                        .where(value -> value.charAt(0), Types.CHAR)
                        .equalTo(value -> value.charAt(0), Types.CHAR)
                        .window(TumblingEventTimeWindows.of(Duration.ofMillis(100)))
                        .apply((l, r) -> l + r, Types.STRING),
                "out");
        return Simulation.of(env);
    }

    private static List<Object> run(Simulation simulation, String suffix) {
        try (SimulatedJob job = simulation.start()) {
            for (int i = 0; i < 5; i++) {
                job.<String>source("left").send("ab".charAt(i % 2) + "l" + i + suffix, i * 30);
                job.<String>source("right").send("ab".charAt(i % 2) + "r" + i + suffix, i * 30);
            }
            job.source("left").end();
            job.source("right").end();
            return new ArrayList<>(job.sink("out").values());
        }
    }

    @Test
    void eachRunGivesTheSame() {
        Simulation simulation = join(2);
        List<Object> first = run(simulation, "");
        assertThat(first)
                .containsExactlyInAnyOrder(
                        "al0ar0", "al0ar2", "al2ar0", "al2ar2", "bl1br1", "bl1br3", "bl3br1",
                        "bl3br3", "al4ar4");
        for (int i = 0; i < 50; i++) {
            assertThat(run(simulation, "")).isEqualTo(first);
        }
        assertThat(run(join(2), "")).isEqualTo(first);
    }

    @Test
    void jobsOfOneSimulationRunInSeveralThreads() throws Exception {
        Simulation simulation = join(2);
        List<List<Object>> expected =
                IntStream.range(0, 8).mapToObj(i -> run(simulation, "-" + i)).toList();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<List<Object>>> tasks = new ArrayList<>();
            for (int i = 0; i < 80; i++) {
                String suffix = "-" + i % 8;
                tasks.add(() -> run(simulation, suffix));
            }
            List<Future<List<Object>>> results = threads.invokeAll(tasks);
            for (int i = 0; i < 80; i++) {
                assertThat(results.get(i).get()).isEqualTo(expected.get(i % 8));
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
