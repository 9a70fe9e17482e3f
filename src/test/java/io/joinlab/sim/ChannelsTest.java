package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/** Chains, channels, copies and the order of deliveries. */
class ChannelsTest {

    @Test
    void aChainHasNoChannels() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "in").map(String::trim).returns(Types.STRING).name("trim"),
                "out");
        try (SimulatedJob job = Simulation.of(env).withScheduler(Schedulers.manual()).start()) {
            job.<String>source("in").send(" a ");

            assertThat(job.choices()).isEmpty();
            assertThat(job.sink("out").values()).containsExactly("a");
        }
    }

    @Test
    void withoutChainingEachEdgeIsAChannel() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        env.disableOperatorChaining();
        Pipelines.sink(
                Pipelines.strings(env, "in").map(String::trim).returns(Types.STRING).name("trim"),
                "out");
        try (SimulatedJob job = Simulation.of(env).withScheduler(Schedulers.manual()).start()) {
            job.<String>source("in").send(" a ");

            TaskId in = new TaskId(0, "Source: in", 0);
            TaskId trim = new TaskId(1, "trim", 0);
            TaskId out = new TaskId(2, "out: Writer", 0);
            Choice toTrim = new Choice.Deliver(new ChannelId(0, in, trim, 0));
            Choice toOut = new Choice.Deliver(new ChannelId(1, trim, out, 0));
            assertThat(job.choices()).containsExactly(toTrim);
            assertThat(job.peek(toTrim)).contains(new Element.Record(" a ", Long.MIN_VALUE));

            job.take(toTrim);
            assertThat(job.choices()).containsExactly(toOut);
            assertThat(job.sink("out").values()).isEmpty();

            job.take(toOut);
            assertThat(job.choices()).isEmpty();
            assertThat(job.sink("out").values()).containsExactly("a");
        }
    }

    @Test
    void aChannelIsFirstInFirstOut() {
        try (SimulatedJob job = twoSources().withScheduler(Schedulers.manual()).start()) {
            job.<String>source("left").send("l1").send("l2");
            job.<String>source("right").send("r1").send("r2");
            List<Choice> choices = job.choices();
            assertThat(choices)
                    .extracting(Choice::toString)
                    .containsExactly(
                            "deliver Source: left[0] -> map -> out: Writer[0]",
                            "deliver Source: right[0] -> map -> out: Writer[0]");

            job.take(choices.get(1));
            job.take(choices.get(0));
            job.take(choices.get(0));
            job.take(choices.get(1));

            assertThat(job.sink("out").values()).containsExactly("r1", "l1", "l2", "r2");
            assertThat(job.choices()).isEmpty();
        }
    }

    @Test
    void whatIsNotEnabledCannotBeTaken() {
        try (SimulatedJob job = twoSources().withScheduler(Schedulers.manual()).start()) {
            job.<String>source("left").send("l1");
            Choice left = job.choices().get(0);
            job.take(left);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.take(left))
                    .withMessage("Not possible now: %s. Possible are []", left);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.take(new Choice.FireTimer(left.task())));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.take(new Choice.RunMail(left.task())));
            job.<String>source("left").send("l2");
            job.take(left);
            assertThat(job.sink("out").values()).containsExactly("l1", "l2");
        }
    }

    @Test
    void drainingAManualJobFollowsTheOrderOfArrivalOverAllChannels() {
        try (SimulatedJob job = twoSources().withScheduler(Schedulers.manual()).start()) {
            job.<String>source("right").send("r1");
            job.<String>source("left").send("l1");
            job.<String>source("right").send("r2");
            job.<String>source("left").send("l2");
            job.drain();

            assertThat(job.sink("out").values()).containsExactly("r1", "l1", "r2", "l2");
        }
    }

    @Test
    void equalSeedsGiveEqualRuns() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        env.disableOperatorChaining();
        DataStream<String> left =
                Pipelines.strings(env, "left").map(x -> x + "'").returns(Types.STRING);
        Pipelines.sink(left.union(Pipelines.strings(env, "right")), "out");
        Simulation simulation = Simulation.of(env);
        List<List<Object>> runs = new ArrayList<>();
        for (long seed : new long[] {1, 2, 3, 4, 1, 2, 3, 4}) {
            // Sent by hand, so that several elements wait at once; drained at random.
            List<Element> script = new ArrayList<>();
            try (SimulatedJob job = simulation.withScheduler(Schedulers.manual()).start()) {
                job.<String>source("left").send("a").send("b").send("c");
                job.<String>source("right").send("x").send("y").send("z");
                Scheduler.Run random = Schedulers.random(seed).newRun();
                for (List<Choice> c = job.choices(); !c.isEmpty(); c = job.choices()) {
                    Choice next = random.next(c);
                    job.peek(next).ifPresent(script::add);
                    job.take(next);
                }
                runs.add(new ArrayList<>(job.sink("out").values()));
                assertThat(job.sink("out").values())
                        .containsSubsequence("a'", "b'", "c'")
                        .containsSubsequence("x", "y", "z")
                        .hasSize(6);
            }
        }
        assertThat(runs.subList(4, 8)).isEqualTo(runs.subList(0, 4));
        assertThat(runs.stream().distinct()).hasSizeGreaterThan(1);
    }

    @Test
    void theRandomSchedulerDecidesWhatIsDeliveredWithinAVerb() {
        // One record fans out to two branches of different length; their union sees them in either
        // order.
        StreamExecutionEnvironment env = Pipelines.env(1);
        env.disableOperatorChaining();
        DataStream<String> in = Pipelines.strings(env, "in");
        DataStream<String> longer = in.map(x -> x + "1").returns(Types.STRING);
        Pipelines.sink(in.map(x -> x + "2").returns(Types.STRING).union(longer), "out");
        Simulation simulation = Simulation.of(env);
        List<List<Object>> runs = new ArrayList<>();
        for (int seed = 0; seed < 20; seed++) {
            try (SimulatedJob job = simulation.withScheduler(Schedulers.random(seed)).start()) {
                job.<String>source("in").send("a");
                runs.add(job.sink("out").values());
            }
        }
        assertThat(runs).contains(List.of("a1", "a2"), List.of("a2", "a1"));
    }

    @Test
    void choicesHaveAnOrderThatDoesNotDependOnTheRun() {
        try (SimulatedJob job = twoSources().withScheduler(Schedulers.manual()).start();
                SimulatedJob other = twoSources().withScheduler(Schedulers.manual()).start()) {
            job.<String>source("left").send("l");
            job.<String>source("right").send("r");
            other.<String>source("right").send("r");
            other.<String>source("left").send("l");

            assertThat(job.choices()).isEqualTo(other.choices()).isSorted();
        }
    }

    private static Simulation twoSources() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.strings(env, "left")
                        .union(Pipelines.strings(env, "right"))
                        .map(value -> value)
                        .returns(Types.STRING)
                        .name("map"),
                "out");
        return Simulation.of(env);
    }

    /** A POJO that functions may change. */
    public static final class Box {
        public String text = "";

        static Box of(String text) {
            Box box = new Box();
            box.text = text;
            return box;
        }
    }

    /** Changes its input, which Flink forbids but can't prevent. */
    private static final class Append implements MapFunction<Box, Box> {
        private static final long serialVersionUID = 1L;
        private final String suffix;

        Append(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public Box map(Box box) {
            box.text += suffix;
            return box;
        }
    }

    /** in -> (append 1 -> one, append 2 -> two), both chained to the source. */
    private static List<String> twoBranchesThatChangeTheirInput(boolean objectReuse) {
        StreamExecutionEnvironment env = Pipelines.env(1);
        if (objectReuse) {
            env.getConfig().enableObjectReuse();
        }
        DataStream<Box> in = Pipelines.strings(env, "in").map(Box::of).returns(Box.class);
        Pipelines.sink(in.map(new Append("1")).map(box -> box.text).returns(Types.STRING), "one");
        Pipelines.sink(in.map(new Append("2")).map(box -> box.text).returns(Types.STRING), "two");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in").send("a");
            return List.of(
                    job.<String>sink("one").values().get(0),
                    job.<String>sink("two").values().get(0));
        }
    }

    @Test
    void chainedOperatorsGetCopies() {
        assertThat(twoBranchesThatChangeTheirInput(false)).containsExactly("a1", "a2");
    }

    @Test
    void withObjectReuseChainedOperatorsSeeEachOthersChanges() {
        assertThat(twoBranchesThatChangeTheirInput(true)).containsExactly("a1", "a12");
    }

    @Test
    void whatIsChangedAfterItWasSentArrivesUnchanged() {
        Box reused = new Box();
        for (boolean serialize : new boolean[] {true, false}) {
            StreamExecutionEnvironment env = Pipelines.env(1);
            env.getConfig().enableObjectReuse();
            Pipelines.sink(
                    Pipelines.source(
                                    env,
                                    "in",
                                    Types.POJO(Box.class),
                                    WatermarkStrategy.noWatermarks())
                            .rebalance(),
                    "out");
            try (SimulatedJob job =
                    Simulation.of(env)
                            .withSerializedChannels(serialize)
                            .withScheduler(Schedulers.manual())
                            .start()) {
                reused.text = "a";
                job.<Box>source("in").send(reused);
                reused.text = "b";
                job.<Box>source("in").send(reused);
                job.drain();

                assertThat(job.<Box>sink("out").values())
                        .extracting(box -> box.text)
                        .containsExactly("a", "b");
            }
        }
    }

    /** Writes a value twice but reads it once. */
    private static final class Lopsided extends TypeSerializerSingleton<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(String value, DataOutputView target) throws IOException {
            StringSerializer.INSTANCE.serialize(value, target);
            StringSerializer.INSTANCE.serialize(value, target);
        }

        @Override
        public String deserialize(DataInputView source) throws IOException {
            return StringSerializer.INSTANCE.deserialize(source);
        }

        @Override
        public String deserialize(String reuse, DataInputView source) throws IOException {
            return deserialize(source);
        }

        @Override
        public boolean isImmutableType() {
            return true;
        }

        @Override
        public String createInstance() {
            return "";
        }

        @Override
        public String copy(String from) {
            return from;
        }

        @Override
        public String copy(String from, String reuse) {
            return from;
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            serialize(deserialize(source), target);
        }

        @Override
        public int getLength() {
            return -1;
        }

        @Override
        public TypeSerializerSnapshot<String> snapshotConfiguration() {
            throw new UnsupportedOperationException();
        }
    }

    private static final class LopsidedType extends TypeInformation<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public TypeSerializer<String> createSerializer(SerializerConfig config) {
            return new Lopsided();
        }

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        public TypeSerializer<String> createSerializer(ExecutionConfig config) {
            return new Lopsided();
        }

        @Override
        public boolean isBasicType() {
            return false;
        }

        @Override
        public boolean isTupleType() {
            return false;
        }

        @Override
        public int getArity() {
            return 1;
        }

        @Override
        public int getTotalFields() {
            return 1;
        }

        @Override
        public Class<String> getTypeClass() {
            return String.class;
        }

        @Override
        public boolean isKeyType() {
            return false;
        }

        @Override
        public String toString() {
            return "Lopsided";
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof LopsidedType;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean canEqual(Object other) {
            return other instanceof LopsidedType;
        }
    }

    @Test
    void aSerializerThatDoesNotReadWhatItWritesIsFound() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.source(env, "in", new LopsidedType(), WatermarkStrategy.noWatermarks())
                        .rebalance(),
                "out");
        Simulation simulation = Simulation.of(env);
        try (SimulatedJob job = simulation.withSerializedChannels(false).start()) {
            job.<String>source("in").send("a");
            assertThat(job.sink("out").values()).containsExactly("a");
        }
        try (SimulatedJob job = simulation.start()) {
            assertThatThrownBy(() -> job.<String>source("in").send("a"))
                    .isInstanceOf(SimulationException.class)
                    .hasRootCauseMessage(
                            "the receiver has read 2 of 4 bytes: the serializers Lopsided and"
                                    + " Lopsided don't match");
        }
    }

    @Test
    void aRecordOfTheWrongTypeFailsWhereItIsWritten() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(Pipelines.strings(env, "in").rebalance(), "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            assertThatThrownBy(() -> job.<Object>source("in").send(42))
                    .isInstanceOf(SimulationException.class)
                    .hasMessageStartingWith("Operator 'Source: in' failed")
                    .hasRootCauseInstanceOf(ClassCastException.class);
        }
    }
}
