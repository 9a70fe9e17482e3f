package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

class SimulationTest {

    /** in -> map -> out, chained. */
    private static Simulation upperCase() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "in").map(String::toUpperCase).returns(Types.STRING), "out");
        return Simulation.of(env);
    }

    @Test
    void aRecordGoesThroughThePipelineAtOnce() {
        try (SimulatedJob job = upperCase().start()) {
            job.<String>source("in").send("a").send("b");

            assertThat(job.<String>sink("out").values()).containsExactly("A", "B");
        }
    }

    @Test
    void timestampsArriveAtTheSink() {
        try (SimulatedJob job = upperCase().start()) {
            job.<String>source("in").send("a", 17);

            assertThat(job.<String>sink("out").records())
                    .containsExactly(new SinkRecord<>("A", 17L, 0));
        }
    }

    @Test
    void theTimestampAssignerOfThePipelineHasTheLastWord() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.source(
                        env,
                        "in",
                        Types.LONG,
                        WatermarkStrategy.<Long>noWatermarks()
                                .withTimestampAssigner(
                                        (value, recordTimestamp) -> value * 10 + recordTimestamp)),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<Long>source("in").send(5L, 3).send(6L);

            assertThat(job.<Long>sink("out").records())
                    .containsExactly(
                            new SinkRecord<>(5L, 53L, 0),
                            new SinkRecord<>(6L, 60 + Long.MIN_VALUE, 0));
        }
    }

    @Test
    void whatWasTakenIsNotTakenAgain() {
        try (SimulatedJob job = upperCase().start()) {
            SimulatedSource<String> in = job.source("in");
            SimulatedSink<String> out = job.sink("out");
            in.send("a").send("b");
            assertThat(out.takeNewValues()).containsExactly("A", "B");
            in.send("c", 1).watermark(1);
            assertThat(out.takeNewElements())
                    .containsExactly(new Element.Record("C", 1L), new Element.Watermark(1));
            in.send("d", 2);
            assertThat(out.takeNewRecords()).containsExactly(new SinkRecord<>("D", 2L, 0));
            assertThat(out.takeNewValues()).isEmpty();
            assertThat(out.values()).containsExactly("A", "B", "C", "D");
        }
    }

    @Test
    void aStreamWithoutRecordsTakesNothing() {
        try (SimulatedJob job = upperCase().start()) {
            assertThat(job.sink("out").elements()).isEmpty();
            assertThat(job.sink("out").takeNewElements()).isEmpty();
        }
    }

    @Test
    void jobsOfOneSimulationShareNothing() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(Pipelines.strings(env, "in").map(new Counting()), "out");
        Simulation simulation = Simulation.of(env);
        try (SimulatedJob one = simulation.start();
                SimulatedJob other = simulation.start()) {
            one.<String>source("in").send("a").send("b");
            other.<String>source("in").send("c");

            assertThat(one.sink("out").values()).containsExactly("a1", "b2");
            assertThat(other.sink("out").values()).containsExactly("c1");
        }
        try (SimulatedJob later = simulation.start()) {
            later.<String>source("in").send("d");
            assertThat(later.sink("out").values()).containsExactly("d1");
        }
    }

    private static final class Counting implements MapFunction<String, String> {
        private static final long serialVersionUID = 1L;
        private int count;

        @Override
        public String map(String value) {
            count++;
            return value + count;
        }
    }

    @Test
    void theEnvironmentStaysAsItIs() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(Pipelines.strings(env, "in"), "out");
        Simulation.of(env);
        try (SimulatedJob job = Simulation.of(env).start()) {
            assertThat(job.sources()).containsExactly("in");
            assertThat(job.sinks()).containsExactly("out");
        }
    }

    @Test
    void anUnknownNameIsAnsweredWithTheKnownOnes() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "left").union(Pipelines.strings(env, "right")), "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.source("lft"))
                    .withMessage("There is no source 'lft'; there is left, right");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.sink("left"))
                    .withMessage("There is no sink 'left'; there is out");
        }
    }

    @Test
    void anEndedSourceSendsNothing() {
        try (SimulatedJob job = upperCase().start()) {
            job.<String>source("in").send("a").end();

            assertThatIllegalStateException()
                    .isThrownBy(() -> job.source("in").send("b", 7))
                    .withMessage("Source 'in' has ended: it can't send b @ 7");
            assertThatIllegalStateException()
                    .isThrownBy(() -> job.source("in").end())
                    .withMessage("Source 'in' has ended: it can't send end of data");
            assertThat(job.<String>sink("out").values()).containsExactly("A");
            assertThat(job.isFinished()).isTrue();
        }
    }

    @Test
    void aClosedJobCanOnlyBeRead() {
        SimulatedJob job = upperCase().start();
        job.<String>source("in").send("a");
        job.close();
        job.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> job.source("in").send("b"))
                .withMessage("The job is closed");
        assertThatIllegalStateException().isThrownBy(() -> job.advanceClockTo(1));
        assertThat(job.<String>sink("out").values()).containsExactly("A");
    }

    @Test
    void theClockDoesNotGoBack() {
        try (SimulatedJob job = upperCase().withClock(1_000).start()) {
            job.advanceClockBy(Duration.ofSeconds(2));
            assertThat(job.clock()).isEqualTo(3_000);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.advanceClockTo(2_999))
                    .withMessage(
                            "The clock can't go back: it stands at 3000 ms, asked for 2999 ms");
        }
    }

    @Test
    void aFailureNamesTheOperatorAndKeepsTheCause() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .map(value -> value)
                        .returns(Types.STRING)
                        .name("first")
                        .map(
                                value -> {
                                    if (value.isEmpty()) {
                                        throw new IllegalArgumentException("empty");
                                    }
                                    return value;
                                })
                        .returns(Types.STRING)
                        .name("second")
                        .map(value -> value)
                        .returns(Types.STRING)
                        .name("third"),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            SimulatedSource<String> in = job.source("in");
            in.send("a");

            assertThatThrownBy(() -> in.send(""))
                    .isInstanceOf(SimulationException.class)
                    .hasMessage(
                            "Operator 'second' failed: java.lang.IllegalArgumentException: empty")
                    .hasCause(new IllegalArgumentException("empty"))
                    .satisfies(
                            e ->
                                    assertThat(((SimulationException) e).operator())
                                            .isEqualTo("second"));
            assertThatIllegalStateException()
                    .isThrownBy(() -> in.send("b"))
                    .withMessageStartingWith("The job has failed before: Operator 'second' failed");
            assertThat(job.<String>sink("out").values()).containsExactly("a");
        }
    }

    @Test
    void aFailureBehindAChannelNamesTheSubtask() {
        StreamExecutionEnvironment env = Pipelines.env(2);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .rebalance()
                        .<String>map(
                                value -> {
                                    throw new IllegalStateException("broken");
                                })
                        .returns(Types.STRING)
                        .name("breaking"),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            assertThatThrownBy(() -> job.<String>source("in").subtask(1).send("a"))
                    .hasMessage(
                            "Operator 'breaking' (subtask 1 of 2) failed:"
                                    + " java.lang.IllegalStateException: broken")
                    .satisfies(e -> assertThat(((SimulationException) e).subtask()).hasValue(1));
        }
    }

    @Test
    void anErrorOfAFunctionIsNotSwallowed() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .<String>map(
                                value -> {
                                    throw new AssertionError("in a function");
                                })
                        .returns(Types.STRING),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            assertThatThrownBy(() -> job.<String>source("in").send("a"))
                    .isInstanceOf(AssertionError.class);
            assertThatIllegalStateException()
                    .isThrownBy(() -> job.drain())
                    .withMessageContaining("in a function");
        }
    }

    @Test
    void subtasksAreChosenByIndex() {
        StreamExecutionEnvironment env = Pipelines.env(2);
        Pipelines.sink(Pipelines.strings(env, "in"), "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            SimulatedSource<String> in = job.source("in");
            assertThat(in.parallelism()).isEqualTo(2);
            in.send("a");
            in.subtask(1).send("b");

            assertThat(job.<String>sink("out").records())
                    .containsExactly(
                            new SinkRecord<>("a", Long.MIN_VALUE, 0),
                            new SinkRecord<>("b", Long.MIN_VALUE, 1));
            assertThatThrownBy(() -> in.subtask(2))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("Source 'in' has subtasks 0 to 1, not 2");
        }
    }

    @Test
    void thePipelinesStateBackendIsNotLoaded() {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(
                        new Configuration()
                                .set(StateBackendOptions.STATE_BACKEND, "no.such.Backend"));
        env.setParallelism(1);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .keyBy(value -> value, Types.STRING)
                        .reduce((a, b) -> a + b),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in").send("a").send("a");

            assertThat(job.sink("out").values()).containsExactly("a", "aa");
        }
    }

    @Test
    void aFunctionSeesTheJobsNameAndItsOwnSettings() {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(
                        new Configuration().set(PipelineOptions.NAME, "my job"));
        env.setParallelism(1);
        Pipelines.sink(Pipelines.strings(env, "in").map(new JobName()), "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in").send("a");

            assertThat(job.sink("out").values()).containsExactly("a in my job");
        }
    }

    private static final class JobName extends RichMapFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(String value) {
            return value + " in " + getRuntimeContext().getJobInfo().getJobName();
        }
    }

    @Test
    void nullIsAValue() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.source(env, "in", Types.STRING, WatermarkStrategy.noWatermarks()), "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.source("in").send(null).send("a");

            assertThat(job.sink("out").values()).containsExactly(null, "a");
        }
    }
}
