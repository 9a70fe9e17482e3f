package io.joinlab;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.sim.SimulatedJob;
import io.joinlab.sim.SimulatedSource;
import io.joinlab.sim.Simulation;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The simulator in one's own tests, as in README.md")
class ReadmeExampleTest {

    // tag::example[]
    static void buildPipeline(StreamExecutionEnvironment env) {
        env.fromSource(
                        new NumberSequenceSource(1, 10), // or Kafka, or anything
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((click, timestamp) -> click),
                        "clicks")
                .map(click -> 1L)
                .windowAll(TumblingEventTimeWindows.of(Duration.ofSeconds(3)))
                .reduce(Long::sum)
                .sinkTo(new DiscardingSink<>())
                .name("counts");
    }

    @Test
    void countsTheClicksOfThreeSeconds() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        buildPipeline(env);

        try (SimulatedJob job = Simulation.of(env).start()) {
            SimulatedSource<Long> clicks = job.source("clicks");
            clicks.send(1_000L);
            clicks.send(2_999L);
            clicks.send(3_000L);
            assertThat(job.sink("counts").values()).isEmpty();

            job.advanceClockBy(Duration.ofMillis(201)); // the periodic watermark: 2999
            assertThat(job.sink("counts").values()).containsExactly(2L);
        }
    }
    // end::example[]
}
