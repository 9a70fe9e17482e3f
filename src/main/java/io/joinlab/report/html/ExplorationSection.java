package io.joinlab.report.html;

import io.joinlab.explore.Exploration;
import io.joinlab.explore.ExplorationResult;
import io.joinlab.explore.Replay;
import io.joinlab.explore.Schedules;
import io.joinlab.report.ExplorationReport;
import io.joinlab.report.Terminal;
import io.joinlab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/** What an exploration found, outcomes beside each other, each with its shortest schedule. */
public final class ExplorationSection {
    /** More columns than this can't be read beside each other. */
    private static final int MOST_COLUMNS = 4;

    private ExplorationSection() {}

    /**
     * The section of one scenario.
     *
     * @param schedules what was asked for
     */
    public static PageSection of(
            Scenario scenario,
            Exploration exploration,
            Schedules schedules,
            ExplorationResult result) {
        Terminal terminal = Terminal.plain();
        int outcomes = result.outcomes().size();
        List<PageSection.Column> columns = new ArrayList<>();
        if (outcomes > 1) {
            for (ExplorationResult.Found found :
                    result.outcomes().subList(0, Math.min(outcomes, MOST_COLUMNS))) {
                columns.add(column(scenario, exploration, found, columns.size() + 1, terminal));
            }
        }
        String tried =
                String.join(
                        " ",
                        new ExplorationReport(scenario, exploration, schedules, result, terminal)
                                .coverage());
        return new PageSection("Every order", tried + " " + summary(outcomes), columns);
    }

    private static String summary(int outcomes) {
        if (outcomes == 1) {
            return "One outcome, whatever the order.";
        }
        return outcomes
                + " outcomes"
                + (outcomes > MOST_COLUMNS
                        ? ", the first " + MOST_COLUMNS + " of them here."
                        : ".");
    }

    private static PageSection.Column column(
            Scenario scenario,
            Exploration exploration,
            ExplorationResult.Found found,
            int number,
            Terminal terminal) {
        Replay replay = exploration.replay(found.shortest());
        List<PageSection.Line> lines = new ArrayList<>();
        for (Replay.Line line : replay.lines()) {
            lines.add(new PageSection.Line(terminal.text(line.text()), line.departure()));
        }
        for (String row : ExplorationReport.rows(scenario, found.outcome(), terminal)) {
            lines.add(new PageSection.Line("⇒ " + row, false));
        }
        return new PageSection.Column(
                "Outcome "
                        + number
                        + ": "
                        + found.schedules()
                        + (found.schedules() == 1 ? " schedule" : " schedules")
                        + (found.shortest().departures().isEmpty() ? ", arrival order" : ""),
                lines);
    }
}
