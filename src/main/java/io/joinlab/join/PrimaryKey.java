package io.joinlab.join;

import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.TableSchema;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * Knows a table's rows by their primary key.
 *
 * @param columns the key's columns in order; at least one
 */
record PrimaryKey(List<String> columns) implements Serializable {

    /**
     * The primary key of a table.
     *
     * @throws IllegalArgumentException if it has none: then an event does not say which row it
     *     changes
     */
    static PrimaryKey of(TableSchema table) {
        if (table.primaryKey().isEmpty()) {
            throw new IllegalArgumentException(
                    "table "
                            + table.table()
                            + " has no primary key, by which a regular join knows its rows");
        }
        return new PrimaryKey(table.primaryKey());
    }

    /** The first column of the key that the image lacks or has as NULL. */
    Optional<String> absentIn(RowImage image) {
        return columns.stream()
                .filter(column -> !image.has(column) || image.get(column) == null)
                .findFirst();
    }

    /**
     * The key as text, equal for two images of a table if and only if they are of the same row. The
     * image must have all of the key.
     */
    String of(RowImage image) {
        if (columns.size() == 1) {
            return JoinKey.text(image.get(columns.get(0)));
        }
        StringBuilder text = new StringBuilder();
        for (String column : columns) {
            String value = JoinKey.text(image.get(column));
            text.append(value.length()).append(':').append(value);
        }
        return text.toString();
    }
}
