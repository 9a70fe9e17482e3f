package io.joinlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectWriterTest {
    private static final String HEAD =
            """
            # A comment on top.
            title: t   # and one beside

            variant: tumbling-event-full
            dataset: teacher-course
            options: {size: 3s}
            steps:
            # Steps need no indentation.
            - {left: 1, at: 1s}
            - {right: {raw: 'no "JSON"'}}
            - {right: 5, at: 1s}
            - {right: {raw: null}}
            - {watermark: 3s}
            - {left: 1, at: 1s}
            """;

    private final ScenarioReader reader = new ScenarioReader(new Datasets(Path.of("fixtures")));

    @TempDir private Path directory;

    @Test
    void the_outcome_takes_the_place_of_expect_and_the_rest_stays() throws IOException {
        Path file = write(HEAD + "expect: {}\n");

        assertThat(update(file)).isTrue();

        assertThat(file).content().startsWith(HEAD + "expect:\n  joined:\n");
        Scenario rewritten = reader.read(file);
        assertThat(OutcomeComparison.of(rewritten, outcome(rewritten)).explanation())
                .isEqualTo("The outcome is as expected.");
        assertThat(rewritten.expect().joined()).hasSize(2);
        assertThat(rewritten.expect().late()).hasSize(1);
        assertThat(rewritten.expect().malformed()).hasSize(1);
        assertThat(rewritten.expect().ignored()).isEqualTo(1);
    }

    @Test
    void a_file_that_says_the_same_is_left_alone() throws IOException {
        Path file = write(HEAD + "expect: {}\n");
        update(file);
        String once = Files.readString(file).replace("left: null, right:", "left:   null, right:");
        Files.writeString(file, once);

        assertThat(update(file)).isFalse();
        assertThat(file).hasContent(once);
    }

    @Test
    void an_empty_outcome_is_written_too() {
        assertThat(rewrite("title: t\nexpect:\n  joined:\n    - {step: 1}\n"))
                .isEqualTo("title: t\nexpect: {}\n");
    }

    @Test
    void keys_and_comments_after_expect_stay() {
        assertThat(rewrite("expect:\n  # gone\n  joined: []\n\n# about the title\ntitle: t\n"))
                .isEqualTo("expect: {}\n\n# about the title\ntitle: t\n");
        assertThat(rewrite("title: t\nexpect:\n  joined: []\n# the end\n"))
                .isEqualTo("title: t\nexpect: {}\n# the end\n");
        assertThat(rewrite("expect:\n  joined: []\n# not the end\n  late: []\ntitle: t\n"))
                .isEqualTo("expect: {}\ntitle: t\n");
    }

    @Test
    void line_ends_stay_as_they_are() {
        assertThat(rewrite("title: t\r\nexpect:\r\n  joined: []\r\n"))
                .isEqualTo("title: t\r\nexpect: {}\r\n");
        assertThat(rewrite("title: t\nexpect: {}")).isEqualTo("title: t\nexpect: {}\n");
    }

    @Test
    void an_expect_within_a_line_is_refused() {
        assertThatThrownBy(() -> rewrite("{title: t,\n  expect: {}}\n"))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "x.yaml:2: can't rewrite an expect that does not begin at the start of a"
                                + " line");
    }

    @Test
    void a_scenario_without_expect_is_refused() {
        assertThatThrownBy(() -> rewrite("title: t\n"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("x.yaml:1: missing key 'expect'");
    }

    private boolean update(Path file) {
        return new ExpectWriter(reader).update(file, outcome(reader.read(file)));
    }

    private static Outcome outcome(Scenario scenario) {
        return new SimulatorRuntime().run(scenario);
    }

    private static String rewrite(String text) {
        Outcome nothing = new Outcome(List.of(), List.of(), List.of(), List.of(), 0);
        return ExpectWriter.rewrite(Path.of("x.yaml"), text, nothing);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("x.yaml"), text);
    }
}
