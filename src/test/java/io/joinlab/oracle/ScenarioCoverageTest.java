package io.joinlab.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.join.Catalogue;
import io.joinlab.join.Variant;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A variant that joins the catalogue comes with scenarios. */
class ScenarioCoverageTest {

    @Test
    void every_variant_has_at_least_three_scenarios() {
        List<Scenario> scenarios = ScenarioCatalogue.find().all();

        assertThat(Catalogue.all())
                .allSatisfy(
                        variant ->
                                assertThat(scenarios)
                                        .filteredOn(scenario -> named(scenario, variant))
                                        .as(variant.name())
                                        .hasSizeGreaterThanOrEqualTo(3));
    }

    private static boolean named(Scenario scenario, Variant variant) {
        return scenario.variant().name().equals(variant.name());
    }
}
