package io.joinlab.report.html;

import io.joinlab.join.JoinOptions;
import io.joinlab.report.DisplayText;
import io.joinlab.report.StepTable;
import io.joinlab.report.Story;
import io.joinlab.report.Terminal;
import io.joinlab.report.Words;
import io.joinlab.scenario.Scenario;
import java.util.List;

/**
 * A scenario's page ready to be written.
 *
 * @param problem what is not as expected; {@code null} if all is
 * @param run the picture and the steps; {@code null} if the pipeline failed
 * @param previous the scenario before it in its family; {@code null} for the first
 * @param next the one after it; {@code null} for the last
 */
record ScenarioView(
        Inline style,
        Inline script,
        String title,
        String family,
        String name,
        String qualified,
        String file,
        String options,
        String about,
        String problem,
        String summary,
        RunView run,
        List<PageSection> sections,
        Neighbour previous,
        Neighbour next) {

    /**
     * A link to another scenario.
     *
     * @param path from this page
     */
    record Neighbour(String path, String title) {

        static Neighbour of(ScenarioPage page) {
            return page == null ? null : new Neighbour("../" + page.path(), page.title());
        }
    }

    /**
     * A run that came to its end.
     *
     * @param hint what the picture shows
     */
    record RunView(
            String hint, PictureView picture, List<LegendView> legend, List<StepView> steps) {

        private static final String RESULT_HINT =
                "From top to bottom: the steps. A line is a row of the result, from where it comes"
                        + " out to where it is taken back.";

        private static String timeHint(Story story, String progress) {
            JoinOptions options = story.scenario().options();
            return "From left to right: %s. From top to bottom: the steps. The grey area is behind the %s.%s"
                    .formatted(
                            story.byEventTime() ? "event time" : "the clock",
                            progress,
                            options.windows() != null
                                    ? " The bars on top are the windows."
                                    : options.interval() != null
                                            ? " A bar is as long as its left row reaches for right"
                                                    + " ones."
                                            : "");
        }

        static RunView of(ScenarioPage page) {
            if (page.trace() == null) {
                return null;
            }
            Story story = new Story(page.scenario(), page.trace());
            boolean appendOnly = page.scenario().variant().appendOnly();
            String progress = story.byEventTime() ? "watermark" : "clock";
            PictureView picture =
                    appendOnly ? new TimePicture(story).view() : new ResultPicture(story).view();
            return new RunView(
                    appendOnly ? timeHint(story, progress) : RESULT_HINT,
                    picture,
                    LegendView.of(picture, progress),
                    StepView.of(story, new StepTable(story, Terminal.plain())));
        }
    }

    static ScenarioView of(
            ScenarioPage page,
            ScenarioPage previous,
            ScenarioPage next,
            Inline style,
            Inline script) {
        Scenario scenario = page.scenario();
        String about = DisplayText.printable(scenario.about().replaceAll("\\s+", " ").strip());
        return new ScenarioView(
                style,
                script,
                page.title(),
                scenario.variant().family(),
                page.name(),
                scenario.dataset().name() + "/" + page.name(),
                "fixtures/" + scenario.dataset().name() + "/scenarios/" + page.name() + ".yaml",
                new Words(scenario, Terminal.plain()).options(),
                about,
                page.problem(),
                page.summary(),
                RunView.of(page),
                page.sections(),
                Neighbour.of(previous),
                Neighbour.of(next));
    }
}
