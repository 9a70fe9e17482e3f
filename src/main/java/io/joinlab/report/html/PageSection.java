package io.joinlab.report.html;

import java.util.List;

/**
 * A part of a scenario's page: text in columns beside each other.
 *
 * @param title its heading
 * @param about a sentence or two below it; may be empty
 * @param columns from left to right
 */
public record PageSection(String title, String about, List<Column> columns) {

    /** Copies the columns. */
    public PageSection {
        columns = List.copyOf(columns);
    }

    /**
     * A column.
     *
     * @param title its heading
     * @param lines its text
     */
    public record Column(String title, List<Line> lines) {

        /** Copies the lines. */
        public Column {
            lines = List.copyOf(lines);
        }
    }

    /**
     * A line of a column.
     *
     * @param text the text
     * @param notable whether it is to stand out
     */
    public record Line(String text, boolean notable) {}
}
