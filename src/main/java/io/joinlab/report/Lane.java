package io.joinlab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Marks along the time axis; those that would cover each other go to further rows. */
final class Lane {
    private final int width;
    private final Terminal terminal;
    private final List<Mark> marks = new ArrayList<>();

    /** What stands on the lane; {@code space} is how many columns it keeps free before it. */
    private record Mark(int from, int to, String text, Ink ink, int space) {
        Mark(int from, String text, Ink ink, int space) {
            this(from, from + DisplayText.width(text), text, ink, space);
        }
    }

    Lane(int width, Terminal terminal) {
        this.width = width;
        this.terminal = terminal;
    }

    /**
     * A point in time. The sign stands exactly at its column and the label beside it: after it, or
     * before it where the lane ends.
     */
    void point(int column, String sign, String label, Ink ink) {
        int signWidth = DisplayText.width(sign);
        int labelWidth = DisplayText.width(label);
        boolean fitsAfter = column + signWidth + labelWidth <= width;
        if (fitsAfter) {
            marks.add(new Mark(column, sign + label, ink, 1));
        } else {
            String before = DisplayText.cut(label, column, terminal.either("…", "."));
            marks.add(new Mark(column - DisplayText.width(before), before + sign, ink, 1));
        }
    }

    /**
     * A span of time, both columns included.
     *
     * @param open how it begins, one column
     * @param close how it ends, one column
     */
    Span span(int from, int to, String open, String close, Ink ink) {
        return new Span(from, to, open, close, ink);
    }

    /** A span that still needs its label, which is left out where it doesn't fit. */
    final class Span {
        private final int from;
        private final int to;
        private final String open;
        private final String close;
        private final Ink ink;

        private Span(int from, int to, String open, String close, Ink ink) {
            this.from = from;
            this.to = to;
            this.open = open;
            this.close = close;
            this.ink = ink;
        }

        /** Adds the span with a label in its middle. */
        void labelled(String label) {
            String shown = label.isEmpty() ? "" : " " + label + " ";
            add(shown, (to - from - 1 - DisplayText.width(shown)) / 2);
        }

        /** Adds the span with a label that begins at the column. */
        void labelledAt(int column, String label) {
            add(label + " ", column - from - 1);
        }

        private void add(String label, int before) {
            int inside = to - from - 1;
            int after = inside - before - DisplayText.width(label);
            boolean fits = before >= 0 && after >= 0;
            String line = terminal.either("─", "-");
            String body =
                    fits
                            ? line.repeat(before) + label + line.repeat(after)
                            : line.repeat(Math.max(0, inside));
            marks.add(new Mark(from, to > from ? open + body + close : "|", ink, 0));
        }
    }

    /** The rows, top down; none if nothing is on the lane. */
    List<String> rows() {
        List<List<Mark>> rows = new ArrayList<>();
        List<Mark> sorted = new ArrayList<>(marks);
        sorted.sort(Comparator.comparingInt(Mark::from));
        for (Mark mark : sorted) {
            rows.stream()
                    .filter(row -> row.get(row.size() - 1).to() + mark.space() <= mark.from())
                    .findFirst()
                    .orElseGet(
                            () -> {
                                rows.add(new ArrayList<>());
                                return rows.get(rows.size() - 1);
                            })
                    .add(mark);
        }
        return rows.stream().map(this::row).toList();
    }

    private String row(List<Mark> row) {
        StringBuilder line = new StringBuilder();
        int used = 0;
        for (Mark mark : row) {
            line.append(" ".repeat(mark.from() - used))
                    .append(terminal.paint(mark.ink(), mark.text()));
            used = mark.to();
        }
        return line.toString();
    }
}
