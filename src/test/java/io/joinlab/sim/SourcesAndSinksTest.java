package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

class SourcesAndSinksTest {

    private static final class CommittingSink implements Sink<String>, SupportsCommitter<String> {
        private static final long serialVersionUID = 1L;

        @Override
        @SuppressWarnings("deprecation")
        public CommittingSinkWriter<String, String> createWriter(InitContext context) {
            throw new AssertionError("a sink must not run");
        }

        @Override
        public CommittingSinkWriter<String, String> createWriter(WriterInitContext context) {
            throw new AssertionError("a sink must not run");
        }

        @Override
        public Committer<String> createCommitter(CommitterInitContext context) {
            throw new AssertionError("a sink must not run");
        }

        @Override
        public SimpleVersionedSerializer<String> getCommittableSerializer() {
            // Flink asks for it when it builds the graph.
            return new NoCommittables();
        }
    }

    private static final class NoCommittables implements SimpleVersionedSerializer<String> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(String committable) {
            throw new AssertionError("a sink must not run");
        }

        @Override
        public String deserialize(int version, byte[] serialized) {
            throw new AssertionError("a sink must not run");
        }
    }

    @Test
    void aSinkWithACommitterIsReadByItsNameToo() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.strings(env, "in").sinkTo(new CommittingSink()).name("committed");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in").send("a");
            assertThat(job.sinks()).containsExactly("committed");
            assertThat(job.sink("committed").values()).containsExactly("a");
            assertThat(job.checkpoint().sinkPosition("committed")).isEqualTo(1);
            job.source("in").end();
            assertThat(job.isFinished()).isTrue();
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void sinkFunctionsAndPrintAreReplaced() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<String> in = Pipelines.strings(env, "in");
        in.addSink(
                        new org.apache.flink.streaming.api.functions.sink.SinkFunction<String>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void invoke(String value, Context context) {
                                throw new AssertionError("a sink must not run");
                            }
                        })
                .name("old");
        in.print().name("printed");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in").send("a");
            assertThat(job.sinks()).containsExactlyInAnyOrder("old", "printed");
            assertThat(job.sink("old").values()).containsExactly("a");
            assertThat(job.sink("printed").values()).containsExactly("a");
        }
    }

    @Test
    void oneStreamCanHaveSeveralSinksAndNone() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<String> in = Pipelines.strings(env, "in");
        Pipelines.sink(in, "one");
        Pipelines.sink(in.rebalance(), "two");
        Pipelines.strings(env, "unread").map(value -> value).returns(Types.STRING);
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("in").send("a", 1);
            job.<String>source("unread").send("b", 1).end();
            assertThat(job.sink("one").values()).containsExactly("a");
            assertThat(job.sink("two").values()).containsExactly("a");
        }
    }

    @Test
    void sinksOfEqualNamesAreRefused() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<String> in = Pipelines.strings(env, "in");
        Pipelines.sink(in, "out");
        Pipelines.sink(in, "out");
        assertThatThrownBy(() -> Simulation.of(env))
                .isInstanceOf(UnsupportedPipelineException.class)
                .hasMessage(
                        "This pipeline can't be simulated:\n"
                                + "  - two sinks are called 'out': give each a name of its own with"
                                + " .name(...)");
    }

    @Test
    void sourcesOfEqualNamesAreRefused() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(Pipelines.strings(env, "in").union(Pipelines.strings(env, "in")), "out");
        assertThatThrownBy(() -> Simulation.of(env))
                .isInstanceOf(UnsupportedPipelineException.class)
                .hasMessageEndingWith(
                        "\n  - two sources are called 'in': give each a name of its own");
    }

    @Test
    @SuppressWarnings("deprecation")
    void aSourceFunctionIsReplacedAndEmitsWhatIsSent() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<String> in =
                env.addSource(
                        new org.apache.flink.streaming.api.functions.source.SourceFunction<
                                String>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void run(SourceContext<String> context) {
                                throw new AssertionError("a source must not run");
                            }

                            @Override
                            public void cancel() {}
                        },
                        "old",
                        Types.STRING);
        Pipelines.sink(in, "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            job.<String>source("old")
                    .send("a")
                    .send("b", 5)
                    .watermark(5)
                    .idle()
                    .idle()
                    .send("c")
                    .end();

            assertThat(job.sink("out").elements())
                    .containsExactly(
                            new Element.Record("a", null),
                            new Element.Record("b", 5L),
                            new Element.Watermark(5),
                            new Element.Idle(),
                            new Element.Active(),
                            new Element.Record("c", null),
                            new Element.Watermark(Long.MAX_VALUE),
                            new Element.EndOfData());
        }
    }

    @Test
    void sideOutputsGoWhereTheyBelong() {
        OutputTag<String> longOnes = new OutputTag<>("long", Types.STRING);
        for (boolean chaining : new boolean[] {true, false}) {
            StreamExecutionEnvironment env = Pipelines.env(1);
            if (!chaining) {
                env.disableOperatorChaining();
            }
            var split =
                    Pipelines.strings(env, "in").process(new Split(longOnes)).returns(Types.STRING);
            Pipelines.sink(split, "short");
            Pipelines.sink(split.getSideOutput(longOnes), "long");
            try (SimulatedJob job = Simulation.of(env).start()) {
                job.<String>source("in").send("a", 1).send("bbbb", 2).send("c", 3).watermark(3);

                assertThat(job.sink("short").elements())
                        .containsExactly(
                                new Element.Record("a", 1L),
                                new Element.Record("c", 3L),
                                new Element.Watermark(3));
                assertThat(job.sink("long").elements())
                        .containsExactly(new Element.Record("bbbb", 2L), new Element.Watermark(3));
            }
        }
    }

    private static final class Split extends ProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;
        private final OutputTag<String> longOnes;

        Split(OutputTag<String> longOnes) {
            this.longOnes = longOnes;
        }

        @Override
        public void processElement(String value, Context context, Collector<String> out) {
            if (value.length() > 3) {
                context.output(longOnes, value);
            } else {
                out.collect(value);
            }
        }
    }
}
