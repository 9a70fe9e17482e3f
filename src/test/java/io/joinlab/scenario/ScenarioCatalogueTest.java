package io.joinlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioCatalogueTest {
    @TempDir private Path home;
    private Path scenarios;

    @BeforeEach
    void copyADataset() throws IOException {
        Path dataset = Files.createDirectories(home.resolve("fixtures/teacher-course"));
        try (Stream<Path> files = Files.list(Path.of("fixtures/teacher-course"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, dataset.resolve(file.getFileName()));
            }
        }
        scenarios = dataset.resolve("scenarios");
    }

    @Test
    void a_dataset_may_have_no_scenarios() {
        assertThat(ScenarioCatalogue.of(home).all()).isEmpty();
    }

    @Test
    void all_yaml_files_are_scenarios_by_name() throws IOException {
        write("b.yaml", "Second");
        write("a.yaml", "First");
        Files.writeString(scenarios.resolve("notes.txt"), "no scenario");

        assertThat(ScenarioCatalogue.of(home).all())
                .extracting(Scenario::title)
                .containsExactly("First", "Second");
        assertThat(ScenarioCatalogue.of(home).files())
                .containsExactly(scenarios.resolve("a.yaml"), scenarios.resolve("b.yaml"));
    }

    @Test
    void titles_are_unique() throws IOException {
        write("a.yaml", "Same");
        write("b.yaml", "Same");

        assertThatThrownBy(() -> ScenarioCatalogue.of(home).all())
                .isInstanceOf(InputException.class)
                .hasMessage(
                        scenarios.resolve("b.yaml")
                                + ": has the same title as "
                                + scenarios.resolve("a.yaml")
                                + ", 'Same'; say what is different");
    }

    @Test
    void a_directory_without_fixtures_is_refused() {
        Path empty = home.resolve("fixtures/teacher-course");

        assertThatThrownBy(() -> ScenarioCatalogue.of(empty))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        empty.resolve("fixtures")
                                + ": no such directory; it should hold the datasets, run this in"
                                + " joinlab's directory or name it with -Djoinlab.home=...");
    }

    private void write(String name, String title) throws IOException {
        Files.createDirectories(scenarios);
        Files.writeString(
                scenarios.resolve(name),
                "title: "
                        + title
                        + "\nvariant: tumbling-event-inner\noptions: {size: 3s}\nsteps:"
                        + " []\nexpect: {}\n");
    }
}
