package io.joinlab.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.join.Catalogue;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
import io.joinlab.scenario.ScenarioSimulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The HTML report")
class HtmlReportTest {
    private static final String NAME = "tumbling-event-inner-first-steps";

    private final Scenario scenario =
            ScenarioCatalogue.of(Path.of(""))
                    .read(Path.of("fixtures/teacher-course/scenarios/" + NAME + ".yaml"));

    @TempDir private Path directory;

    @Test
    @DisplayName("says why a pipeline failed, and has no picture of it")
    void failure() throws IOException {
        String page = page(new ScenarioPage(scenario, null, "no rows <today>", List.of()));

        assertThat(page)
                .contains("<strong>Not as expected</strong><pre>no rows &lt;today&gt;</pre>")
                .doesNotContain("<svg", "id=\"steps\"");
        assertThat(Files.readString(directory.resolve("index.html")))
                .contains("<li class=\"differs\">")
                .contains("<span class=\"hint\">failed</span>");
    }

    @Test
    @DisplayName("sets the columns of a section beside each other, what is notable marked")
    void sections() throws IOException {
        PageSection section =
                new PageSection(
                        "Schedules",
                        "They part after 2 transitions.",
                        List.of(
                                new PageSection.Column(
                                        "outcome 1",
                                        List.of(new PageSection.Line("left r 001 > join", false))),
                                new PageSection.Column(
                                        "outcome 2",
                                        List.of(new PageSection.Line("watermark 3s", true)))));

        String page =
                page(
                        new ScenarioPage(
                                scenario,
                                ScenarioSimulation.compile(scenario).trace(),
                                null,
                                List.of(section)));

        assertThat(page)
                .containsSubsequence(
                        "<h2>Schedules</h2>",
                        "<p>They part after 2 transitions.</p>",
                        "<h3>outcome 1</h3>",
                        "<li>left r 001 &gt; join</li>",
                        "<h3>outcome 2</h3>",
                        "<li class=\"notable\">watermark 3s</li>");
    }

    private String page(ScenarioPage page) throws IOException {
        new HtmlReport(Catalogue.all(), List.of(page)).write(directory);
        return Files.readString(directory.resolve("teacher-course/" + NAME + ".html"));
    }
}
