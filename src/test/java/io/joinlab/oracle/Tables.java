package io.joinlab.oracle;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.ChangelogFold;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinType;
import io.joinlab.join.Side;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two tables as change events make them, and their join as SQL defines it, by nested loops. */
public final class Tables {
    private final Map<Side, List<String>> primaryKeys;
    private final Map<Side, Map<List<Object>, RowImage>> rows = new EnumMap<>(Side.class);

    /** Two empty tables with these primary keys. */
    public Tables(Map<Side, List<String>> primaryKeys) {
        this.primaryKeys = primaryKeys;
        for (Side side : Side.values()) {
            rows.put(side, new LinkedHashMap<>());
        }
    }

    /** Inserts the event's row, overwrites it or deletes it, by its primary key. */
    public void apply(Side side, ChangeEvent event) {
        if (event.op() == Op.DELETE) {
            rows.get(side).remove(primaryKey(side, event.before()));
        } else {
            rows.get(side).put(primaryKey(side, event.after()), event.after());
        }
    }

    /** The row with that primary key, {@code null} if there is none. */
    RowImage row(Side side, List<Object> primaryKey) {
        return rows.get(side).get(primaryKey);
    }

    /** All rows of a table. */
    Collection<RowImage> rows(Side side) {
        return rows.get(side).values();
    }

    private List<Object> primaryKey(Side side, RowImage image) {
        return primaryKeys.get(side).stream().map(image::get).toList();
    }

    /** Each row of the join, and how often. */
    public Map<ChangelogFold.Row, Integer> join(JoinType type, JoinOptions.Keys keys) {
        Map<ChangelogFold.Row, Integer> result = new HashMap<>();
        for (RowImage left : rows(Side.LEFT)) {
            boolean matched = false;
            for (RowImage right : rows(Side.RIGHT)) {
                if (equal(left.get(keys.left()), right.get(keys.right()))) {
                    matched = true;
                    result.merge(new ChangelogFold.Row(left, right), 1, Integer::sum);
                }
            }
            if (!matched && (type == JoinType.LEFT || type == JoinType.FULL)) {
                result.merge(new ChangelogFold.Row(left, null), 1, Integer::sum);
            }
        }
        for (RowImage right : rows(Side.RIGHT)) {
            boolean matched =
                    rows(Side.LEFT).stream()
                            .anyMatch(
                                    left -> equal(left.get(keys.left()), right.get(keys.right())));
            if (!matched && (type == JoinType.RIGHT || type == JoinType.FULL)) {
                result.merge(new ChangelogFold.Row(null, right), 1, Integer::sum);
            }
        }
        return result;
    }

    private static boolean equal(Object left, Object right) {
        return left != null && left.equals(right);
    }
}
