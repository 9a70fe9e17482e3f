package io.joinlab.explore;

import java.util.ArrayList;
import java.util.List;

/** Two runs beside each other, from the first point on where they part. */
public final class SideBySide {

    private static final int SHOWN_BEFORE = 2;
    private static final int NUMBERS = 6;
    private static final int GAP = 3;

    private SideBySide() {}

    /**
     * How many transitions the two have in common at the start. What a transition does can differ
     * although its name is the same; then they part there, too.
     */
    public static int partingPoint(Replay left, Replay right) {
        int point = 0;
        while (point < left.lines().size()
                && point < right.lines().size()
                && left.lines().get(point).text().equals(right.lines().get(point).text())) {
            point++;
        }
        return point;
    }

    /**
     * Lines for people: what comes before the parting point in short, then both, numbered; {@code
     * >} marks a departure from arrival order.
     *
     * @param columns how wide the lines may be; longer texts are cut
     * @param leftTitle the heading of the left column
     * @param rightTitle the heading of the right column
     */
    public static List<String> lines(
            int columns, String leftTitle, Replay left, String rightTitle, Replay right) {
        int parting = partingPoint(left, right);
        int first = Math.max(0, parting - SHOWN_BEFORE);
        int widest = (columns - NUMBERS - GAP) / 2;
        List<String> leftCells = cells(left, first, widest);
        List<String> rightCells = cells(right, first, widest);
        int width = width(leftTitle);
        for (String cell : leftCells) {
            width = Math.max(width, width(cell));
        }
        List<String> lines = new ArrayList<>();
        lines.add(
                parting == 0
                        ? "They part at the start:"
                        : "They part after "
                                + parting
                                + (parting == 1 ? " transition:" : " transitions:"));
        lines.add("      " + pad(leftTitle, width) + "   " + rightTitle);
        if (first > 0) {
            lines.add("      ...");
        }
        for (int i = 0; i < Math.max(leftCells.size(), rightCells.size()); i++) {
            String line =
                    "%4d  ".formatted(first + i + 1)
                            + pad(i < leftCells.size() ? leftCells.get(i) : "", width)
                            + (first + i < parting ? "   " : " | ")
                            + (i < rightCells.size() ? rightCells.get(i) : "");
            lines.add(line.stripTrailing());
        }
        return lines;
    }

    private static List<String> cells(Replay replay, int from, int widest) {
        List<String> cells = new ArrayList<>();
        for (int i = from; i < replay.lines().size(); i++) {
            Replay.Line line = replay.lines().get(i);
            cells.add(cut((line.departure() ? "> " : "  ") + line.text(), widest));
        }
        return cells;
    }

    private static String cut(String text, int widest) {
        if (width(text) <= widest) {
            return text;
        }
        int width = 3;
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            width += width(text.codePointAt(i));
            if (width > widest) {
                return text.substring(0, i) + "...";
            }
        }
        return text;
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - width(text)));
    }

    private static int width(String text) {
        return text.codePoints().map(SideBySide::width).sum();
    }

    /** Columns on a terminal: ideographs and their kin take two. */
    private static int width(int codePoint) {
        return switch (Character.UnicodeScript.of(codePoint)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL -> 2;
            default -> 1;
        };
    }
}
