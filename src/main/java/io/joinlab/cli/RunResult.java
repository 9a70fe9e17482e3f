package io.joinlab.cli;

import io.joinlab.scenario.OutcomeComparison;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioFailure;
import io.joinlab.scenario.ScenarioSimulation;
import io.joinlab.scenario.StepDifference;
import io.joinlab.scenario.Trace;

/**
 * A scenario that ran.
 *
 * @param scenario the scenario
 * @param trace what came out; {@code null} if the pipeline failed
 * @param comparison that against what was expected; {@code null} if the pipeline failed
 * @param failure why the pipeline failed; {@code null} if it did not
 * @param updated whether the scenario's file now expects what came out
 */
record RunResult(
        Scenario scenario,
        Trace trace,
        OutcomeComparison comparison,
        ScenarioFailure failure,
        boolean updated) {

    /** Runs a scenario in the simulator. */
    static RunResult of(Scenario scenario) {
        try {
            Trace trace = ScenarioSimulation.compile(scenario).trace();
            OutcomeComparison comparison = OutcomeComparison.of(scenario, trace.outcome());
            return new RunResult(scenario, trace, comparison, null, false);
        } catch (ScenarioFailure failure) {
            return new RunResult(scenario, null, null, failure, false);
        }
    }

    /** The same, with whether the file has been rewritten. */
    RunResult withUpdated(boolean rewritten) {
        return new RunResult(scenario, trace, comparison, failure, rewritten);
    }

    /** Whether what came out is what was expected. */
    boolean asExpected() {
        return failure == null && comparison.equal();
    }

    /** The first step that differs; 0 if there is none to point at. */
    int firstDifference() {
        return comparison.differences().stream()
                .mapToInt(StepDifference::step)
                .filter(step -> step != StepDifference.WHOLE_RUN)
                .findFirst()
                .orElse(0);
    }
}
