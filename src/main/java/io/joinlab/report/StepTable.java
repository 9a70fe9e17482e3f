package io.joinlab.report;

import io.joinlab.join.ChangelogFold;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Notation;
import io.joinlab.scenario.Step;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.types.RowKind;

/** A run as a table: each step, what happened in it and what came out. */
public final class StepTable {
    private static final int NUMBER = 5; // as wide as the heading " step"
    private static final int SPACE = 2;

    private final Story story;
    private final Terminal terminal;
    private final Words words;
    private final int happenedWidth;
    private final int cameOutWidth;

    /** The table of a run. */
    public StepTable(Story story, Terminal terminal) {
        this.story = story;
        this.terminal = terminal;
        this.words = new Words(story.scenario(), terminal);
        int room = terminal.columns() - NUMBER - 2 * SPACE;
        this.happenedWidth = room * 2 / 5;
        this.cameOutWidth = room - happenedWidth;
    }

    /**
     * One thing that came out.
     *
     * @param text for people to read
     * @param ink its colour
     */
    public record Output(String text, Ink ink) {}

    /**
     * The table's lines, the heading first.
     *
     * @param markedStep the step to point at; 0 for none
     */
    List<String> lines(int markedStep) {
        List<String> lines = new ArrayList<>();
        lines.add(
                terminal.paint(
                        Ink.STRONG,
                        " step  "
                                + DisplayText.pad("what happened", happenedWidth)
                                + "  came out"));
        for (Step step : story.scenario().steps()) {
            row(step, step.number() == markedStep, lines);
        }
        return lines;
    }

    private void row(Step step, boolean marked, List<String> lines) {
        List<String> left = DisplayText.wrap(happened(step), happenedWidth);
        List<Output> right = new ArrayList<>();
        for (Output output : outputs(step)) {
            for (String line : DisplayText.wrap(output.text(), cameOutWidth)) {
                right.add(new Output(line, output.ink()));
            }
        }
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            String number = i == 0 ? String.valueOf(step.number()) : "";
            String pointer = i == 0 && marked ? ">" : " ";
            String start = pointer + " ".repeat(Math.max(0, NUMBER - 1 - number.length())) + number;
            String middle = DisplayText.pad(i < left.size() ? left.get(i) : "", happenedWidth);
            String end =
                    i < right.size() ? terminal.paint(right.get(i).ink(), right.get(i).text()) : "";
            lines.add(
                    (terminal.paint(marked ? Ink.BAD : Ink.PLAIN, start)
                                    + " ".repeat(SPACE)
                                    + middle
                                    + " ".repeat(SPACE)
                                    + end)
                            .stripTrailing());
        }
    }

    /** What the step does. */
    public String happened(Step step) {
        Delivery delivery = story.deliveries().get(step.number());
        return delivery != null ? words.delivery(delivery, (Step.Deliver) step) : words.step(step);
    }

    /** What came out while the step was processed. */
    public List<Output> outputs(Step step) {
        int number = step.number();
        List<Output> outputs = new ArrayList<>();
        Long watermark = story.watermarkAt(number);
        if (watermark != null && !isSaid(step, watermark)) {
            String time =
                    watermark == TimeAxis.END ? "MAX, end of input" : Notation.time(watermark);
            outputs.add(new Output("watermark at the join: " + time, Ink.FAINT));
        }
        for (Story.Joined row : story.joined()) {
            if (row.step() == number) {
                outputs.add(joined(row));
            }
        }
        for (var late : at(number, story.outcome().late())) {
            outputs.add(
                    new Output(
                            "late " + late.side().label() + ": " + words.event(late.event()),
                            Ink.NOTICE));
        }
        for (var dropped : at(number, story.outcome().dropped())) {
            outputs.add(
                    new Output(
                            "dropped "
                                    + dropped.side().label()
                                    + ": "
                                    + terminal.text(dropped.reason()),
                            Ink.BAD));
        }
        for (var malformed : at(number, story.outcome().malformed())) {
            outputs.add(
                    new Output(
                            "malformed "
                                    + malformed.side().label()
                                    + ": "
                                    + terminal.text(malformed.line().reason()),
                            Ink.BAD));
        }
        Delivery delivery = story.deliveries().get(number);
        if (delivery != null && delivery.fate() == Delivery.Fate.IGNORED) {
            outputs.add(new Output("ignored: no change of a row", Ink.FAINT));
        }
        return outputs;
    }

    private Output joined(Story.Joined row) {
        boolean appendOnly = story.scenario().variant().appendOnly();
        RowKind kind = row.row().kind();
        String relation = words.relation(row.row().relation());
        return new Output(
                (appendOnly ? "joined" : kind.shortString())
                        + " "
                        + row.parts(terminal)
                        + (relation.isEmpty() ? "" : ", " + relation)
                        + ": "
                        + words.event(row.row().left())
                        + " | "
                        + words.event(row.row().right()),
                ChangelogFold.adds(kind) ? Ink.GOOD : Ink.NOTICE);
    }

    /** Whether the step itself names the watermark that the join reached. */
    private static boolean isSaid(Step step, long watermark) {
        return step instanceof Step.Watermark said
                && said.left() != null
                && said.left() == watermark
                && said.left().equals(said.right());
    }

    private static <T> List<T> at(int step, List<Emission<T>> emissions) {
        return emissions.stream().filter(e -> e.step() == step).map(Emission::value).toList();
    }
}
