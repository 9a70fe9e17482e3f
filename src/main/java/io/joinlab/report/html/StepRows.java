package io.joinlab.report.html;

import io.joinlab.report.Delivery;
import io.joinlab.report.DisplayText;
import io.joinlab.report.StepTable;
import io.joinlab.report.Story;
import io.joinlab.report.Terminal;
import io.joinlab.report.Words;
import io.joinlab.scenario.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a picture, one for each step from top to bottom: where they are and what they say.
 * What came out of a step has lines of its own below the step's.
 */
final class StepRows {
    /** Where the steps' words end and the picture begins. */
    static final int LEFT = 270;

    static final int RIGHT = 858;

    /** As wide as a character of the picture's labels, or a little wider. */
    static final int CHARACTER = 7;

    private static final int WIDTH = RIGHT + 14;
    private static final int TEXT_COLUMNS = 28;
    private static final int LINE = 18;
    private static final int ROW = 32;

    private final Story story;
    private final Words words;
    private final StepTable table;
    private final Map<Integer, Integer> tops = new HashMap<>();
    private final Map<Story.Joined, Integer> outputs = new IdentityHashMap<>();
    private final int bottom;

    /** Rows below {@code top}. */
    StepRows(Story story, int top) {
        this.story = story;
        this.words = new Words(story.scenario(), Terminal.plain());
        this.table = new StepTable(story, Terminal.plain());
        int y = top;
        for (Step step : story.scenario().steps()) {
            tops.put(step.number(), y);
            int line = y + ROW / 2;
            for (Story.Joined row : joinedAt(step)) {
                line += LINE;
                outputs.put(row, line);
            }
            y = line + ROW / 2;
        }
        this.bottom = y;
    }

    static int width() {
        return WIDTH;
    }

    /** The lower edge of the last row. */
    int bottom() {
        return bottom;
    }

    /** Where the step's own line is. */
    int y(int step) {
        return tops.get(step) + ROW / 2;
    }

    /** The line of the step after, or the lower edge below the last. */
    int nextY(int step) {
        return tops.containsKey(step + 1) ? y(step + 1) : bottom;
    }

    /** Where the line of a joined row is. */
    int y(Story.Joined row) {
        return outputs.get(row);
    }

    List<Story.Joined> joinedAt(Step step) {
        return story.joined().stream().filter(row -> row.step() == step.number()).toList();
    }

    /** A row without what the kind of the picture adds to it. */
    PictureView.Row row(Step step, PictureView.Mark mark, List<PictureView.Output> outputs) {
        int top = tops.get(step.number());
        int next = tops.getOrDefault(step.number() + 1, bottom);
        return new PictureView.Row(
                step.number(),
                top,
                next - top,
                y(step.number()),
                DisplayText.cut(table.happened(step), TEXT_COLUMNS, "…"),
                spoken(step),
                rule(step),
                null,
                "",
                null,
                mark,
                null,
                outputs);
    }

    private String spoken(Step step) {
        List<String> parts = new ArrayList<>();
        parts.add("Step " + step.number() + ": " + table.happened(step));
        Delivery delivery = story.deliveries().get(step.number());
        if (delivery != null && delivery.fate() == Delivery.Fate.OUT_OF_ORDER) {
            parts.add(delivery.fate().meaning());
        }
        table.outputs(step).forEach(output -> parts.add(output.text()));
        return String.join("; ", parts);
    }

    private static String rule(Step step) {
        if (step instanceof Step.Snapshot) {
            return "snapshot";
        }
        return step instanceof Step.Crash ? "crash" : "";
    }

    /** The mark of a delivery; only one that stands at its time needs a label. */
    PictureView.Mark mark(Delivery delivery, int x, boolean labelled) {
        boolean inOrder = delivery.fate() == Delivery.Fate.IN_ORDER;
        int y = y(delivery.step());
        return new PictureView.Mark(
                x,
                y,
                delivery.side().label(),
                delivery.fate().meaning().replace(' ', '-'),
                inOrder ? "" : delivery.fate().sign(Terminal.plain()),
                labelled ? beside(x, y, words.label(delivery)) : null);
    }

    PictureView.Output output(Story.Joined row, int x, String kind, String label) {
        return new PictureView.Output(
                x, y(row), kind, part(row.left()), part(row.right()), beside(x, y(row), label));
    }

    private static String part(Delivery delivery) {
        return delivery == null ? "" : String.valueOf(delivery.step());
    }

    /** After the mark, or before it where the picture ends. */
    private static PictureView.Label beside(int x, int y, String text) {
        boolean fits = x + 12 + DisplayText.width(text) * CHARACTER <= WIDTH;
        return new PictureView.Label(fits ? x + 12 : x - 12, y + 4, fits ? "start" : "end", text);
    }

    /** Whether both sides are there. */
    static String kind(Story.Joined row) {
        return row.row().left() != null && row.row().right() != null ? "pair" : "padded";
    }
}
