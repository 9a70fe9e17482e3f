package io.joinlab.report;

import io.joinlab.join.ChangelogFold;
import io.joinlab.join.JoinedRow;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Trace;
import java.util.ArrayList;
import java.util.List;

/** A run of a scenario as text for a terminal. */
public final class ScenarioReport {
    private final Scenario scenario;
    private final Story story;
    private final Terminal terminal;

    /**
     * A report of one run.
     *
     * @param trace what came out when the scenario ran
     */
    public ScenarioReport(Scenario scenario, Trace trace, Terminal terminal) {
        this.scenario = scenario;
        this.story = new Story(scenario, trace);
        this.terminal = terminal;
    }

    /** What it is about: the title, the join with its options, and what to notice. */
    public List<String> heading() {
        return heading(scenario, terminal);
    }

    static List<String> heading(Scenario scenario, Terminal terminal) {
        List<String> lines = new ArrayList<>();
        for (String line : DisplayText.wrap(terminal.text(scenario.title()), terminal.columns())) {
            lines.add(terminal.paint(Ink.STRONG, line));
        }
        String options = new Words(scenario, terminal).options();
        for (String line : DisplayText.wrap(options, terminal.columns())) {
            lines.add(terminal.paint(Ink.FAINT, line));
        }
        if (!scenario.about().isEmpty()) {
            String about = terminal.text(scenario.about().replaceAll("\\s+", " "));
            lines.addAll(DisplayText.wrap(about, terminal.columns()));
        }
        return lines;
    }

    /**
     * The run against time; a run whose output is a changelog, step by step against its result.
     *
     * @param markedStep the step to point at; 0 for none
     */
    public List<String> timeline(int markedStep) {
        return scenario.variant().appendOnly()
                ? new Timeline(story, terminal).lines(markedStep)
                : new ResultTimeline(story, terminal).lines(markedStep);
    }

    /**
     * The run step by step.
     *
     * @param markedStep the step to point at; 0 for none
     */
    public List<String> steps(int markedStep) {
        return new StepTable(story, terminal).lines(markedStep);
    }

    /** {@code 4 joined, 1 late, 2 dropped}, or {@code 7 changes that leave 2 rows, 2 dropped}. */
    public String summary() {
        Outcome outcome = story.outcome();
        List<String> parts = new ArrayList<>();
        parts.add(scenario.variant().appendOnly() ? joined(outcome) : changes(outcome));
        add(parts, outcome.late().size(), "late");
        add(parts, outcome.dropped().size(), "dropped");
        add(parts, outcome.malformed().size(), "malformed");
        add(parts, outcome.ignored(), "ignored");
        return String.join(", ", parts);
    }

    private static String joined(Outcome outcome) {
        return outcome.joined().size() + " joined";
    }

    private static String changes(Outcome outcome) {
        int rows = 0;
        for (Emission<JoinedRow> change : outcome.joined()) {
            rows += ChangelogFold.adds(change.value().kind()) ? 1 : -1;
        }
        return outcome.joined().size()
                + " changes that leave "
                + (rows == 1 ? "1 row" : rows + " rows");
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(count + " " + what);
        }
    }
}
