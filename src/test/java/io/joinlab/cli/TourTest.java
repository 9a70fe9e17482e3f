package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.join.Catalogue;
import io.joinlab.join.Variant;
import io.joinlab.scenario.ScenarioCatalogue;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("joinlab without a command")
class TourTest {

    @Test
    @DisplayName("shows one scenario of each family, all as expected")
    void everyFamilyOnce() {
        CommandLineRun run = CommandLineRun.of();

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().filter(line -> line.matches("\\d of \\d: .*")))
                .map(line -> line.replaceAll("\\d of \\d: (\\w+)\\..*", "$1"))
                .isEqualTo(Catalogue.all().stream().map(Variant::family).distinct().toList());
        assertThat(run.out().lines().filter(line -> line.startsWith("As expected: ")))
                .hasSize(Tour.STOPS.size());
    }

    @Test
    @DisplayName("names only scenarios that there are")
    void nextScenariosExist() {
        ScenarioSelection selection = new ScenarioSelection(ScenarioCatalogue.of(Path.of("")));

        assertThat(Tour.STOPS)
                .allSatisfy(stop -> assertThat(selection.files(List.of(stop.next()))).hasSize(1));
    }
}
