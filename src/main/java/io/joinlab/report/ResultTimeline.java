package io.joinlab.report;

import io.joinlab.join.ChangelogFold;
import io.joinlab.join.Side;
import io.joinlab.scenario.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A run of a join of tables as a picture: steps go from left to right. Each input has a lane with
 * what was delivered; below, each row of the result reaches from the step that brought it out to
 * the step that took it back.
 */
final class ResultTimeline {
    private static final int NAME = 10;

    private final Story story;
    private final Terminal terminal;
    private final Words words;
    private final int steps;
    private final int width;
    private final List<String> lines = new ArrayList<>();

    ResultTimeline(Story story, Terminal terminal) {
        this.story = story;
        this.terminal = terminal;
        this.words = new Words(story.scenario(), terminal);
        this.steps = story.scenario().steps().size();
        this.width = terminal.columns() - NAME - 1;
    }

    /** A row of the result and the step at which it came. */
    private record Came(int step, Story.Joined row) {}

    /**
     * The picture's lines.
     *
     * @param markedStep the step to point at; 0 for none
     */
    List<String> lines(int markedStep) {
        lane("step", numbers());
        lane("left", input(Side.LEFT));
        lane("right", input(Side.RIGHT));
        lane("result", result());
        Lane others = others();
        if (!others.rows().isEmpty()) {
            lane("besides", others);
        }
        if (markedStep > 0) {
            Lane marker = newLane();
            marker.point(column(markedStep), "^", "step " + markedStep, Ink.BAD);
            lane("differs", marker);
        }
        return lines;
    }

    private Lane newLane() {
        return new Lane(width, terminal);
    }

    /** Where the step begins; the step after the last begins at the picture's edge. */
    private int column(int step) {
        return (step - 1) * width / steps;
    }

    private Lane numbers() {
        Lane lane = newLane();
        for (int step = 1; step <= steps; step++) {
            lane.point(column(step), "", String.valueOf(step), Ink.FAINT);
        }
        return lane;
    }

    private Lane input(Side side) {
        Lane lane = newLane();
        for (Delivery delivery : story.deliveries().values()) {
            if (delivery.side() == side) {
                lane.point(
                        column(delivery.step()),
                        delivery.fate().sign(terminal),
                        words.label(delivery),
                        delivery.fate().ink());
            }
        }
        return lane;
    }

    /** What happened apart from deliveries, such as a crash. */
    private Lane others() {
        Lane lane = newLane();
        for (Step step : story.scenario().steps()) {
            if (!(step instanceof Step.Deliver)) {
                lane.point(column(step.number()), "", words.step(step), Ink.FAINT);
            }
        }
        return lane;
    }

    private Lane result() {
        Lane lane = newLane();
        Map<ChangelogFold.Row, Deque<Came>> there = new HashMap<>();
        for (Story.Joined row : story.joined()) {
            Deque<Came> same =
                    there.computeIfAbsent(
                            ChangelogFold.Row.of(row.row()), content -> new ArrayDeque<>());
            if (ChangelogFold.adds(row.row().kind())) {
                same.add(new Came(row.step(), row));
            } else if (!same.isEmpty()) {
                span(lane, same.remove(), row.step(), ")");
            }
        }
        there.values().forEach(same -> same.forEach(came -> span(lane, came, steps + 1, ">")));
        return lane;
    }

    private void span(Lane lane, Came came, int until, String close) {
        int from = column(came.step());
        lane.span(from, Math.max(from + 1, column(until) - 1), "[", close, Ink.GOOD)
                .labelledAt(from + 1, came.row().parts(terminal));
    }

    private void lane(String name, Lane lane) {
        List<String> rows = lane.rows();
        line(name, rows.isEmpty() ? "" : rows.get(0));
        rows.stream().skip(1).forEach(row -> line("", row));
    }

    private void line(String name, String row) {
        lines.add((DisplayText.pad(name, NAME) + " " + row).stripTrailing());
    }
}
