package io.joinlab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Marks along the time axis; those that would cover each other go to further rows. */
final class Lane {
    private final int width;
    private final Terminal terminal;
    private final List<Mark> marks = new ArrayList<>();

    private record Mark(int from, String text, Ink ink) {
        int to() {
            return from + DisplayText.width(text);
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
            marks.add(new Mark(column, sign + label, ink));
        } else {
            String before = DisplayText.cut(label, column, terminal.either("…", "."));
            marks.add(new Mark(column - DisplayText.width(before), before + sign, ink));
        }
    }

    /**
     * A span of time, from one column up to another.
     *
     * @param open how it begins, one column
     * @param close how it ends, one column
     * @param label stands within, if it fits
     */
    void span(int from, int to, String open, String close, String label, Ink ink) {
        int inside = Math.max(0, to - from - 1);
        String line = terminal.either("─", "-");
        String shown = DisplayText.width(label) + 2 <= inside ? " " + label + " " : "";
        int before = (inside - DisplayText.width(shown)) / 2;
        int after = inside - DisplayText.width(shown) - before;
        String body = line.repeat(before) + shown + line.repeat(after);
        marks.add(new Mark(from, to > from ? open + body + close : open, ink));
    }

    /** The rows, top down; none if nothing is on the lane. */
    List<String> rows() {
        List<List<Mark>> rows = new ArrayList<>();
        List<Mark> sorted = new ArrayList<>(marks);
        sorted.sort(Comparator.comparingInt(Mark::from));
        for (Mark mark : sorted) {
            rows.stream()
                    .filter(row -> row.get(row.size() - 1).to() < mark.from())
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
