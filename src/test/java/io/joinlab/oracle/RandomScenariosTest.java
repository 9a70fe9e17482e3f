package io.joinlab.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.join.JoinedRow;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.OutcomeComparison;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.SimulatorRuntime;
import java.util.Comparator;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Any scenario at all gives on the simulator what the definition of its join says. The seed is
 * fixed so that a build is repeatable; take it away and raise the tries to look further.
 */
class RandomScenariosTest {

    @Provide
    Arbitrary<RandomScenarios.Sample> scenarios() {
        return RandomScenarios.all();
    }

    @Property(tries = 1_000, seed = "20231027", edgeCases = EdgeCasesMode.NONE)
    void simulator_gives_what_the_definition_says(
            @ForAll("scenarios") RandomScenarios.Sample sample) {
        Scenario scenario = sample.scenario();
        Outcome expected = inOneOrder(scenario, Oracle.expectedOf(scenario));
        Outcome actual = inOneOrder(scenario, new SimulatorRuntime().run(scenario));
        OutcomeComparison comparison = OutcomeComparison.of(scenario, expected, actual);
        assertThat(comparison.equal())
                .withFailMessage(() -> sample + comparison.explanation())
                .isTrue();
    }

    /**
     * When a row makes one session of two, Flink puts their contents one after the other in the
     * order of a hash set ({@code MergingWindowSet}), and so the rows of a session that fires have
     * no order that could be foretold.
     */
    private static Outcome inOneOrder(Scenario scenario, Outcome outcome) {
        if (!scenario.variant().family().equals("session")) {
            return outcome;
        }
        return new Outcome(
                outcome.joined().stream()
                        .sorted(
                                Comparator.<Emission<JoinedRow>>comparingInt(Emission::step)
                                        .thenComparing(row -> row.value().toString()))
                        .toList(),
                outcome.late(),
                outcome.dropped(),
                outcome.malformed(),
                outcome.ignored());
    }
}
