package io.joinlab.bench;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.join.IntervalJoin;
import io.joinlab.join.JoinInput;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinOutputs;
import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import io.joinlab.replay.ReplayRun;
import io.joinlab.sim.SimulatedJob;
import io.joinlab.sim.SimulatedSource;
import io.joinlab.sim.Simulation;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** The catalogue's inner interval join in the simulator. */
final class SimulatedIntervalJoin {
    private static final int WATERMARK_EVERY = 200;

    private SimulatedIntervalJoin() {}

    /** Joins the events within {@code bound} to either side; returns the number of joined pairs. */
    static long run(List<SideEvent> events, Duration bound) {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(
                        new Configuration().set(PipelineOptions.GENERIC_TYPES, false));
        env.setParallelism(1);
        env.getConfig().setAutoWatermarkInterval(0);
        JoinOptions options =
                new JoinOptions(
                        new JoinOptions.Keys("id", "product_id"),
                        null,
                        null,
                        new JoinOptions.Interval(bound.negated(), bound, true, true));
        JoinOutputs outputs =
                new IntervalJoin(JoinType.INNER)
                        .join(
                                new JoinInput(source(env, "left"), ChangeEvents.PRODUCTS),
                                new JoinInput(source(env, "right"), ChangeEvents.ORDERS),
                                options);
        outputs.joined().sinkTo(new DiscardingSink<>()).name("joined");

        try (SimulatedJob job = Simulation.of(env).start()) {
            SimulatedSource<ChangeEvent> left = job.source("left");
            SimulatedSource<ChangeEvent> right = job.source("right");
            int sent = 0;
            for (SideEvent row : events) {
                long time = row.event().tsMs();
                (row.side() == Side.LEFT ? left : right).send(row.event(), time);
                if (++sent % WATERMARK_EVERY == 0) {
                    left.watermark(time);
                    right.watermark(time);
                }
            }
            return job.<JoinedRow>sink("joined").values().size();
        }
    }

    /** Any source will do: the simulator takes its reader's place. */
    private static DataStream<ChangeEvent> source(StreamExecutionEnvironment env, String name) {
        try (ReplayRun run = ReplayRun.open()) {
            return env.fromSource(
                    run.source(
                            name,
                            TypeInformation.of(ChangeEvent.class),
                            Boundedness.CONTINUOUS_UNBOUNDED),
                    WatermarkStrategy.noWatermarks(),
                    name);
        }
    }
}
