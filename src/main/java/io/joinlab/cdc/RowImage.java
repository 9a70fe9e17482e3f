package io.joinlab.cdc;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The columns of one row in their table's order. Immutable.
 *
 * <p>A value is {@code null} (SQL NULL), a {@link Boolean}, {@link Long} (every integer type),
 * {@link Double}, {@link java.math.BigDecimal} (exact, with the column's scale), {@link String},
 * {@link java.time.LocalDate}, {@link java.time.LocalTime}, {@link java.time.LocalDateTime}
 * (without time zone), {@link java.time.Instant} (with time zone) or a {@link ByteString}.
 */
public final class RowImage {
    private final List<String> columns;
    private final Object[] values;

    private RowImage(List<String> columns, Object[] values) {
        this.columns = columns;
        this.values = values;
    }

    /**
     * A row of the given columns and values, position by position.
     *
     * @throws IllegalArgumentException if their numbers differ
     */
    public static RowImage of(List<String> columns, List<?> values) {
        if (columns.size() != values.size()) {
            throw new IllegalArgumentException(
                    columns.size() + " columns but " + values.size() + " values: " + columns);
        }
        return new RowImage(List.copyOf(columns), values.toArray());
    }

    /** A row of the map's entries, in the map's order. */
    public static RowImage of(Map<String, ?> row) {
        return new RowImage(List.copyOf(row.keySet()), row.values().toArray());
    }

    /** The column names, in their table's order. */
    public List<String> columns() {
        return columns;
    }

    /** Whether the row has this column, be its value NULL or not. */
    public boolean has(String column) {
        return columns.contains(column);
    }

    /**
     * The column's value, {@code null} for SQL NULL.
     *
     * @throws IllegalArgumentException if the row has no such column
     */
    public Object get(String column) {
        int index = columns.indexOf(column);
        if (index < 0) {
            throw new IllegalArgumentException("no column " + column + " in " + columns);
        }
        return values[index];
    }

    /** The value at this position of {@link #columns()}, {@code null} for SQL NULL. */
    public Object get(int index) {
        return values[index];
    }

    /** The same row with one column's value replaced. */
    public RowImage with(String column, Object value) {
        int index = columns.indexOf(column);
        if (index < 0) {
            throw new IllegalArgumentException("no column " + column + " in " + columns);
        }
        Object[] copy = values.clone();
        copy[index] = value;
        return new RowImage(columns, copy);
    }

    /** A copy as a map in column order. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            map.put(columns.get(i), values[i]);
        }
        return map;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowImage that
                && columns.equals(that.columns)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(columns, Arrays.hashCode(values));
    }

    @Override
    public String toString() {
        return toMap().toString();
    }
}
