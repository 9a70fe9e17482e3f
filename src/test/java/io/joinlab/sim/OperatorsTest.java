package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.async.AsyncFunction;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.co.BroadcastProcessFunction;
import org.apache.flink.streaming.api.functions.co.CoProcessFunction;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InputSelectable;
import org.apache.flink.streaming.api.operators.InputSelection;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

/** One pipeline of each kind of operator. */
class OperatorsTest {

    private static final WatermarkStrategy<String> OWN_WATERMARKS =
            WatermarkStrategy.noWatermarks();

    private static DataStream<String> timed(StreamExecutionEnvironment env, String name) {
        return Pipelines.source(env, name, Types.STRING, OWN_WATERMARKS);
    }

    @Test
    void mapFilterFlatMap() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .filter(value -> !value.isEmpty())
                        .flatMap(
                                (String value, Collector<String> out) ->
                                        value.chars()
                                                .forEach(c -> out.collect(Character.toString(c))))
                        .returns(Types.STRING)
                        .map(String::toUpperCase)
                        .returns(Types.STRING),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in").send("ab").send("").send("c");
            assertThat(job.sink("out").values()).containsExactly("A", "B", "C");
        }
    }

    @Test
    void reduce() {
        StreamExecutionEnvironment env = Pipelines.env(2);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .keyBy(value -> value.charAt(0), Types.CHAR)
                        .reduce((a, b) -> a + b),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in").send("a1").send("b1").send("a2");
            assertThat(job.sink("out").values()).containsExactly("a1", "b1", "a1a2");
        }
    }

    @Test
    void windowWithLateData() {
        OutputTag<String> late = new OutputTag<>("late", Types.STRING);
        StreamExecutionEnvironment env = Pipelines.env(1);
        SingleOutputStreamOperator<String> windowed =
                timed(env, "in")
                        .keyBy(value -> 'k', Types.CHAR)
                        .window(TumblingEventTimeWindows.of(Duration.ofMillis(100)))
                        .sideOutputLateData(late)
                        .reduce((a, b) -> a + b);
        Pipelines.sink(windowed, "out");
        Pipelines.sink(windowed.getSideOutput(late), "late");
        try (SimulatedJob job = Simulation.of(env).start()) {
            SimulatedSource<String> in = job.source("in");
            in.send("a", 0).send("b", 99).watermark(98);
            assertThat(job.sink("out").values()).isEmpty();
            in.watermark(99).send("c", 50).send("d", 100);
            assertThat(job.<String>sink("out").records())
                    .containsExactly(new SinkRecord<>("ab", 99L, 0));
            assertThat(job.<String>sink("late").records())
                    .containsExactly(new SinkRecord<>("c", 50L, 0));
            in.end();
            assertThat(job.sink("out").values()).containsExactly("ab", "d");
        }
    }

    @Test
    void sessionWindow() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                timed(env, "in")
                        .keyBy(value -> 'k', Types.CHAR)
                        .window(EventTimeSessionWindows.withGap(Duration.ofMillis(10)))
                        .reduce((a, b) -> a + b),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in")
                    .send("a", 0)
                    .send("a", 15)
                    .send("a", 8)
                    .send("b", 40)
                    .watermark(24);
            assertThat(job.<String>sink("out").records())
                    .containsExactly(new SinkRecord<>("aaa", 24L, 0));
        }
    }

    @Test
    void coGroup() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                timed(env, "left")
                        .coGroup(timed(env, "right"))
                        .where(value -> value.charAt(0), Types.CHAR)
                        .equalTo(value -> value.charAt(0), Types.CHAR)
                        .window(TumblingEventTimeWindows.of(Duration.ofMillis(100)))
                        .apply(
                                (lefts, rights, out) -> out.collect(lefts + "+" + rights),
                                Types.STRING),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("left").send("a1", 1).send("a2", 2).send("b1", 3);
            job.<String>source("right").send("a3", 4).send("c1", 105);
            job.source("left").watermark(200);
            job.source("right").watermark(99);
            assertThat(job.<String>sink("out").values())
                    .containsExactlyInAnyOrder("[a1, a2]+[a3]", "[b1]+[]");
            job.source("right").end();
            assertThat(job.<String>sink("out").values()).hasSize(3).endsWith("[]+[c1]");
        }
    }

    @Test
    void intervalJoinWithLateData() {
        OutputTag<String> late = new OutputTag<>("late", Types.STRING);
        StreamExecutionEnvironment env = Pipelines.env(1);
        SingleOutputStreamOperator<String> joined =
                timed(env, "left")
                        .keyBy(value -> 'k', Types.CHAR)
                        .intervalJoin(timed(env, "right").keyBy(value -> 'k', Types.CHAR))
                        .between(Duration.ofMillis(-5), Duration.ofMillis(5))
                        .sideOutputLeftLateData(late)
                        .process(new Pair());
        Pipelines.sink(joined, "out");
        Pipelines.sink(joined.getSideOutput(late), "late");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("left").send("a", 10);
            job.<String>source("right").send("x", 5).send("y", 15).send("z", 16);
            assertThat(job.<String>sink("out").records())
                    .containsExactly(
                            new SinkRecord<>("ax", 10L, 0), new SinkRecord<>("ay", 15L, 0));
            job.source("left").watermark(20);
            job.source("right").watermark(20);
            job.<String>source("left").send("late", 19).send("b", 21);
            assertThat(job.sink("late").values()).containsExactly("late");
            assertThat(job.sink("out").values()).containsExactly("ax", "ay", "bz");
        }
    }

    private static final class Pair extends ProcessJoinFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                String left, String right, Context context, Collector<String> out) {
            out.collect(left + right);
        }
    }

    @Test
    void connectAndCoProcess() {
        StreamExecutionEnvironment env = Pipelines.env(3);
        Pipelines.sink(
                timed(env, "left")
                        .connect(timed(env, "right"))
                        .keyBy(value -> value.charAt(0), value -> value.charAt(0), Types.CHAR)
                        .process(new Timed()),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("left").subtask(2).send("a", 1);
            job.<String>source("right").subtask(1).send("b", 2);
            job.source("left").watermark(50);
            job.source("right").watermark(50);
            assertThat(job.<String>sink("out").values())
                    .startsWith("1:a", "2:b")
                    .contains("timer 50 a", "timer 50 b");
        }
    }

    private static final class Timed extends CoProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private transient String last;

        @Override
        public void processElement1(String value, Context context, Collector<String> out) {
            out.collect("1:" + value);
            last = value;
            context.timerService().registerEventTimeTimer(50);
        }

        @Override
        public void processElement2(String value, Context context, Collector<String> out) {
            out.collect("2:" + value);
            last = value;
            context.timerService().registerEventTimeTimer(50);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            out.collect("timer " + timestamp + " " + last);
        }
    }

    @Test
    void broadcastState() {
        MapStateDescriptor<String, String> rules =
                new MapStateDescriptor<>("rules", Types.STRING, Types.STRING);
        StreamExecutionEnvironment env = Pipelines.env(2);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .connect(Pipelines.strings(env, "rules").broadcast(rules))
                        .process(new Apply(rules)),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("rules").subtask(1).send("red");
            job.<String>source("in").subtask(0).send("a");
            job.<String>source("in").subtask(1).send("b");
            assertThat(job.sink("out").values()).containsExactly("a is red", "b is red");
        }
    }

    private static final class Apply extends BroadcastProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private final MapStateDescriptor<String, String> rules;

        Apply(MapStateDescriptor<String, String> rules) {
            this.rules = rules;
        }

        @Override
        public void processElement(String value, ReadOnlyContext context, Collector<String> out)
                throws Exception {
            out.collect(value + " is " + context.getBroadcastState(rules).get("rule"));
        }

        @Override
        public void processBroadcastElement(String rule, Context context, Collector<String> out)
                throws Exception {
            context.getBroadcastState(rules).put("rule", rule);
        }
    }

    /** Keeps requests until the test answers them. */
    private static final class Ask implements AsyncFunction<String, String> {
        private static final long serialVersionUID = 1L;
        private static final ThreadLocal<Deque<Runnable>> PENDING =
                ThreadLocal.withInitial(ArrayDeque::new);

        @Override
        public void asyncInvoke(String input, ResultFuture<String> result) {
            PENDING.get().add(() -> result.complete(List.of(input + "!")));
        }

        @Override
        public void timeout(String input, ResultFuture<String> result) {
            result.complete(List.of(input + " timed out"));
        }
    }

    private static Simulation asking(boolean ordered, int capacity) {
        Ask.PENDING.get().clear();
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<String> in = Pipelines.strings(env, "in");
        Pipelines.sink(
                ordered
                        ? AsyncDataStream.orderedWait(
                                in, new Ask(), 1_000, TimeUnit.MILLISECONDS, capacity)
                        : AsyncDataStream.unorderedWait(
                                in, new Ask(), 1_000, TimeUnit.MILLISECONDS, capacity),
                "out");
        return Simulation.of(env);
    }

    @Test
    void anAsyncResultIsAMail() {
        try (SimulatedJob job = asking(false, 10).start()) {
            job.<String>source("in").send("a").send("b");
            Ask.PENDING.get().removeLast().run();
            assertThat(job.sink("out").values()).isEmpty();
            job.drain();
            assertThat(job.sink("out").values()).containsExactly("b!");
            Ask.PENDING.get().removeLast().run();
            job.drain();
            assertThat(job.sink("out").values()).containsExactly("b!", "a!");
        }
    }

    @Test
    void orderedAsyncResultsWaitForEachOther() {
        try (SimulatedJob job = asking(true, 10).start()) {
            job.<String>source("in").send("a").send("b");
            Ask.PENDING.get().removeLast().run();
            job.drain();
            assertThat(job.sink("out").values()).isEmpty();
            Ask.PENDING.get().removeLast().run();
            job.drain();
            assertThat(job.sink("out").values()).containsExactly("a!", "b!");
        }
    }

    @Test
    void anAsyncRequestTimesOutOnTheVirtualClock() {
        try (SimulatedJob job = asking(true, 10).start()) {
            job.<String>source("in").send("a");
            job.advanceClockTo(1_000);
            assertThat(job.sink("out").values()).isEmpty();
            job.advanceClockTo(1_001);
            assertThat(job.sink("out").values()).containsExactly("a timed out");
        }
    }

    @Test
    void pendingAsyncRequestsAreRepeatedAfterACrash() {
        Simulation simulation = asking(true, 10);
        try (SimulatedJob job = simulation.start()) {
            job.<String>source("in").send("a");
            Checkpoint checkpoint = job.checkpoint();
            Ask.PENDING.get().clear();
            try (SimulatedJob restored = simulation.restore(checkpoint)) {
                Ask.PENDING.get().remove().run();
                restored.drain();
                assertThat(restored.sink("out").values()).containsExactly("a!");
            }
        }
    }

    @Test
    void waitingForAnAnswerThatNobodyGivesIsAnErrorNotAHang() {
        try (SimulatedJob job = asking(true, 1).start()) {
            job.<String>source("in").send("a");
            assertThatThrownBy(() -> job.<String>source("in").send("b"))
                    .isInstanceOf(SimulationException.class)
                    .hasMessageStartingWith("Operator 'async wait operator' failed")
                    .hasMessageContaining(
                            "Complete pending results first, or give the async operator a larger"
                                    + " capacity");
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void iterationsAreRefusedByName() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        var loop = Pipelines.strings(env, "in").map(value -> value).returns(Types.STRING).iterate();
        loop.closeWith(loop.filter(value -> value.length() > 1));
        assertThatThrownBy(() -> Simulation.of(env))
                .isInstanceOf(UnsupportedPipelineException.class)
                .hasMessageMatching(
                        "This pipeline can't be simulated:\\n"
                            + "  - operator 'IterationSink-\\d+': iterations are not supported\\n"
                            + "  - operator 'IterationSource-\\d+': iterations are not supported");
    }

    private static final class Choosy extends AbstractStreamOperator<String>
            implements TwoInputStreamOperator<String, String, String>, InputSelectable {
        private static final long serialVersionUID = 1L;

        @Override
        public InputSelection nextSelection() {
            return InputSelection.FIRST;
        }

        @Override
        public void processElement1(StreamRecord<String> element) {}

        @Override
        public void processElement2(StreamRecord<String> element) {}
    }

    @Test
    void anOperatorThatChoosesItsInputsIsRefusedByName() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "left")
                        .connect(Pipelines.strings(env, "right"))
                        .transform("choosy", Types.STRING, new Choosy()),
                "out");
        assertThatThrownBy(() -> Simulation.of(env))
                .isInstanceOf(UnsupportedPipelineException.class)
                .hasMessageEndingWith(
                        "\n"
                                + "  - operator 'choosy': it chooses itself which input it reads"
                                + " (InputSelectable)");
    }

    @Test
    void batchModeIsRefused() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        Pipelines.sink(
                env.fromSource(
                        new NumberSequenceSource(0, 1), WatermarkStrategy.noWatermarks(), "in"),
                "out");
        assertThatThrownBy(() -> Simulation.of(env))
                .isInstanceOf(UnsupportedPipelineException.class)
                .hasMessageContaining("execution.runtime-mode to STREAMING");
    }
}
