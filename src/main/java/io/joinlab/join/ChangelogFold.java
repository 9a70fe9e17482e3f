package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.RowImage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.types.RowKind;

/**
 * The rows that a changelog leaves: what came out and was not taken back. Rows count by their
 * columns; which events they are made of does not matter.
 */
public final class ChangelogFold {
    private final Map<Row, Integer> rows = new LinkedHashMap<>();

    /**
     * A row of the result.
     *
     * @param left the left table's row; {@code null} if it has no match
     * @param right the right table's row; {@code null} if it has no match
     */
    public record Row(RowImage left, RowImage right) {
        /** The columns of a joined row. */
        public static Row of(JoinedRow row) {
            return new Row(image(row.left()), image(row.right()));
        }

        private static RowImage image(ChangeEvent event) {
            return event == null ? null : event.image();
        }
    }

    /** Whether a change of this kind adds a row; otherwise it takes one back. */
    public static boolean adds(RowKind kind) {
        return kind == RowKind.INSERT || kind == RowKind.UPDATE_AFTER;
    }

    /**
     * Adds a row, or takes one back.
     *
     * @throws IllegalStateException if the row that is taken back is not there
     */
    public void apply(JoinedRow change) {
        Row row = Row.of(change);
        if (adds(change.kind())) {
            rows.merge(row, 1, Integer::sum);
        } else if (rows.computeIfPresent(row, (same, count) -> count - 1) == null) {
            throw new IllegalStateException(
                    change.kind().shortString() + " takes back a row that is not there: " + row);
        } else {
            rows.remove(row, 0);
        }
    }

    /** Each row that is there, and how often, in the order in which they came. */
    public Map<Row, Integer> rows() {
        return Collections.unmodifiableMap(rows);
    }
}
