package io.joinlab.scenario;

/** Something that can run a scenario: the simulator, or a real Flink cluster fed in step. */
public interface ScenarioRuntime {

    /**
     * Runs the scenario's steps and collects everything that comes out.
     *
     * @throws ScenarioFailure if the pipeline fails; the message says at which step
     */
    Outcome run(Scenario scenario);
}
