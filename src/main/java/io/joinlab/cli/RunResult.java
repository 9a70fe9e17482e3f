package io.joinlab.cli;

import io.joinlab.join.TimeDomain;
import io.joinlab.replay.MiniClusterRuntime;
import io.joinlab.replay.ProcessingTimeDefinition;
import io.joinlab.replay.TimedOutcome;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.OutcomeComparison;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioFailure;
import io.joinlab.scenario.ScenarioSimulation;
import io.joinlab.scenario.StepDifference;
import io.joinlab.scenario.Trace;
import java.util.List;

/**
 * A scenario that ran.
 *
 * @param scenario the scenario
 * @param trace what came out; {@code null} if the pipeline failed
 * @param comparison that against what was expected; {@code null} if the pipeline failed, or ran by
 *     the system's clock, of which no scenario can know the time
 * @param violations by the system's clock, what does not hold of the definition of the join
 * @param failure why the pipeline failed; {@code null} if it did not
 * @param updated whether the scenario's file now expects what came out
 */
record RunResult(
        Scenario scenario,
        Trace trace,
        OutcomeComparison comparison,
        List<String> violations,
        ScenarioFailure failure,
        boolean updated) {

    /** Runs a scenario in the simulator. */
    static RunResult inSimulator(Scenario scenario) {
        try {
            Trace trace = ScenarioSimulation.compile(scenario).trace();
            return compared(scenario, trace);
        } catch (ScenarioFailure failure) {
            return failed(scenario, failure);
        }
    }

    /**
     * Runs a scenario on a MiniCluster. The watermarks that a picture shows come from the
     * simulator: inside a cluster nobody sees them.
     */
    static RunResult onMiniCluster(Scenario scenario) {
        MiniClusterRuntime miniCluster = new MiniClusterRuntime();
        try {
            if (scenario.variant().time() == TimeDomain.PROCESSING) {
                TimedOutcome timed = miniCluster.runTimed(scenario);
                return new RunResult(
                        scenario,
                        new Trace(timed.outcome(), List.of()),
                        null,
                        ProcessingTimeDefinition.violations(scenario, timed),
                        null,
                        false);
            }
            Outcome outcome = miniCluster.run(scenario);
            List<Emission<Long>> watermarks =
                    ScenarioSimulation.compile(scenario).trace().watermarks();
            return compared(scenario, new Trace(outcome, watermarks));
        } catch (ScenarioFailure failure) {
            return failed(scenario, failure);
        }
    }

    private static RunResult compared(Scenario scenario, Trace trace) {
        OutcomeComparison comparison = OutcomeComparison.of(scenario, trace.outcome());
        return new RunResult(scenario, trace, comparison, List.of(), null, false);
    }

    private static RunResult failed(Scenario scenario, ScenarioFailure failure) {
        return new RunResult(scenario, null, null, List.of(), failure, false);
    }

    /** The same, with whether the file has been rewritten. */
    RunResult withUpdated(boolean rewritten) {
        return new RunResult(scenario, trace, comparison, violations, failure, rewritten);
    }

    /** Whether it ran by the system's clock. */
    boolean bySystemClock() {
        return failure == null && comparison == null;
    }

    /** Whether what came out is what had to. */
    boolean asExpected() {
        return failure == null
                && violations.isEmpty()
                && (comparison == null || comparison.equal());
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
