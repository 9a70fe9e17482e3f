package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.junit.jupiter.api.Test;

/** What operators see when inputs end, and in which order. */
class EndOfInputTest {

    /** Emits what happens to it. */
    private static final class Diary extends AbstractStreamOperator<String>
            implements OneInputStreamOperator<String, String>, BoundedOneInput {
        private static final long serialVersionUID = 1L;
        private final String name;

        Diary(String name) {
            this.name = name;
        }

        private void write(String what) {
            output.collect(new StreamRecord<>(name + ":" + what));
        }

        @Override
        public void processElement(StreamRecord<String> element) {
            write(element.getValue());
        }

        @Override
        public void processWatermark(Watermark mark) throws Exception {
            write(mark.getTimestamp() == Long.MAX_VALUE ? "MAX" : "w" + mark.getTimestamp());
            super.processWatermark(mark);
        }

        @Override
        public void endInput() {
            write("endInput");
        }

        @Override
        public void finish() {
            write("finish");
        }
    }

    @Test
    void aChainEndsFromItsHeadToItsEnd() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .transform("first", Types.STRING, new Diary("1"))
                        .transform("second", Types.STRING, new Diary("2")),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in").send("a").end();

            assertThat(job.sink("out").elements())
                    .extracting(Object::toString)
                    .containsExactly(
                            "2:1:a",
                            "2:1:MAX",
                            "2:MAX",
                            "watermark MAX",
                            "2:1:endInput",
                            "2:1:finish",
                            "2:endInput",
                            "2:finish",
                            "end of data");
        }
    }

    @Test
    void atAChannelTheReceiverEndsAfterTheSender() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        env.disableOperatorChaining();
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .transform("first", Types.STRING, new Diary("1"))
                        .transform("second", Types.STRING, new Diary("2")),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in").end();

            assertThat(job.sink("out").elements())
                    .extracting(Object::toString)
                    .containsExactly(
                            "2:1:MAX",
                            "2:MAX",
                            "watermark MAX",
                            "2:1:endInput",
                            "2:1:finish",
                            "2:endInput",
                            "2:finish",
                            "end of data");
        }
    }

    private static final class TwoInputDiary extends AbstractStreamOperator<String>
            implements TwoInputStreamOperator<String, String, String>, BoundedMultiInput {
        private static final long serialVersionUID = 1L;

        private void write(String what) {
            output.collect(new StreamRecord<>(what));
        }

        @Override
        public void processElement1(StreamRecord<String> element) {
            write("1:" + element.getValue());
        }

        @Override
        public void processElement2(StreamRecord<String> element) {
            write("2:" + element.getValue());
        }

        @Override
        public void endInput(int inputId) {
            write("endInput " + inputId);
        }

        @Override
        public void finish() {
            write("finish");
        }
    }

    @Test
    void inputsEndOneByOneAndTheOperatorFinishesAfterTheLast() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<String> left = Pipelines.strings(env, "left");
        Pipelines.sink(
                left.connect(Pipelines.strings(env, "right"))
                        .transform("both", Types.STRING, new TwoInputDiary()),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("left").send("a");
            job.<String>source("right").send("x").end();
            assertThat(job.sink("out").takeNewValues()).containsExactly("1:a", "2:x", "endInput 2");
            assertThat(job.isFinished()).isFalse();

            job.<String>source("left").send("b").end();
            assertThat(job.sink("out").takeNewElements())
                    .extracting(Object::toString)
                    .containsExactly("1:b", "watermark MAX", "endInput 1", "finish", "end of data");
            assertThat(job.isFinished()).isTrue();
        }
    }

    @Test
    void anInputOfSeveralSubtasksEndsWithTheLastOfThem() {
        StreamExecutionEnvironment env = Pipelines.env(2);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .global()
                        .transform("diary", Types.STRING, new Diary("d"))
                        .setParallelism(1),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            SimulatedSource<String> in = job.source("in");
            in.subtask(0).end();
            assertThat(job.sink("out").values()).isEmpty();
            in.end();
            assertThat(job.sink("out").values()).containsExactly("d:MAX", "d:endInput", "d:finish");
        }
    }
}
