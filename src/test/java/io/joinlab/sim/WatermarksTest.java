package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.CoMapFunction;
import org.junit.jupiter.api.Test;

/** Flink's watermark rules over channels and inputs. */
class WatermarksTest {

    /** left, right -> union -> out (one input, two channels). */
    private static Simulation union() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "left").union(Pipelines.strings(env, "right")), "out");
        return Simulation.of(env);
    }

    /** left, right -> connect -> out (two inputs). */
    private static Simulation connect() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<String> left = Pipelines.strings(env, "left");
        Pipelines.sink(left.connect(Pipelines.strings(env, "right")).map(new Both()), "out");
        return Simulation.of(env);
    }

    private static final class Both implements CoMapFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map1(String value) {
            return value;
        }

        @Override
        public String map2(String value) {
            return value;
        }
    }

    @Test
    void anInputHasTheLeastWatermarkOfItsChannels() {
        leastOfBoth(union());
    }

    @Test
    void anOperatorHasTheLeastWatermarkOfItsInputs() {
        leastOfBoth(connect());
    }

    private static void leastOfBoth(Simulation simulation) {
        try (SimulatedJob job = simulation.start()) {
            job.source("left").watermark(5);
            assertThat(job.sink("out").takeNewElements()).isEmpty();
            job.source("right").watermark(3);
            assertThat(job.sink("out").takeNewElements()).containsExactly(new Element.Watermark(3));
            job.source("right").watermark(9);
            assertThat(job.sink("out").takeNewElements()).containsExactly(new Element.Watermark(5));
            job.source("right").watermark(8);
            assertThat(job.sink("out").takeNewElements()).isEmpty();
        }
    }

    @Test
    void anIdleChannelHoldsNothingBack() {
        idleSide(union());
    }

    @Test
    void anIdleInputHoldsNothingBack() {
        idleSide(connect());
    }

    private static void idleSide(Simulation simulation) {
        try (SimulatedJob job = simulation.start()) {
            job.source("left").watermark(5);
            job.source("right").idle();
            assertThat(job.sink("out").takeNewElements()).containsExactly(new Element.Watermark(5));
            job.source("left").watermark(7);
            assertThat(job.sink("out").takeNewElements()).containsExactly(new Element.Watermark(7));
            // Back again, but behind: it must catch up before it takes part.
            job.source("right").active().watermark(6);
            assertThat(job.sink("out").takeNewElements()).isEmpty();
        }
    }

    @Test
    void whenAllAreIdleSoIsTheReceiver() {
        try (SimulatedJob job = union().start()) {
            job.source("left").watermark(5).idle();
            job.source("right").watermark(3);
            assertThat(job.sink("out").takeNewElements()).containsExactly(new Element.Watermark(3));
            job.source("right").idle();
            // The valve flushes the greatest watermark that it has seen before it falls idle.
            assertThat(job.sink("out").takeNewElements())
                    .containsExactly(new Element.Watermark(5), new Element.Idle());
            job.source("left").active();
            assertThat(job.sink("out").takeNewElements()).containsExactly(new Element.Active());
        }
    }

    @Test
    void aRecordDoesNotWakeAnIdleSource() {
        try (SimulatedJob job = union().start()) {
            job.source("left").idle();
            job.<String>source("left").send("a", 1);
            job.source("right").watermark(9);

            assertThat(job.sink("out").elements())
                    .containsExactly(new Element.Record("a", 1L), new Element.Watermark(9));
        }
    }

    @Test
    void aWatermarkWakesAnIdleSource() {
        try (SimulatedJob job = union().start()) {
            job.source("left").idle().watermark(4);
            job.source("right").watermark(9);

            assertThat(job.sink("out").elements()).containsExactly(new Element.Watermark(4));
        }
    }

    @Test
    void anEndedChannelHoldsNothingBackAndTheLastOneEndsTheStream() {
        try (SimulatedJob job = union().start()) {
            job.source("left").watermark(5).end();
            assertThat(job.sink("out").takeNewElements()).isEmpty();
            job.source("right").watermark(8);
            assertThat(job.sink("out").takeNewElements()).containsExactly(new Element.Watermark(8));
            job.source("right").end();
            assertThat(job.sink("out").takeNewElements())
                    .containsExactly(
                            new Element.Watermark(Long.MAX_VALUE), new Element.EndOfData());
            assertThat(job.isFinished()).isTrue();
        }
    }

    @Test
    void watermarksOfAllSubtasksCount() {
        StreamExecutionEnvironment env = Pipelines.env(3);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .keyBy(value -> value, Types.STRING)
                        .map(x -> x)
                        .returns(Types.STRING),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            SimulatedSource<String> in = job.source("in");
            in.subtask(0).watermark(10);
            in.subtask(1).watermark(20);
            assertThat(job.sink("out").takeNewElements()).isEmpty();
            in.subtask(2).idle();
            assertThat(job.sink("out").elements(0)).containsExactly(new Element.Watermark(10));
            assertThat(job.sink("out").elements(1)).containsExactly(new Element.Watermark(10));
            assertThat(job.sink("out").elements(2)).containsExactly(new Element.Watermark(10));
            in.subtask(0).end();
            assertThat(job.sink("out").elements(2))
                    .containsExactly(new Element.Watermark(10), new Element.Watermark(20));
        }
    }

    @Test
    void aWatermarkForAllSubtasksIsOneVerb() {
        StreamExecutionEnvironment env = Pipelines.env(2);
        Pipelines.sink(
                Pipelines.strings(env, "in").rebalance().map(x -> x).returns(Types.STRING), "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.source("in").watermark(10).end();

            assertThat(job.sink("out").elements(1))
                    .containsExactly(
                            new Element.Watermark(10),
                            new Element.Watermark(Long.MAX_VALUE),
                            new Element.EndOfData());
        }
    }
}
