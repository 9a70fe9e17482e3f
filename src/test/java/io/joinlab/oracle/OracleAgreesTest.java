package io.joinlab.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.join.ChangelogFold;
import io.joinlab.scenario.OutcomeComparison;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every scenario's {@code expect} is what the definition of its join says; no join runs here. */
class OracleAgreesTest {

    @TestFactory
    Stream<DynamicTest> expectation_follows_from_the_definition() {
        return ScenarioCatalogue.find().all().stream()
                .map(
                        scenario ->
                                DynamicTest.dynamicTest(
                                        scenario.title(),
                                        scenario.file().toUri(),
                                        () -> check(scenario)));
    }

    private static void check(Scenario scenario) {
        if (scenario.variant().appendOnly()) {
            checkRows(scenario);
        } else {
            checkChangelog(scenario);
        }
    }

    /** A join that forgets must be wrong at some step, or the scenario would not show it. */
    private static void checkChangelog(Scenario scenario) {
        ChangelogOracle oracle = ChangelogOracle.of(scenario);
        List<Map<ChangelogFold.Row, Integer>> results =
                ChangelogOracle.folded(scenario.expect().joined(), scenario.steps().size());
        if (scenario.options().stateTtl() == null) {
            assertThat(results).as("%s", scenario.file()).isEqualTo(oracle.results());
        } else {
            assertThat(results).as("%s", scenario.file()).isNotEqualTo(oracle.results());
        }
        assertThat(scenario.expect().dropped())
                .extracting(row -> List.of(row.step(), row.value().side()))
                .isEqualTo(
                        oracle.dropped().stream()
                                .map(row -> List.<Object>of(row.step(), row.value().side()))
                                .toList());
    }

    private static void checkRows(Scenario scenario) {
        OutcomeComparison comparison = OutcomeComparison.of(scenario, Oracle.expectedOf(scenario));
        assertThat(comparison.equal())
                .withFailMessage(() -> scenario.file() + "\n" + comparison.explanation())
                .isTrue();
    }
}
