package io.joinlab.scenario;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.join.JoinKey;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import java.util.Arrays;
import java.util.List;

/**
 * The keys within which the order of an outcome's rows counts, see {@link OutcomeComparison}.
 *
 * @param keys the columns that are joined on
 * @param leftPrimaryKey the primary key's columns of the left table
 * @param rightPrimaryKey the primary key's columns of the right table
 */
record RowKeys(JoinOptions.Keys keys, List<String> leftPrimaryKey, List<String> rightPrimaryKey) {

    static RowKeys of(Scenario scenario) {
        return new RowKeys(
                scenario.options().keys(),
                scenario.left().schema().primaryKey(),
                scenario.right().schema().primaryKey());
    }

    Object ofJoined(JoinedRow row) {
        if (row.relation() instanceof JoinedRow.Timeless) {
            return Arrays.asList(
                    primaryKey(row.left(), leftPrimaryKey),
                    primaryKey(row.right(), rightPrimaryKey));
        }
        Object key = row.left() != null ? of(Side.LEFT, row.left()) : of(Side.RIGHT, row.right());
        return row.relation() instanceof JoinedRow.Distance distance ? List.of(key, distance) : key;
    }

    Object of(Side side, ChangeEvent event) {
        return event.image() == null ? "no row image" : new JoinKey(side, keys).getKey(event);
    }

    private static List<Object> primaryKey(ChangeEvent event, List<String> columns) {
        return event == null
                ? null
                : Arrays.asList(columns.stream().map(event.image()::get).toArray());
    }
}
