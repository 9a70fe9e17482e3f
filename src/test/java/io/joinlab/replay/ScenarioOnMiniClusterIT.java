package io.joinlab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.joinlab.join.TimeDomain;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.OutcomeComparison;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
import io.joinlab.scenario.ScenarioFailure;
import io.joinlab.scenario.SimulatorRuntime;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every scenario on a real Flink cluster, fed in step: what the simulator says is what Flink does.
 */
class ScenarioOnMiniClusterIT {
    private final MiniClusterRuntime miniCluster = new MiniClusterRuntime();

    @TestFactory
    @DisplayName(
            "An event-time scenario has the same outcome, step by step, as expected and as on the"
                    + " simulator")
    Stream<DynamicTest> eventTime() {
        return scenarios(TimeDomain.EVENT, this::sameOutcome);
    }

    @TestFactory
    @DisplayName(
            "A join of tables has the same outcome, step by step, as expected and as on the"
                    + " simulator, unless it forgets by the cluster's clock")
    Stream<DynamicTest> changelog() {
        return scenarios(TimeDomain.CHANGELOG, this::sameOutcomeOrRefused);
    }

    private void sameOutcomeOrRefused(Scenario scenario) {
        if (scenario.options().stateTtl() == null) {
            sameOutcome(scenario);
        } else {
            assertThatThrownBy(() -> miniCluster.run(scenario))
                    .isInstanceOf(ScenarioFailure.class)
                    .hasMessage(
                            scenario.file()
                                    + ": on a cluster state-ttl goes by the system's clock, which"
                                    + " steps can't move; run the scenario on the simulator");
        }
    }

    @TestFactory
    @DisplayName(
            "A processing-time scenario joins two rows if and only if they report the same window,"
                    + " or the right one is the version that the left one must have met")
    Stream<DynamicTest> processingTime() {
        return scenarios(TimeDomain.PROCESSING, this::holdsByDefinition);
    }

    private static Stream<DynamicTest> scenarios(TimeDomain time, Consumer<Scenario> check) {
        return ScenarioCatalogue.find().all().stream()
                .filter(scenario -> scenario.variant().time() == time)
                .map(
                        scenario ->
                                dynamicTest(
                                        scenario.title(),
                                        scenario.file().toUri(),
                                        () -> check.accept(scenario)));
    }

    private void sameOutcome(Scenario scenario) {
        Outcome onCluster = miniCluster.run(scenario);
        assertEqual(scenario, "expected", OutcomeComparison.of(scenario, onCluster));

        Outcome simulated = new SimulatorRuntime().run(scenario);
        assertEqual(scenario, "simulated", OutcomeComparison.of(scenario, simulated, onCluster));
    }

    private static void assertEqual(Scenario scenario, String with, OutcomeComparison comparison) {
        assertThat(comparison.equal())
                .withFailMessage(
                        () ->
                                scenario.file()
                                        + ": the MiniCluster's outcome is not the one "
                                        + with
                                        + "\n"
                                        + comparison.explanation())
                .isTrue();
    }

    private void holdsByDefinition(Scenario scenario) {
        Scenario quick = Quicker.than(scenario);
        TimedOutcome timed = miniCluster.runTimed(quick);

        assertThat(ProcessingTimeDefinition.violations(quick, timed))
                .as("%s: %s", scenario.file(), timed)
                .isEmpty();
        assertEqual(
                scenario,
                "expected",
                OutcomeComparison.of(
                        scenario,
                        withoutJoined(scenario.expect()),
                        withoutJoined(timed.outcome())));
    }

    /** What does not depend on the time of arrival. */
    private static Outcome withoutJoined(Outcome outcome) {
        return new Outcome(
                List.of(),
                outcome.late(),
                outcome.dropped(),
                outcome.malformed(),
                outcome.ignored());
    }
}
