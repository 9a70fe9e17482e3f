package io.joinlab.report;

import io.joinlab.cdc.ParseResult;
import io.joinlab.explore.Exploration;
import io.joinlab.explore.ExplorationResult;
import io.joinlab.explore.Outcome;
import io.joinlab.explore.Schedules;
import io.joinlab.explore.SideBySide;
import io.joinlab.join.ChangelogFold;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.SideEvent;
import io.joinlab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What an exploration of a scenario has found, as text for a terminal. */
public final class ExplorationReport {
    private final Scenario scenario;
    private final Exploration exploration;
    private final Schedules schedules;
    private final ExplorationResult result;
    private final Terminal terminal;

    /**
     * A report of one exploration.
     *
     * @param schedules what was asked for
     * @param result what was found
     */
    public ExplorationReport(
            Scenario scenario,
            Exploration exploration,
            Schedules schedules,
            ExplorationResult result,
            Terminal terminal) {
        this.scenario = scenario;
        this.exploration = exploration;
        this.schedules = schedules;
        this.result = result;
        this.terminal = terminal;
    }

    /** What it is about. */
    public List<String> heading() {
        return heading(scenario, terminal);
    }

    /** What a scenario is about. */
    public static List<String> heading(Scenario scenario, Terminal terminal) {
        return ScenarioReport.heading(scenario, terminal);
    }

    /** How many schedules were tried, of how many, in one sentence or two. */
    public List<String> coverage() {
        String tried;
        if (schedules instanceof Schedules.Sampled sampled) {
            tried =
                    counted(result.schedules(), "schedule")
                            + " sampled with seed "
                            + sampled.seed()
                            + ".";
        } else if (result.complete()) {
            tried =
                    "All schedules: "
                            + result.schedules()
                            + (result.schedules() == 1
                                    ? ", for no order makes a difference to any operator."
                                    : " that differ in more than the order of independent things.");
        } else {
            tried =
                    "NOT all schedules: gave up after %s, about %s of the search; sample the rest with --schedules N."
                            .formatted(
                                    counted(result.schedules() + result.redundant(), "run"),
                                    percent(result.coverage()));
        }
        return DisplayText.wrap(tried, terminal.columns());
    }

    private static String percent(double share) {
        return share < 0.01 ? "less than 1 %" : Math.round(share * 100) + " %";
    }

    /**
     * One outcome.
     *
     * @param number by which it is called, from 1
     */
    public List<String> outcome(int number, ExplorationResult.Found found) {
        int departures = found.shortest().departures().size();
        String title =
                "Outcome %d: %s, %s"
                        .formatted(
                                number,
                                counted(found.schedules(), "schedule"),
                                departures == 0
                                        ? "arrival order among them"
                                        : "the shortest with "
                                                + counted(departures, "departure")
                                                + " from arrival order");
        List<String> lines = new ArrayList<>();
        lines.add(terminal.paint(Ink.STRONG, title));
        rows(scenario, found.outcome(), terminal).forEach(row -> lines.add("  " + row));
        return lines;
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** Everything that came out, a line for each distinct row. */
    public static List<String> rows(Scenario scenario, Outcome outcome, Terminal terminal) {
        Words words = new Words(scenario, terminal);
        List<String> rows = new ArrayList<>();
        if (outcome.failure() != null) {
            rows.add("the job fails: " + terminal.text(outcome.failure()));
        }
        for (Map.Entry<String, Map<Object, Integer>> sink : outcome.sinks().entrySet()) {
            List<String> ofSink = new ArrayList<>();
            sink.getValue()
                    .forEach(
                            (value, count) ->
                                    ofSink.add(
                                            row(sink.getKey(), value, words, terminal)
                                                    + howOften(count, terminal)));
            ofSink.sort(null);
            rows.addAll(ofSink);
        }
        if (rows.isEmpty()) {
            rows.add("nothing");
        }
        return rows;
    }

    private static String howOften(int count, Terminal terminal) {
        if (count < 0) {
            return ", taken back " + counted(-count, "time") + " too often";
        }
        return count == 1 ? "" : terminal.either("  ×", "  x") + count;
    }

    private static String row(String sink, Object value, Words words, Terminal terminal) {
        if (value instanceof JoinedRow row) {
            return "joined "
                    + words.relation(row.relation())
                    + ": "
                    + words.event(row.left())
                    + " | "
                    + words.event(row.right());
        } else if (value instanceof ChangelogFold.Row row) {
            return "holds " + words.row(row.left()) + " | " + words.row(row.right());
        } else if (value instanceof SideEvent late) {
            return "late " + late.side().label() + ": " + words.event(late.event());
        } else if (value instanceof DroppedRow dropped) {
            return "dropped "
                    + dropped.side().label()
                    + ": "
                    + words.event(dropped.event())
                    + ", "
                    + dropped.reason();
        } else if (value instanceof ParseResult.Malformed malformed) {
            return sink + ": " + terminal.text(malformed.reason());
        }
        return sink;
    }

    /** Two outcomes' shortest schedules beside each other, from where they part. */
    public List<String> difference(
            int firstNumber,
            ExplorationResult.Found first,
            int secondNumber,
            ExplorationResult.Found second) {
        return SideBySide.lines(
                        terminal.columns(),
                        "outcome " + firstNumber,
                        exploration.replay(first.shortest()),
                        "outcome " + secondNumber,
                        exploration.replay(second.shortest()))
                .stream()
                .map(terminal::text)
                .toList();
    }
}
