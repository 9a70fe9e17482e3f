package io.joinlab.scenario;

import io.joinlab.join.JoinPipeline;
import io.joinlab.join.Side;
import io.joinlab.sim.Simulation;
import io.joinlab.sim.SimulationException;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * A scenario's pipeline, ready to run in the simulator as often as needed. Sources are named like
 * their {@link Side}s, sinks like the sections of an {@link Outcome}, those of what a single source
 * sent with the side: {@code malformed left}.
 */
public final class ScenarioSimulation {
    static final String JOINED = "joined";
    static final String LATE = "late";
    static final String DROPPED = "dropped";
    private static final String MALFORMED = "malformed ";
    private static final String IGNORED = "ignored ";

    private final Scenario scenario;
    private final Simulation simulation;

    private ScenarioSimulation(Scenario scenario, Simulation simulation) {
        this.scenario = scenario;
        this.simulation = simulation;
    }

    /**
     * Builds the scenario's pipeline.
     *
     * @throws ScenarioFailure if the join can't be built with the scenario's options
     */
    public static ScenarioSimulation compile(Scenario scenario) {
        try {
            return new ScenarioSimulation(scenario, Simulation.of(pipeline(scenario)));
        } catch (IllegalArgumentException | SimulationException e) {
            throw new ScenarioFailure(
                    place(scenario)
                            + scenario.variant().name()
                            + " can't be built: "
                            + e.getMessage(),
                    e);
        }
    }

    /** The scenario. */
    public Scenario scenario() {
        return scenario;
    }

    /** The pipeline in the simulator. */
    public Simulation simulation() {
        return simulation;
    }

    /**
     * Runs all steps in a job of its own.
     *
     * @throws ScenarioFailure if the pipeline fails; the message names the step
     */
    public Outcome run() {
        return trace().outcome();
    }

    /**
     * Runs all steps in a job of its own and looks inside meanwhile.
     *
     * @throws ScenarioFailure if the pipeline fails; the message names the step
     */
    public Trace trace() {
        return new ScenarioRun(scenario, simulation).run();
    }

    /** The sink of what a side's source sent that could not be parsed. */
    static String malformed(Side side) {
        return MALFORMED + side.label();
    }

    /** The sink of what a side's source sent beside change events. */
    static String ignored(Side side) {
        return IGNORED + side.label();
    }

    /** How messages about a scenario start. */
    static String place(Scenario scenario) {
        return scenario.file() == null ? "" : scenario.file() + ": ";
    }

    private static StreamExecutionEnvironment pipeline(Scenario scenario) {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(scenario.parallelism());
        JoinPipeline.Outputs outputs =
                JoinPipeline.build(
                        source(env, Side.LEFT),
                        source(env, Side.RIGHT),
                        scenario.left().schema(),
                        scenario.right().schema(),
                        scenario.variant(),
                        scenario.options(),
                        UnaryOperator.identity());
        sink(outputs.joined(), JOINED);
        sink(outputs.late(), LATE);
        sink(outputs.dropped(), DROPPED);
        sink(outputs.left().malformed(), malformed(Side.LEFT));
        sink(outputs.right().malformed(), malformed(Side.RIGHT));
        sink(outputs.left().ignored(), ignored(Side.LEFT));
        sink(outputs.right().ignored(), ignored(Side.RIGHT));
        return env;
    }

    /** One subtask: the order of a table's changes is the order of its log. */
    private static DataStream<String> source(StreamExecutionEnvironment env, Side side) {
        return env.fromSource(
                        new PlaceholderSource(), WatermarkStrategy.noWatermarks(), side.label())
                .setParallelism(1);
    }

    private static void sink(DataStream<?> stream, String name) {
        stream.sinkTo(new DiscardingSink<>()).name(name);
    }
}
