package io.joinlab.bench;

import io.joinlab.join.JoinPipeline;
import io.joinlab.join.Side;
import io.joinlab.scenario.Datasets;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioReader;
import io.joinlab.scenario.ScenarioSimulation;
import io.joinlab.scenario.Step;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * One scenario of 20 events: a tumbling window join in event time, with generated watermarks and
 * both inputs ended.
 */
final class TwentyEvents {
    private final Scenario scenario;

    TwentyEvents(Path fixtures) {
        StringBuilder text = new StringBuilder();
        text.append("title: Twenty events\n")
                .append("variant: tumbling-event-full\n")
                .append("dataset: teacher-course\n")
                .append("options: {size: 3s, out-of-orderness: 1s}\n")
                .append("steps:\n");
        for (int i = 1; i <= 10; i++) {
            text.append("  - {left: %d, at: %dms}\n".formatted(i, 300 * i));
            text.append("  - {right: %d, at: %dms}\n".formatted(i, 300 * i + 100));
        }
        text.append("  - end: both\n").append("expect: {}\n");
        scenario =
                new ScenarioReader(new Datasets(fixtures))
                        .parse(Path.of("twenty-events.yaml"), text.toString());
    }

    /** Builds the pipeline, runs it in the simulator, and reads all that came out. */
    Outcome simulate() {
        return ScenarioSimulation.compile(scenario).run();
    }

    /** Builds the same pipeline over bounded sources of the same events and runs it to its end. */
    void runOn(MiniCluster cluster) throws Exception {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(
                        new Configuration()
                                .set(PipelineOptions.GENERIC_TYPES, false)
                                .set(
                                        PipelineOptions.CLOSURE_CLEANER_LEVEL,
                                        ExecutionConfig.ClosureCleanerLevel.NONE));
        env.setParallelism(1);
        JoinPipeline.Outputs outputs =
                JoinPipeline.build(
                        events(env, Side.LEFT),
                        events(env, Side.RIGHT),
                        scenario.left().schema(),
                        scenario.right().schema(),
                        scenario.variant(),
                        scenario.options(),
                        JoinPipeline.WatermarkAdapter.NONE);
        for (DataStream<?> output :
                List.of(
                        outputs.joined(),
                        outputs.late(),
                        outputs.dropped(),
                        outputs.left().malformed(),
                        outputs.right().malformed(),
                        outputs.left().ignored(),
                        outputs.right().ignored())) {
            output.sinkTo(new DiscardingSink<>());
        }
        cluster.executeJobBlocking(env.getStreamGraph().getJobGraph());
    }

    private DataStream<String> events(StreamExecutionEnvironment env, Side side) {
        List<String> raw = new ArrayList<>();
        for (Step step : scenario.steps()) {
            if (step instanceof Step.Deliver deliver && deliver.side() == side) {
                raw.add(deliver.raw());
            }
        }
        return env.fromData(raw);
    }

    /** A MiniCluster with room for the job. */
    static MiniCluster startCluster() throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(RestOptions.BIND_ADDRESS, "localhost");
        MiniCluster cluster =
                new MiniCluster(
                        new MiniClusterConfiguration.Builder()
                                .setConfiguration(configuration)
                                .setNumTaskManagers(1)
                                .setNumSlotsPerTaskManager(2)
                                .build());
        cluster.start();
        return cluster;
    }
}
