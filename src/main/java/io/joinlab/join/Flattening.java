package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.RowImage;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Renders a joined row as one flat row, as a table or a message wants it: each side's columns, its
 * {@code op} and its {@code ts_ms}, then {@code window_start} and {@code window_end} or {@code
 * distance} where the join has them, in milliseconds.
 *
 * <p>A name that both sides have becomes {@code left_name} and {@code right_name}; so do {@code op}
 * and {@code ts_ms}, always. {@link #rename} gives a column another name. The names depend on the
 * tables, never on the row: a padded row has the same ones, its missing side's values being null.
 *
 * <p>A column that a row has and its table has not, an added one, comes after the others of its
 * side, under its prefixed name; if that name is taken, prefixed again.
 */
public final class Flattening {
    private static final String OP = "op";
    private static final String TS_MS = "ts_ms";
    private static final List<String> RELATION = List.of("window_start", "window_end", "distance");

    private final Map<Side, Map<String, String>> names;
    private final Set<String> taken;

    private Flattening(Map<Side, Map<String, String>> names) {
        this.names = names;
        this.taken = new HashSet<>(RELATION);
        for (Side side : Side.values()) {
            taken.add(prefixed(side, OP));
            taken.add(prefixed(side, TS_MS));
        }
        names.get(Side.LEFT).values().forEach(this::take);
        names.get(Side.RIGHT).values().forEach(this::take);
    }

    private void take(String name) {
        if (!taken.add(name)) {
            throw new IllegalArgumentException(
                    "two values of a flat row would be named " + name + "; rename a column");
        }
    }

    /**
     * The flattening of rows of two tables.
     *
     * @param leftColumns the left table's column names in order
     * @param rightColumns the right table's column names in order
     * @throws IllegalArgumentException if a name would still stand for two values
     */
    public static Flattening of(Collection<String> leftColumns, Collection<String> rightColumns) {
        return new Flattening(
                Map.of(
                        Side.LEFT, names(Side.LEFT, leftColumns, rightColumns),
                        Side.RIGHT, names(Side.RIGHT, rightColumns, leftColumns)));
    }

    private static Map<String, String> names(
            Side side, Collection<String> columns, Collection<String> others) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String column : columns) {
            names.put(column, others.contains(column) ? prefixed(side, column) : column);
        }
        return names;
    }

    /**
     * The same flattening with another name for a column.
     *
     * @throws IllegalArgumentException if the table has no such column, or if the name would stand
     *     for two values
     */
    public Flattening rename(Side side, String column, String name) {
        if (!names.get(side).containsKey(column)) {
            throw new IllegalArgumentException(
                    "no column " + column + " in " + names.get(side).keySet());
        }
        Map<Side, Map<String, String>> renamed = new HashMap<>(names);
        renamed.put(side, new LinkedHashMap<>(names.get(side)));
        renamed.get(side).put(column, name);
        return new Flattening(renamed);
    }

    /** The flat row, in the order of the class comment. */
    public Map<String, Object> flatten(JoinedRow row) {
        Map<String, Object> flat = new LinkedHashMap<>();
        put(Side.LEFT, row.left(), flat);
        put(Side.RIGHT, row.right(), flat);
        if (row.relation() instanceof JoinedRow.Window window) {
            flat.put("window_start", window.start());
            flat.put("window_end", window.end());
        } else if (row.relation() instanceof JoinedRow.Distance distance) {
            flat.put("distance", distance.millis());
        }
        return flat;
    }

    private void put(Side side, ChangeEvent event, Map<String, Object> flat) {
        RowImage image = event == null ? null : event.image();
        Map<String, Object> row = image == null ? Map.of() : image.toMap();
        names.get(side).forEach((column, name) -> flat.put(name, row.get(column)));
        row.forEach(
                (column, value) -> {
                    if (!names.get(side).containsKey(column)) {
                        flat.put(free(side, column, flat.keySet()), value);
                    }
                });
        flat.put(prefixed(side, OP), event == null ? null : event.op().code());
        flat.put(prefixed(side, TS_MS), event == null ? null : event.tsMs());
    }

    private String free(Side side, String column, Set<String> used) {
        String name = prefixed(side, column);
        while (taken.contains(name) || used.contains(name)) {
            name = prefixed(side, name);
        }
        return name;
    }

    private static String prefixed(Side side, String name) {
        return side.label() + "_" + name;
    }
}
