package io.joinlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every scenario of the fixtures, on the simulator, under its own title. */
class ScenarioTest {
    private static final ScenarioCatalogue CATALOGUE = ScenarioCatalogue.find();

    @TestFactory
    Stream<DynamicTest> on_the_simulator() {
        return CATALOGUE.all().stream()
                .map(
                        scenario ->
                                dynamicTest(
                                        scenario.title(),
                                        scenario.file().toUri(),
                                        () -> run(scenario)));
    }

    @Test
    void there_are_scenarios() {
        assertThat(CATALOGUE.files()).isNotEmpty();
    }

    private static void run(Scenario scenario) {
        Outcome outcome = new SimulatorRuntime().run(scenario);

        OutcomeComparison comparison = OutcomeComparison.of(scenario, outcome);

        assertThat(comparison.equal())
                .withFailMessage(() -> scenario.file() + "\n" + comparison.explanation())
                .isTrue();
    }
}
