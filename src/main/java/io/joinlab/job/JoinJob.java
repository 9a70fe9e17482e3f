package io.joinlab.job;

import io.joinlab.join.JoinPipeline;
import io.joinlab.join.Side;
import io.joinlab.live.CdcSources;
import io.joinlab.live.EnvelopeJson;
import io.joinlab.live.ReplicationClient;
import io.joinlab.live.UpsertSink;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A join of the catalogue on two tables, as a job for a Flink cluster.
 *
 * <p>It sets nothing that is the cluster's to say: checkpoints, state backend, restarts and
 * parallelism come from {@code config.yaml} and {@code flink run}.
 */
public final class JoinJob {

    private JoinJob() {}

    /**
     * Builds the job and submits it.
     *
     * @param arguments see {@code docs/cluster.md}
     */
    public static void main(String[] arguments) throws Exception {
        // Where a cluster runs this, java.sql.DriverManager has looked for drivers before the jar
        // was there; loading the class registers it.
        Class.forName("com.mysql.cj.jdbc.Driver");
        JobSpec spec = JobSpec.read(arguments, System.getenv());
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment();
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        environment.configure(configuration);
        build(spec, environment);
        environment.execute("joinlab " + spec.variant().name());
    }

    private static void build(JobSpec spec, StreamExecutionEnvironment environment) {
        JoinPipeline.Outputs outputs =
                JoinPipeline.build(
                        source(spec, Side.LEFT, environment),
                        source(spec, Side.RIGHT, environment),
                        spec.schema(Side.LEFT),
                        spec.schema(Side.RIGHT),
                        spec.variant(),
                        spec.options(),
                        JoinPipeline.WatermarkAdapter.NONE);
        JobOutput output = new JobOutput(spec.output());
        output.joined(outputs.joined());
        output.late(outputs.late());
        output.dropped(outputs.dropped());
        output.rejects(outputs.left(), Side.LEFT);
        output.rejects(outputs.right(), Side.RIGHT);
        if (spec.target() != null) {
            UpsertSink.add(
                    environment,
                    outputs.joined(),
                    Map.of(
                            Side.LEFT, spec.schema(Side.LEFT),
                            Side.RIGHT, spec.schema(Side.RIGHT)),
                    spec.variant().type(),
                    spec.target());
        }
    }

    private static DataStream<String> source(
            JobSpec spec, Side side, StreamExecutionEnvironment environment) {
        return environment
                .fromSource(
                        CdcSources.source(
                                spec.captured(side),
                                List.of(),
                                ReplicationClient.of(spec.slot() + "_" + side.label()),
                                new EnvelopeJson()),
                        WatermarkStrategy.noWatermarks(),
                        side.label())
                // One reader keeps the changes of a row in order.
                .setParallelism(1);
    }
}
