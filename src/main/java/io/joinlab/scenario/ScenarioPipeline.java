package io.joinlab.scenario;

import io.joinlab.join.JoinPipeline;
import io.joinlab.join.Side;
import java.util.function.Function;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A scenario's pipeline for any runtime. Sources are named like their {@link Side}s, sinks like the
 * sections of an {@link Outcome}, those of what a single source sent with the side: {@code
 * malformed left}.
 */
public final class ScenarioPipeline {
    /** The sink of the joined rows. */
    public static final String JOINED = "joined";

    /** The sink of the rows that came too late. */
    public static final String LATE = "late";

    /** The sink of the rows that the join could not take. */
    public static final String DROPPED = "dropped";

    private ScenarioPipeline() {}

    /** Gives the sink of a name. */
    @FunctionalInterface
    public interface Sinks {
        /** The sink for rows of any type under this name. */
        <T> Sink<T> named(String name);
    }

    /**
     * Builds the pipeline in an environment of its own, with one subtask for each source: the order
     * of a table's changes is the order of its log.
     *
     * @param sources the source of each side
     * @param sinks the sinks
     * @param watermarks see {@link JoinPipeline#build}
     * @throws IllegalArgumentException if the join can't be built with the scenario's options
     */
    public static StreamExecutionEnvironment build(
            Scenario scenario,
            Function<Side, Source<String, ?, ?>> sources,
            Sinks sinks,
            JoinPipeline.WatermarkAdapter watermarks) {
        return build(scenario, sources, 1, sinks, watermarks);
    }

    /**
     * Builds the pipeline in an environment of its own, with sources of several subtasks.
     *
     * @param sources the source of each side
     * @param sourceParallelism subtasks of each source; events come from the first
     * @param sinks the sinks
     * @param watermarks see {@link JoinPipeline#build}
     * @throws IllegalArgumentException if the join can't be built with the scenario's options
     */
    static StreamExecutionEnvironment build(
            Scenario scenario,
            Function<Side, Source<String, ?, ?>> sources,
            int sourceParallelism,
            Sinks sinks,
            JoinPipeline.WatermarkAdapter watermarks) {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        // The catalogue's functions hold nothing that has to be cleaned away; to look for it would
        // take a large part of a scenario's time.
        configuration.set(
                PipelineOptions.CLOSURE_CLEANER_LEVEL, ExecutionConfig.ClosureCleanerLevel.NONE);
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(scenario.parallelism());
        if (!generatesWatermarks(scenario)) {
            // No timer fires for nothing every 200 ms then.
            env.getConfig().setAutoWatermarkInterval(0);
        }
        JoinPipeline.Outputs outputs =
                JoinPipeline.build(
                        source(env, Side.LEFT, sources, sourceParallelism),
                        source(env, Side.RIGHT, sources, sourceParallelism),
                        scenario.left().schema(),
                        scenario.right().schema(),
                        scenario.variant(),
                        scenario.options(),
                        watermarks);
        sink(outputs.joined(), JOINED, sinks);
        sink(outputs.late(), LATE, sinks);
        sink(outputs.dropped(), DROPPED, sinks);
        sink(outputs.left().malformed(), malformed(Side.LEFT), sinks);
        sink(outputs.right().malformed(), malformed(Side.RIGHT), sinks);
        sink(outputs.left().ignored(), ignored(Side.LEFT), sinks);
        sink(outputs.right().ignored(), ignored(Side.RIGHT), sinks);
        return env;
    }

    private static boolean generatesWatermarks(Scenario scenario) {
        return scenario.options().times() != null
                && scenario.options().times().outOfOrderness() != null;
    }

    /** The sink of what a side's source sent that could not be parsed. */
    public static String malformed(Side side) {
        return "malformed " + side.label();
    }

    /** The sink of what a side's source sent beside change events. */
    public static String ignored(Side side) {
        return "ignored " + side.label();
    }

    private static DataStream<String> source(
            StreamExecutionEnvironment env,
            Side side,
            Function<Side, Source<String, ?, ?>> sources,
            int parallelism) {
        return env.fromSource(sources.apply(side), WatermarkStrategy.noWatermarks(), side.label())
                .setParallelism(parallelism);
    }

    private static <T> void sink(DataStream<T> stream, String name, Sinks sinks) {
        stream.sinkTo(sinks.<T>named(name)).name(name);
    }
}
