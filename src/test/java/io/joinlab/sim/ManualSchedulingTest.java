package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A driver that schedules by hand")
class ManualSchedulingTest {
    private SimulatedJob job;

    @AfterEach
    void close() {
        job.close();
    }

    /** left and right, united and keyed by the first letter; then keyed by the whole word. */
    private void start() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        env.getConfig().setAutoWatermarkInterval(0);
        DataStream<String> both =
                Pipelines.strings(env, "left").union(Pipelines.strings(env, "right"));
        DataStream<String> first =
                both.keyBy(word -> word.substring(0, 1)).process(new Echo()).name("first");
        Pipelines.sink(first.keyBy(word -> word).process(new Echo()).name("second"), "words");
        Pipelines.sink(first.rebalance().union(both), "all");
        job = Simulation.of(env).withScheduler(Schedulers.manual()).start();
    }

    private Choice only() {
        assertThat(job.choices()).hasSize(1);
        return job.choices().get(0);
    }

    private Choice into(String vertex) {
        return job.choices().stream()
                .filter(choice -> choice.task().vertex().contains(vertex))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("is told what arrival order would do next")
    void nextInArrivalOrder() {
        start();
        assertThat(job.nextInArrivalOrder()).isEmpty();

        job.source("right").send("b");
        job.source("left").send("a");

        Choice.Deliver next = (Choice.Deliver) job.nextInArrivalOrder().orElseThrow();
        assertThat(next.channel().from().vertex()).isEqualTo("Source: right");
        while (job.nextInArrivalOrder().isPresent()) {
            job.take(job.nextInArrivalOrder().orElseThrow());
        }
        assertThat(job.sink("words").values()).isEqualTo(List.of("b", "a"));
    }

    @Test
    @DisplayName("sees under which key a record will be processed")
    void peeksKeys() {
        start();
        job.source("left").send("abc");

        assertThat(job.peekKey(into("first"))).contains("a");
        assertThat(job.peekKey(into("all"))).isEmpty();

        job.source("right").watermark(5);
        job.take(into("first"));
        assertThat(job.peekKey(into("second"))).contains("abc");
        assertThat(job.peekKey(into("first"))).isEmpty();
    }

    @Test
    @DisplayName("knows a delivery that nothing else can interfere with")
    void alone() {
        start();
        job.source("left").send("a");

        assertThat(job.isAlone(into("first"))).as("two channels").isFalse();
        job.take(into("first"));
        assertThat(job.isAlone(into("second"))).as("one channel").isTrue();
    }

    @Test
    @DisplayName("knows the tasks that hold nothing but a sink")
    void sinks() {
        start();
        job.source("left").send("a");

        assertThat(job.isSink(into("all").task())).isTrue();
        assertThat(job.isSink(into("first").task())).isFalse();
        assertThat(job.isSink(job.sourceTask("left", 0))).isFalse();
    }

    @Test
    @DisplayName("is told which channels have got something, apart from those into sinks")
    void writtenChannels() {
        start();
        job.takeWrittenChannels();
        job.source("left").send("a");
        assertThat(job.takeWrittenChannels())
                .singleElement()
                .satisfies(channel -> assertThat(channel.to().vertex()).startsWith("first"));
        assertThat(job.takeWrittenChannels()).isEmpty();

        job.take(into("first"));
        assertThat(job.takeWrittenChannels())
                .singleElement()
                .satisfies(channel -> assertThat(channel.to().vertex()).startsWith("second"));
    }

    @Test
    @DisplayName("is told whether an element has reached an operator")
    void operatorCalls() {
        start();
        job.source("left").watermark(5);
        long before = job.operatorCalls();
        job.take(into("first"));
        assertThat(job.operatorCalls()).as("held back by the right one").isEqualTo(before);

        job.source("right").watermark(3);
        job.take(into("first"));
        assertThat(job.operatorCalls()).as("the minimum moves").isEqualTo(before + 1);
    }

    @Test
    @DisplayName(
            "is told whether operators have asked for the time, and whether a source has timers")
    void clock() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.sink(
                Pipelines.source(
                                env,
                                "left",
                                Types.STRING,
                                WatermarkStrategy.forMonotonousTimestamps())
                        .keyBy(word -> word.charAt(0))
                        .process(new Stamp()),
                "stamped");
        job = Simulation.of(env).withScheduler(Schedulers.manual()).start();

        assertThat(job.hasTimers("left", 0)).as("periodic watermarks").isTrue();
        job.source("left").send("a", 1);
        long before = job.clockReads();
        job.take(only());
        assertThat(job.clockReads()).isEqualTo(before + 1);
    }

    private static final class Echo extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String word, Context context, Collector<String> out) {
            out.collect(word);
        }
    }

    private static final class Stamp extends KeyedProcessFunction<Character, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String word, Context context, Collector<String> out) {
            out.collect(word + context.timerService().currentProcessingTime());
        }
    }
}
