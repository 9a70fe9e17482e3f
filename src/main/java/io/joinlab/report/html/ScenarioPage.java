package io.joinlab.report.html;

import io.joinlab.report.DisplayText;
import io.joinlab.report.ScenarioReport;
import io.joinlab.report.Terminal;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Trace;
import java.util.List;

/**
 * What the report says of one scenario.
 *
 * @param scenario read from a file
 * @param trace what came out when it ran; {@code null} if its pipeline failed
 * @param problem what is not as expected, for people to read; {@code null} if all is
 * @param sections what stands below the steps, such as what an exploration found
 */
public record ScenarioPage(
        Scenario scenario, Trace trace, String problem, List<PageSection> sections) {

    /** Copies the sections. */
    public ScenarioPage {
        sections = List.copyOf(sections);
    }

    /** The name by which the scenario can be run: its file's without {@code .yaml}. */
    String name() {
        return scenario.file().getFileName().toString().replaceFirst("\\.yaml$", "");
    }

    /** The scenario's title as it can be shown. */
    String title() {
        return DisplayText.printable(scenario.title());
    }

    /** Where the page is, seen from the index. */
    String path() {
        return scenario.dataset().name() + "/" + name() + ".html";
    }

    /** What came out, counted. */
    String summary() {
        return trace == null
                ? "failed"
                : new ScenarioReport(scenario, trace, Terminal.plain()).summary();
    }
}
