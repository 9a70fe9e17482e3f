package io.joinlab.scenario;

/** Runs scenarios in the simulator: in one thread, in virtual time, in milliseconds. */
public final class SimulatorRuntime implements ScenarioRuntime {

    @Override
    public Outcome run(Scenario scenario) {
        return ScenarioSimulation.compile(scenario).run();
    }
}
