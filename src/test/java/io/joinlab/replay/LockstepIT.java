package io.joinlab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LockstepIT {

    private final ReplayRun run = ReplayRun.open();
    private final StreamExecutionEnvironment env =
            StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(1);

    @AfterEach
    void close() {
        run.close();
    }

    @Test
    void whatAStepCausesHasArrivedWhenTheStepReturns() {
        env.setParallelism(3);
        source("numbers", 1)
                .rebalance()
                .map(twice())
                .keyBy(n -> n)
                .reduce(Integer::sum)
                .sinkTo(run.sink("sums"))
                .setParallelism(1);

        try (Lockstep job = Lockstep.start(env, run, 0)) {
            for (int step = 1; step <= 5; step++) {
                job.step(step);
                job.deliver("numbers", 0, data(7, 100L * step));
                assertThat(run.collected("sums"))
                        .last()
                        .isEqualTo(new Collected.Row<>(step, 0, 14 * step, 100L * step));
            }
        }
        assertThat(run.collected("sums")).hasSize(5);
    }

    /**
     * Both inputs of a coGroup reach its window operator through one valve ({@code
     * StatusWatermarkValve}): an input that comes back from idleness counts again only once its
     * watermark has caught up, so that step 8 fires although the right input is active and has
     * none.
     */
    @Test
    void watermarksAndIdlenessDecideWhenAWindowFires() {
        sumsOfJoinedPairs();

        try (Lockstep job = Lockstep.start(env, run, 0)) {
            job.step(1);
            job.deliver("left", 0, data(1, 0L));
            job.step(2);
            job.deliver("right", 0, data(10, 99L));
            job.step(3);
            job.deliver("left", 0, watermark(99));
            job.step(4);
            job.deliver("right", 0, new ReplayElement.Idle<>());
            job.step(5);
            job.deliver("right", 0, new ReplayElement.Active<>());
            job.step(6);
            job.deliver("left", 0, data(2, 100L));
            job.step(7);
            job.deliver("right", 0, data(20, 100L));
            job.step(8);
            job.deliver("left", 0, watermark(500));
            job.step(9);
            job.deliver("right", 0, new ReplayElement.End<>());
            job.step(10);
            job.deliver("left", 0, new ReplayElement.End<>());
            job.awaitEnd();
        }

        assertThat(run.collected("joined"))
                .containsExactly(
                        new Collected.Row<>(4, 0, 11, 99L),
                        new Collected.Watermark<>(4, 0, 99),
                        new Collected.Row<>(8, 0, 22, 199L),
                        new Collected.Watermark<>(8, 0, 500),
                        new Collected.Watermark<>(10, 0, Long.MAX_VALUE));
    }

    @Test
    void aCrashUndoesEverythingSinceTheSnapshot() {
        source("numbers", 1).keyBy(n -> 0).reduce(Integer::sum).sinkTo(run.sink("sums"));

        try (Lockstep job = Lockstep.start(env, run, 2)) {
            job.step(1);
            job.deliver("numbers", 0, data(1, null));
            job.step(2);
            job.crash();
            assertThat(run.collected("sums")).isEmpty();
            job.step(3);
            job.deliver("numbers", 0, data(10, null));
            job.step(4);
            job.snapshot();
            job.step(5);
            job.deliver("numbers", 0, data(100, null));
            job.step(6);
            job.crash();
            job.step(7);
            job.deliver("numbers", 0, data(1000, null));
        }

        assertThat(run.collected("sums"))
                .containsExactly(
                        new Collected.Row<>(3, 0, 10, null), new Collected.Row<>(7, 0, 1010, null));
    }

    @Test
    void generatedWatermarksFollowTheReplayClock() {
        WatermarkStrategy<Integer> strategy =
                WatermarkStrategy.<Integer>forBoundedOutOfOrderness(Duration.ofMillis(10))
                        .withTimestampAssigner((number, timestamp) -> number)
                        .withIdleness(Duration.ofMillis(500));
        source("numbers", 1)
                .assignTimestampsAndWatermarks(
                        ClockedWatermarkStrategy.onStream(run, strategy, Duration.ofMillis(200)))
                .sinkTo(run.sink("numbers"));

        try (Lockstep job = Lockstep.start(env, run, 0)) {
            job.step(1);
            job.deliver("numbers", 0, data(100, null));
            job.step(2);
            job.advanceClockTo(200);
            job.step(3);
            job.advanceClockTo(201);
            job.step(4);
            job.deliver("numbers", 0, data(50, null));
            job.deliver("numbers", 0, data(300, null));
            job.step(5);
            job.advanceClockTo(401);
            job.step(6);
            job.advanceClockTo(402);
        }

        assertThat(run.collected("numbers"))
                .containsExactly(
                        new Collected.Row<>(1, 0, 100, 100L),
                        new Collected.Watermark<>(3, 0, 89),
                        new Collected.Row<>(4, 0, 50, 50L),
                        new Collected.Row<>(4, 0, 300, 300L),
                        new Collected.Watermark<>(6, 0, 289));
    }

    @Test
    void idlenessFollowsTheReplayClock() {
        env.setParallelism(1);
        DataStream<Integer> silent = source("silent", 1);
        DataStream<Integer> busy = source("busy", 1);
        WatermarkStrategy<Integer> strategy =
                WatermarkStrategy.<Integer>forMonotonousTimestamps()
                        .withTimestampAssigner((number, timestamp) -> number)
                        .withIdleness(Duration.ofMillis(500));
        silent.assignTimestampsAndWatermarks(
                        ClockedWatermarkStrategy.onStream(run, strategy, Duration.ofMillis(200)))
                .union(
                        busy.assignTimestampsAndWatermarks(
                                ClockedWatermarkStrategy.onStream(
                                        run, strategy, Duration.ofMillis(200))))
                .map(twice())
                .sinkTo(run.sink("numbers"));

        try (Lockstep job = Lockstep.start(env, run, 0)) {
            for (int step = 1; step <= 5; step++) {
                job.step(step);
                job.deliver("busy", 0, data(step, null));
                job.advanceClockTo(201L * step);
            }
            job.step(6);
            job.deliver("silent", 0, new ReplayElement.End<>());
            job.step(7);
            job.deliver("busy", 0, data(100, null));
            job.advanceClockTo(2000);
        }

        // Inactivity is first noticed at the first emission, at 201; 500 ms are over at the fourth,
        // at 804. At the same instant "busy" emits 3: whichever comes first, 3 is what counts then.
        assertThat(watermarksAfterEachStep("numbers")).isEqualTo(Map.of(4, 3L, 5, 4L, 7, 99L));
    }

    private Map<Integer, Long> watermarksAfterEachStep(String sink) {
        Map<Integer, Long> watermarks = new TreeMap<>();
        for (Collected<?> arrived : run.collected(sink)) {
            if (arrived instanceof Collected.Watermark<?> watermark) {
                watermarks.put(watermark.step(), watermark.timestamp());
            }
        }
        return watermarks;
    }

    @Test
    void aCrashForgetsWatermarksAsFlinkDoes() {
        sumsOfJoinedPairs();

        try (Lockstep job = Lockstep.start(env, run, 1)) {
            job.step(1);
            job.deliver("left", 0, watermark(1000));
            job.deliver("right", 0, watermark(1000));
            job.step(2);
            job.snapshot();
            job.step(3);
            job.crash();
            job.step(4);
            job.deliver("left", 0, data(1, 0L));
            job.deliver("right", 0, data(10, 0L));
            job.step(5);
            job.deliver("left", 0, watermark(99));
            job.deliver("right", 0, watermark(99));
        }

        assertThat(run.collected("joined"))
                .containsExactly(
                        new Collected.Watermark<>(1, 0, 1000),
                        new Collected.Row<>(5, 0, 11, 99L),
                        new Collected.Watermark<>(5, 0, 99));
    }

    @Test
    void theFunctionsOwnExceptionIsTheCauseOfTheFailure() {
        source("numbers", 1).map(failingAt(3)).sinkTo(run.sink("numbers"));

        try (Lockstep job = Lockstep.start(env, run, 0)) {
            job.step(1);
            job.deliver("numbers", 0, data(2, null));
            job.step(2);
            assertThatThrownBy(() -> job.deliver("numbers", 0, data(3, null)))
                    .isInstanceOf(ReplayException.class)
                    .hasMessage(
                            "the job was FAILED at step 2: java.lang.IllegalArgumentException:"
                                    + " three is one too many")
                    .hasRootCauseInstanceOf(IllegalArgumentException.class)
                    .hasRootCauseMessage("three is one too many");
        }
        assertThat(run.collected("numbers")).containsExactly(new Collected.Row<>(1, 0, 2, null));
    }

    @Test
    void aFailureThatNobodyAskedForIsNotHiddenByTheRestartsForCrashes() {
        source("numbers", 1).map(failingAt(3)).sinkTo(run.sink("numbers"));

        try (Lockstep job = Lockstep.start(env, run, 1)) {
            assertThatThrownBy(() -> job.deliver("numbers", 0, data(3, null)))
                    .isInstanceOf(ReplayException.class)
                    .hasRootCauseMessage("three is one too many");
        }
    }

    @Test
    void anUnknownSourceIsNamedWithTheKnownOnes() {
        sumsOfJoinedPairs();

        try (Lockstep job = Lockstep.start(env, run, 0)) {
            assertThatThrownBy(() -> job.deliver("rihgt", 0, data(3, null)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "the job has no source rihgt with a subtask 0; it has [left[0],"
                                    + " right[0]]");
        }
    }

    @Test
    void eachSubtaskOfAParallelSourceIsFedForItself() {
        source("numbers", 3)
                .map(twice())
                .setParallelism(3)
                .sinkTo(run.sink("numbers"))
                .setParallelism(3);

        try (Lockstep job = Lockstep.start(env, run, 0)) {
            for (int subtask = 2; subtask >= 0; subtask--) {
                job.step(3 - subtask);
                job.deliver("numbers", subtask, data(subtask, 5L));
            }
        }

        assertThat(run.collected("numbers"))
                .isEqualTo(
                        List.of(
                                new Collected.Row<>(1, 2, 4, 5L),
                                new Collected.Row<>(2, 1, 2, 5L),
                                new Collected.Row<>(3, 0, 0, 5L)));
    }

    private void sumsOfJoinedPairs() {
        source("left", 1)
                .join(source("right", 1))
                .where(n -> 0)
                .equalTo(n -> 0)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(100)))
                .apply(Integer::sum, Types.INT)
                .sinkTo(run.sink("joined"));
    }

    private DataStream<Integer> source(String name, int parallelism) {
        return env.fromSource(
                        run.source(name, Types.INT, Boundedness.CONTINUOUS_UNBOUNDED),
                        WatermarkStrategy.noWatermarks(),
                        name)
                .setParallelism(parallelism);
    }

    private static MapFunction<Integer, Integer> twice() {
        return n -> 2 * n;
    }

    private static MapFunction<Integer, Integer> failingAt(int number) {
        return n -> {
            if (n == number) {
                throw new IllegalArgumentException("three is one too many");
            }
            return n;
        };
    }

    private static ReplayElement<Integer> data(int value, Long timestamp) {
        return new ReplayElement.Data<>(value, timestamp);
    }

    private static ReplayElement<Integer> watermark(long timestamp) {
        return new ReplayElement.Watermark<>(timestamp);
    }
}
