package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

class CheckpointTest {

    /** Counts per key, remembers all in operator state, and sets both kinds of timers. */
    private static final class Count extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Integer> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.INT));
        }

        @Override
        public void processElement(String value, Context context, Collector<String> out)
                throws Exception {
            count.update(count.value() == null ? 1 : count.value() + 1);
            out.collect(value + count.value());
            context.timerService().registerEventTimeTimer(100);
            context.timerService().registerProcessingTimeTimer(1_000);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out)
                throws Exception {
            out.collect(context.timeDomain() + " " + context.getCurrentKey() + count.value());
        }
    }

    private static Simulation counting(int parallelism) {
        StreamExecutionEnvironment env = Pipelines.env(parallelism);
        Pipelines.sink(
                Pipelines.source(env, "in", Types.STRING, WatermarkStrategy.noWatermarks())
                        .keyBy(value -> value, Types.STRING)
                        .process(new Count()),
                "out");
        return Simulation.of(env);
    }

    @Test
    void keyedStateAndTimersOfBothKindsAreRestored() {
        Simulation simulation = counting(1);
        try (SimulatedJob job = simulation.start()) {
            job.<String>source("in").send("a").send("a").send("b");
            Checkpoint checkpoint = job.checkpoint();
            job.<String>source("in").send("a");
            assertThat(job.sink("out").values()).containsExactly("a1", "a2", "b1", "a3");

            try (SimulatedJob restored = simulation.restore(checkpoint)) {
                assertThat(restored.sink("out").values()).isEmpty();
                restored.<String>source("in").send("a");
                assertThat(restored.sink("out").takeNewValues()).containsExactly("a3");
                restored.source("in").watermark(100);
                assertThat(restored.<String>sink("out").takeNewValues())
                        .containsExactlyInAnyOrder("EVENT_TIME a3", "EVENT_TIME b1");
                restored.advanceClockTo(1_000);
                assertThat(restored.sink("out").takeNewValues()).isEmpty();
                restored.advanceClockTo(1_001);
                assertThat(restored.<String>sink("out").takeNewValues())
                        .containsExactlyInAnyOrder("PROCESSING_TIME a3", "PROCESSING_TIME b1");
            }
        }
    }

    @Test
    void oneCheckpointCanBeRestoredManyTimes() {
        Simulation simulation = counting(2);
        Checkpoint checkpoint;
        try (SimulatedJob job = simulation.start()) {
            job.<String>source("in").send("a").send("b").send("c");
            checkpoint = job.checkpoint();
        }
        for (int i = 0; i < 3; i++) {
            try (SimulatedJob restored = simulation.restore(checkpoint)) {
                restored.<String>source("in").send("a").send("b").send("c").send("d");
                assertThat(restored.sink("out").values()).containsExactly("a2", "b2", "c2", "d1");
            }
        }
    }

    @Test
    void theCheckpointOfARestoredJobBuildsOnTheFirst() {
        Simulation simulation = counting(1);
        try (SimulatedJob first = simulation.start()) {
            first.<String>source("in").send("a");
            Checkpoint one = first.checkpoint();
            assertThat(one.id()).isEqualTo(1);
            try (SimulatedJob second = simulation.restore(one)) {
                second.<String>source("in").send("a").send("a");
                Checkpoint two = second.checkpoint();
                assertThat(two.id()).isEqualTo(2);
                assertThat(two.sourcePosition("in")).isEqualTo(3);
                assertThat(two.sinkPosition("out")).isEqualTo(2);
                assertThat(second.latestCheckpoint()).contains(two);
                try (SimulatedJob third = simulation.restore(two)) {
                    third.<String>source("in").send("a");
                    assertThat(third.sink("out").values()).containsExactly("a4");
                }
            }
        }
    }

    @Test
    void watermarksStartAgainFromTheBeginning() {
        Simulation simulation = counting(1);
        try (SimulatedJob job = simulation.start()) {
            job.source("in").watermark(50);
            Checkpoint checkpoint = job.checkpoint();
            try (SimulatedJob restored = simulation.restore(checkpoint)) {
                restored.source("in").watermark(40);
                assertThat(restored.sink("out").elements())
                        .containsExactly(new Element.Watermark(40));
            }
        }
    }

    @Test
    void positionsCountWhatWasSentAndReceivedBeforeTheBarrier() {
        Simulation simulation = counting(2);
        try (SimulatedJob job = simulation.start()) {
            SimulatedSource<String> in = job.source("in");
            in.subtask(0).send("a").watermark(3).idle();
            in.subtask(1).send("a");
            Checkpoint checkpoint = job.checkpoint();
            in.subtask(1).send("b");

            assertThat(checkpoint.sourcePosition("in", 0)).isEqualTo(3);
            assertThat(checkpoint.sourcePosition("in", 1)).isEqualTo(1);
            int subtask = job.<String>sink("out").records().get(0).subtask();
            assertThat(checkpoint.sinkPosition("out", subtask)).isEqualTo(2);
            assertThat(checkpoint.sinkPosition("out", 1 - subtask)).isZero();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> checkpoint.sourcePosition("in"))
                    .withMessage("'in' has 2 subtasks: say which one");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> checkpoint.sinkPosition("in", 0))
                    .withMessage("There is no sink 'in'; there is out");
        }
    }

    @Test
    void aChannelThatHasDeliveredItsBarrierWaitsForTheOthers() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<String> left = Pipelines.strings(env, "left");
        Pipelines.sink(
                left.union(Pipelines.strings(env, "right"))
                        .keyBy(value -> 'k', Types.CHAR)
                        .map(new Concat()),
                "out");
        Simulation simulation = Simulation.of(env);
        try (SimulatedJob job = simulation.withScheduler(Schedulers.manual()).start()) {
            SimulatedSource<String> leftSource = job.source("left");
            SimulatedSource<String> rightSource = job.source("right");
            leftSource.send("l1");
            rightSource.send("r1");
            job.triggerCheckpoint();
            leftSource.send("l2");
            rightSource.send("r2");
            Choice fromLeft = job.choices().get(0);
            Choice fromRight = job.choices().get(1);

            job.take(fromLeft); // l1
            assertThat(job.peek(fromLeft)).contains(new Element.Barrier(1));
            job.take(fromLeft); // the barrier
            assertThat(job.choices()).containsExactly(fromRight);
            job.take(fromRight); // r1
            assertThat(job.latestCheckpoint()).isEmpty();
            job.take(fromRight); // the barrier: aligned
            assertThat(job.choices()).contains(fromLeft, fromRight);
            Checkpoint checkpoint = job.latestCheckpoint().orElseThrow();
            job.drain();
            assertThat(job.sink("out").values())
                    .containsExactly("l1", "l1r1", "l1r1l2", "l1r1l2r2");

            assertThat(checkpoint.sourcePosition("left")).isEqualTo(1);
            assertThat(checkpoint.sourcePosition("right")).isEqualTo(1);
            assertThat(checkpoint.sinkPosition("out")).isEqualTo(2);
            try (SimulatedJob restored = simulation.restore(checkpoint)) {
                restored.<String>source("right").send("r2");
                restored.<String>source("left").send("l2");
                assertThat(restored.sink("out").values()).containsExactly("l1r1r2", "l1r1r2l2");
            }
        }
    }

    private static final class Concat extends RichMapFunction<String, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<String> all;

        @Override
        public void open(OpenContext context) {
            all = getRuntimeContext().getState(new ValueStateDescriptor<>("all", Types.STRING));
        }

        @Override
        public String map(String value) throws Exception {
            all.update(all.value() == null ? value : all.value() + value);
            return all.value();
        }
    }

    @Test
    void onlyOneCheckpointIsUnderWay() {
        try (SimulatedJob job = counting(1).withScheduler(Schedulers.manual()).start()) {
            assertThat(job.triggerCheckpoint()).isEqualTo(1);
            assertThatIllegalStateException()
                    .isThrownBy(job::triggerCheckpoint)
                    .withMessage("Checkpoint 1 has not completed yet");
            job.drain();
            assertThat(job.triggerCheckpoint()).isEqualTo(2);
        }
    }

    /** Operator state, and what checkpoints tell it. */
    private static final class Remember
            implements MapFunction<String, String>, CheckpointedFunction, CheckpointListener {
        private static final long serialVersionUID = 1L;
        private static final ThreadLocal<List<String>> DIARY =
                ThreadLocal.withInitial(ArrayList::new);
        private transient ListState<String> state;
        private final List<String> seen = new ArrayList<>();

        @Override
        public String map(String value) {
            seen.add(value);
            return String.join("", seen);
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            state.update(seen);
            DIARY.get().add("snapshot " + context.getCheckpointId());
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("seen", Types.STRING));
            state.get().forEach(seen::add);
            DIARY.get().add("restored " + context.isRestored());
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            DIARY.get().add("complete " + checkpointId);
        }
    }

    @Test
    void operatorStateIsRestoredAndCompletionIsAnnounced() {
        Remember.DIARY.get().clear();
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(Pipelines.strings(env, "in").map(new Remember()), "out");
        Simulation simulation = Simulation.of(env);
        try (SimulatedJob job = simulation.start()) {
            job.<String>source("in").send("a").send("b");
            Checkpoint checkpoint = job.checkpoint();
            try (SimulatedJob restored = simulation.restore(checkpoint)) {
                restored.<String>source("in").send("c");
                assertThat(restored.sink("out").values()).containsExactly("abc");
            }
        }
        assertThat(Remember.DIARY.get())
                .containsExactly("restored false", "snapshot 1", "complete 1", "restored true");
    }

    @Test
    void inAManualJobTheAnnouncementIsAMailOfItsOwn() {
        Remember.DIARY.get().clear();
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(Pipelines.strings(env, "in").map(new Remember()), "out");
        try (SimulatedJob job = Simulation.of(env).withScheduler(Schedulers.manual()).start()) {
            job.triggerCheckpoint();
            assertThat(job.latestCheckpoint()).isPresent();
            assertThat(Remember.DIARY.get()).containsExactly("restored false", "snapshot 1");
            List<Choice> choices = job.choices();
            assertThat(choices)
                    .extracting(Choice::toString)
                    .containsExactly("run mail of Source: in -> Map -> out: Writer[0]");
            job.take(choices.get(0));
            assertThat(Remember.DIARY.get()).endsWith("complete 1");
        }
    }

    @Test
    void theClockGoesOnWhereTheCheckpointWasTaken() {
        Simulation simulation = counting(1);
        try (SimulatedJob job = simulation.start()) {
            job.<String>source("in").send("a");
            job.advanceClockTo(700);
            Checkpoint checkpoint = job.checkpoint();
            assertThat(checkpoint.clock()).isEqualTo(700);
            try (SimulatedJob restored = simulation.restore(checkpoint)) {
                assertThat(restored.clock()).isEqualTo(700);
            }
            // A restart takes time: what has become due fires at once.
            try (SimulatedJob restored = simulation.withClock(5_000).restore(checkpoint)) {
                assertThat(restored.clock()).isEqualTo(5_000);
                assertThat(restored.sink("out").values()).containsExactly("PROCESSING_TIME a1");
            }
        }
    }

    @Test
    void aSourceThatHadEndedStaysEnded() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<String> left = Pipelines.strings(env, "left").map(new Remember());
        Pipelines.sink(
                left.union(Pipelines.strings(env, "right"))
                        .keyBy(value -> value, Types.STRING)
                        .process(new Count()),
                "out");
        Simulation simulation = Simulation.of(env);
        Remember.DIARY.get().clear();
        try (SimulatedJob job = simulation.start()) {
            job.<String>source("left").send("a").end();
            Checkpoint first = job.checkpoint();
            Remember.DIARY.get().clear();
            try (SimulatedJob restored = simulation.restore(first)) {
                // It had not finished yet: its task is started again and ends again.
                assertThat(Remember.DIARY.get()).containsExactly("restored true");
                restored.source("right").watermark(100);
                assertThat(restored.<String>sink("out").values()).containsExactly("EVENT_TIME a1");
            }
            Checkpoint checkpoint = job.checkpoint();
            assertThat(checkpoint.sourcePosition("left")).isEqualTo(2);
            Remember.DIARY.get().clear();
            try (SimulatedJob restored = simulation.restore(checkpoint)) {
                // It finished with the first: its task is not started again.
                assertThat(Remember.DIARY.get()).isEmpty();
                assertThatIllegalStateException()
                        .isThrownBy(() -> restored.source("left").send("b"))
                        .withMessageStartingWith("Source 'left' has ended");
                // It holds back nothing.
                restored.source("right").watermark(100);
                assertThat(restored.<String>sink("out").values()).containsExactly("EVENT_TIME a1");
                Checkpoint next = restored.checkpoint();
                assertThat(next.sourcePosition("left")).isEqualTo(2);
                restored.source("right").end();
                assertThat(restored.isFinished()).isTrue();
            }
        }
    }

    @Test
    void ofASourceThatHadEndedInPartTheEndedSubtasksEndAgain() {
        Simulation simulation = counting(2);
        try (SimulatedJob job = simulation.start()) {
            job.<String>source("in").subtask(1).end();
            Checkpoint checkpoint = job.checkpoint();
            try (SimulatedJob restored = simulation.restore(checkpoint)) {
                restored.source("in").subtask(0).watermark(7);
                assertThat(restored.sink("out").elements(0))
                        .containsExactly(new Element.Watermark(7));
                assertThatIllegalStateException()
                        .isThrownBy(() -> restored.source("in").subtask(1).send("a"))
                        .withMessage("Source 'in' subtask 1 has ended: it can't send a");
                assertThat(restored.checkpoint().sourcePosition("in", 1)).isEqualTo(1);
            }
        }
    }

    @Test
    void aFinishedJobCanBeCheckpointedAndRestored() {
        Simulation simulation = counting(2);
        try (SimulatedJob job = simulation.start()) {
            job.<String>source("in").send("a").end();
            Checkpoint checkpoint = job.checkpoint();
            try (SimulatedJob restored = simulation.restore(checkpoint)) {
                assertThat(restored.isFinished()).isTrue();
                assertThat(restored.sink("out").values()).isEmpty();
                assertThat(restored.checkpoint().id()).isEqualTo(2);
            }
        }
    }

    @Test
    void aCheckpointBelongsToItsSimulation() {
        try (SimulatedJob job = counting(1).start()) {
            Checkpoint checkpoint = job.checkpoint();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> counting(1).restore(checkpoint))
                    .withMessage("The checkpoint was taken by a job of another simulation");
        }
    }
}
