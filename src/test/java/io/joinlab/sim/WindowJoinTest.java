package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.junit.jupiter.api.Test;

class WindowJoinTest {

    @Test
    void windowJoinAtParallelismThree() {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(
                        new Configuration().set(PipelineOptions.GENERIC_TYPES, false));
        env.setParallelism(3);
        DataStream<Long> left =
                env.fromSource(
                        new NumberSequenceSource(0, 1),
                        WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofMillis(10)),
                        "left");
        DataStream<Long> right =
                env.fromSource(
                        new NumberSequenceSource(0, 1),
                        WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofMillis(10)),
                        "right");
        left.join(right)
                .where(x -> x % 10)
                .equalTo(x -> x % 10)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(100)))
                .apply((a, b) -> a + "+" + b, Types.STRING)
                .sinkTo(new DiscardingSink<>())
                .name("joined");
        Simulation simulation = Simulation.of(env);
        try (SimulatedJob job = simulation.start()) {
            for (long i = 0; i < 10; i++) {
                job.<Long>source("left").send(i, 50);
                job.<Long>source("right").send(i + 10, 51);
            }
            Checkpoint checkpoint = job.checkpoint();
            job.source("left").end();
            job.source("right").end();
            assertThat(job.sink("joined").values())
                    .containsExactlyInAnyOrder(
                            "0+10", "1+11", "2+12", "3+13", "4+14", "5+15", "6+16", "7+17", "8+18",
                            "9+19");

            try (SimulatedJob again = simulation.restore(checkpoint)) {
                again.source("left").end();
                again.source("right").end();
                assertThat(again.sink("joined").elements())
                        .containsExactlyInAnyOrderElementsOf(job.sink("joined").elements());
            }
        }
    }
}
