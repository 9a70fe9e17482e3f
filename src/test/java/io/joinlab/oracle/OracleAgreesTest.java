package io.joinlab.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.scenario.OutcomeComparison;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
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
        OutcomeComparison comparison = OutcomeComparison.of(scenario, Oracle.expectedOf(scenario));
        assertThat(comparison.equal())
                .withFailMessage(() -> scenario.file() + "\n" + comparison.explanation())
                .isTrue();
    }
}
