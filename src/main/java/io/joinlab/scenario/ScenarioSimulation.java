package io.joinlab.scenario;

import io.joinlab.join.JoinPipeline;
import io.joinlab.sim.Simulation;
import io.joinlab.sim.SimulationException;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * A scenario's {@linkplain ScenarioPipeline pipeline}, ready to run in the simulator as often as
 * needed.
 */
public final class ScenarioSimulation {
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
        return compile(scenario, 1);
    }

    /**
     * Builds the scenario's pipeline with sources of several subtasks.
     *
     * @throws ScenarioFailure if the join can't be built with the scenario's options
     */
    static ScenarioSimulation compile(Scenario scenario, int sourceParallelism) {
        try {
            return new ScenarioSimulation(
                    scenario, Simulation.of(pipeline(scenario, sourceParallelism)));
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

    /** How messages about a scenario start. */
    static String place(Scenario scenario) {
        return scenario.file() == null ? "" : scenario.file() + ": ";
    }

    private static StreamExecutionEnvironment pipeline(Scenario scenario, int sourceParallelism) {
        return ScenarioPipeline.build(
                scenario,
                side -> new PlaceholderSource(),
                sourceParallelism,
                new ScenarioPipeline.Sinks() {
                    @Override
                    public <T> Sink<T> named(String name) {
                        return new DiscardingSink<>();
                    }
                },
                JoinPipeline.WatermarkAdapter.NONE);
    }
}
