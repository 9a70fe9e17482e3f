package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

/** Everything that runs on the one clock. */
class ClockTest {

    private static final WatermarkStrategy<Long> VALUE_IS_TIME =
            WatermarkStrategy.<Long>forBoundedOutOfOrderness(Duration.ofMillis(10))
                    .withTimestampAssigner((value, recordTimestamp) -> value);

    @Test
    void aSourceEmitsItsPeriodicWatermarkEvery200Ms() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(Pipelines.source(env, "in", Types.LONG, VALUE_IS_TIME), "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<Long>source("in").send(100L);
            assertThat(job.sink("out").takeNewElements())
                    .containsExactly(new Element.Record(100L, 100L));
            job.advanceClockTo(199);
            assertThat(job.sink("out").takeNewElements()).isEmpty();
            job.advanceClockTo(200);
            assertThat(job.sink("out").takeNewElements())
                    .containsExactly(new Element.Watermark(89));
            job.<Long>source("in").send(300L);
            job.<Long>source("in").send(250L);
            job.advanceClockTo(399);
            assertThat(job.sink("out").takeNewValues()).containsExactly(300L, 250L);
            job.advanceClockTo(400);
            assertThat(job.sink("out").takeNewElements())
                    .containsExactly(new Element.Watermark(289));
        }
    }

    @Test
    void theIntervalOfPeriodicWatermarksIsThePipelines() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        env.getConfig().setAutoWatermarkInterval(1_000);
        Pipelines.sink(Pipelines.source(env, "in", Types.LONG, VALUE_IS_TIME), "out");
        try (SimulatedJob job = Simulation.of(env).withClock(5_000).start()) {
            job.<Long>source("in").send(100L);
            job.advanceClockTo(5_999);
            assertThat(job.sink("out").elements()).hasSize(1);
            job.advanceClockTo(6_000);
            assertThat(job.sink("out").elements()).endsWith(new Element.Watermark(89));
        }
    }

    @Test
    void anOperatorThatAssignsWatermarksRegistersTimersSoItIsOneMillisecondLater() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<Long> in =
                Pipelines.source(env, "in", Types.LONG, WatermarkStrategy.<Long>noWatermarks());
        Pipelines.sink(in.assignTimestampsAndWatermarks(VALUE_IS_TIME), "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<Long>source("in").send(100L);
            job.advanceClockTo(200);
            assertThat(job.sink("out").takeNewElements())
                    .containsExactly(new Element.Record(100L, 100L));
            job.advanceClockTo(201);
            assertThat(job.sink("out").takeNewElements())
                    .containsExactly(new Element.Watermark(89));
            job.<Long>source("in").send(300L).end();
            assertThat(job.sink("out").takeNewElements())
                    .containsExactly(
                            new Element.Record(300L, 300L),
                            new Element.Watermark(Long.MAX_VALUE),
                            new Element.EndOfData());
        }
    }

    @Test
    void aSilentSourceFallsIdleAfterItsTimeout() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.source(
                        env,
                        "in",
                        Types.LONG,
                        VALUE_IS_TIME.withIdleness(Duration.ofMillis(1_000))),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<Long>source("in").send(100L);
            job.advanceClockTo(1_000);
            assertThat(job.sink("out").takeNewElements())
                    .containsExactly(new Element.Record(100L, 100L), new Element.Watermark(89));
            // The timer of idleness starts with the first periodic emit that finds no new event (at
            // 400 ms).
            job.advanceClockTo(1_599);
            assertThat(job.sink("out").takeNewElements()).isEmpty();
            job.advanceClockTo(1_600);
            assertThat(job.sink("out").takeNewElements()).containsExactly(new Element.Idle());
            job.<Long>source("in").send(200L);
            job.advanceClockTo(1_800);
            assertThat(job.sink("out").takeNewElements())
                    .containsExactly(
                            new Element.Record(200L, 200L),
                            new Element.Active(),
                            new Element.Watermark(189));
        }
    }

    @Test
    void aProcessingTimeWindowTakesAllOfItsLastMillisecond() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .keyBy(value -> 'k', Types.CHAR)
                        .window(TumblingProcessingTimeWindows.of(Duration.ofMillis(3_000)))
                        .reduce((a, b) -> a + b),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in").send("a");
            job.advanceClockTo(2_999);
            job.<String>source("in").send("b");
            assertThat(job.sink("out").values()).isEmpty();
            job.advanceClockTo(3_000);
            assertThat(job.<String>sink("out").records())
                    .containsExactly(new SinkRecord<>("ab", 2_999L, 0));
            job.<String>source("in").send("c");
            job.advanceClockTo(6_000);
            assertThat(job.sink("out").values()).containsExactly("ab", "c");
        }
    }

    /** Registers a timer for clock + delay per element; emits what it knows when it fires. */
    private static final class Delay extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private final String name;
        private final long delay;

        Delay(String name, long delay) {
            this.name = name;
            this.delay = delay;
        }

        @Override
        public void processElement(String value, Context context, Collector<String> out) {
            context.timerService()
                    .registerProcessingTimeTimer(
                            context.timerService().currentProcessingTime() + delay);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            out.collect(
                    "%s%s for %d at %d"
                            .formatted(
                                    name,
                                    context.getCurrentKey(),
                                    timestamp,
                                    context.timerService().currentProcessingTime()));
        }
    }

    private static Simulation twoDelays() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<String> in = Pipelines.strings(env, "in");
        DataStream<String> slow =
                in.keyBy(value -> value, Types.STRING).process(new Delay("slow-", 70));
        DataStream<String> fast =
                in.keyBy(value -> value, Types.STRING).process(new Delay("fast-", 30));
        Pipelines.sink(slow.union(fast), "out");
        return Simulation.of(env);
    }

    @Test
    void timersFireInTheOrderOfTimeOverAllOperatorsEachAtItsOwnTime() {
        try (SimulatedJob job = twoDelays().start()) {
            job.<String>source("in").send("a");
            job.advanceClockTo(20);
            job.<String>source("in").send("b");
            assertThat(job.nextTimer()).hasValue(31);
            job.advanceClockTo(1_000);

            assertThat(job.sink("out").values())
                    .containsExactly(
                            "fast-a for 30 at 31",
                            "fast-b for 50 at 51",
                            "slow-a for 70 at 71",
                            "slow-b for 90 at 91");
            assertThat(job.clock()).isEqualTo(1_000);
        }
    }

    @Test
    void inAManualJobDueTimersAreChoicesOneForEachTask() {
        try (SimulatedJob job = twoDelays().withScheduler(Schedulers.manual()).start()) {
            job.<String>source("in").send("a").send("b");
            job.drain();
            job.advanceClockTo(100);
            List<Choice> timers = job.choices();
            assertThat(timers).hasSize(2).allMatch(choice -> choice instanceof Choice.FireTimer);

            job.take(timers.get(0));
            // Delivered later: first the other task's timer.
            job.take(timers.get(1));
            job.drain();

            assertThat(job.sink("out").values())
                    .containsExactly(
                            "slow-a for 70 at 100",
                            "slow-b for 70 at 100",
                            "fast-a for 30 at 100",
                            "fast-b for 30 at 100");
        }
    }

    @Test
    void stateExpiresOnTheVirtualClock() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .keyBy(value -> 'k', Types.CHAR)
                        .process(new Previous()),
                "out");
        try (SimulatedJob job = Simulation.of(env).withClock(10_000).start()) {
            job.<String>source("in").send("a");
            job.advanceClockBy(Duration.ofMillis(999));
            job.<String>source("in").send("b");
            job.advanceClockBy(Duration.ofMillis(1_000));
            job.<String>source("in").send("c");

            assertThat(job.sink("out").values()).containsExactly("null-a", "a-b", "null-c");
        }
    }

    private static final class Previous extends KeyedProcessFunction<Character, String, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<String> previous;

        @Override
        public void open(OpenContext context) {
            ValueStateDescriptor<String> descriptor =
                    new ValueStateDescriptor<>("previous", Types.STRING);
            descriptor.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofSeconds(1)).build());
            previous = getRuntimeContext().getState(descriptor);
        }

        @Override
        public void processElement(String value, Context context, Collector<String> out)
                throws Exception {
            out.collect(previous.value() + "-" + value);
            previous.update(value);
        }
    }

    @Test
    void timersOfAnEndedTaskDoNotFire() {
        try (SimulatedJob job = twoDelays().start()) {
            job.<String>source("in").send("a").end();
            job.advanceClockTo(1_000);

            assertThat(job.sink("out").values()).isEmpty();
            assertThat(job.nextTimer()).isEmpty();
        }
    }

    @Test
    void theListenerSeesTimers() {
        List<String> fired = new ArrayList<>();
        SimulationListener listener =
                new SimulationListener() {
                    @Override
                    public void timerFired(TaskId task, String operator, long timestamp) {
                        fired.add(operator + " " + timestamp);
                    }
                };
        try (SimulatedJob job = twoDelays().withListener(listener).start()) {
            job.<String>source("in").send("a");
            job.advanceClockTo(200);

            assertThat(fired)
                    .containsExactly("KeyedProcess 30", "KeyedProcess 70", "Source: in 200");
        }
    }
}
