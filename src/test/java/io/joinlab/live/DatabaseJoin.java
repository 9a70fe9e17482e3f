package io.joinlab.live;

import io.joinlab.cdc.Column;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.ChangelogFold;
import io.joinlab.join.JoinType;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the database itself joins of two tables, the right one in PostgreSQL, which has every type
 * of join. The left one's rows are copied beside it, into a temporary table.
 *
 * @param rows each row of the join, and how often it is there
 */
record DatabaseJoin(Map<ChangelogFold.Row, Integer> rows) {

    private static final String COPY = "joinlab_copy";

    static DatabaseJoin of(LiveTables tables, JoinType type) throws SQLException {
        LiveTable left = tables.left();
        LiveTable right = tables.right();
        try (Connection from = left.captured().server().connect(left.captured().database());
                Connection to = right.captured().server().connect(right.captured().database())) {
            copy(left, from, to);
            Map<ChangelogFold.Row, Integer> rows = new HashMap<>();
            String sql =
                    "SELECT %s, %s FROM %s l %s JOIN %s r ON l.%s = r.%s"
                            .formatted(
                                    columns("l", left),
                                    columns("r", right),
                                    COPY,
                                    type.name(),
                                    right.spec().table(),
                                    left.spec().joinKey(),
                                    right.spec().joinKey());
            try (Statement statement = to.createStatement();
                    ResultSet joined = statement.executeQuery(sql)) {
                while (joined.next()) {
                    int width = left.spec().columns().size();
                    rows.merge(
                            new ChangelogFold.Row(
                                    image(left, joined, 0), image(right, joined, width)),
                            1,
                            Integer::sum);
                }
            }
            return new DatabaseJoin(Collections.unmodifiableMap(rows));
        }
    }

    private static String columns(String alias, LiveTable table) {
        return table.spec().columns().stream()
                .map(column -> alias + "." + column.name())
                .collect(Collectors.joining(", "));
    }

    private static void copy(LiveTable left, Connection from, Connection to) throws SQLException {
        try (Statement statement = to.createStatement()) {
            statement.execute(
                    left.spec().columns().stream()
                            .map(column -> column.name() + " " + type(column))
                            .collect(
                                    Collectors.joining(
                                            ", ", "CREATE TEMPORARY TABLE " + COPY + " (", ")")));
        }
        String insert =
                left.spec().columns().stream()
                        .map(column -> "?")
                        .collect(
                                Collectors.joining(", ", "INSERT INTO " + COPY + " VALUES (", ")"));
        try (Statement statement = from.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + left.spec().table());
                PreparedStatement copy = to.prepareStatement(insert)) {
            while (rows.next()) {
                for (int i = 1; i <= left.spec().columns().size(); i++) {
                    copy.setObject(i, rows.getObject(i));
                }
                copy.execute();
            }
        }
    }

    private static String type(Column column) {
        return column.type().toString().equals("string") ? "text" : column.type().toString();
    }

    /** A padded side has no key, and no primary key either. */
    private static RowImage image(LiveTable table, ResultSet row, int offset) throws SQLException {
        List<String> names = table.spec().columns().stream().map(Column::name).toList();
        List<Object> values = new ArrayList<>();
        for (int i = 1; i <= names.size(); i++) {
            values.add(value(row.getObject(offset + i)));
        }
        boolean padded =
                table.spec().primaryKey().stream()
                        .allMatch(key -> values.get(names.indexOf(key)) == null);
        return padded ? null : RowImage.of(names, values);
    }

    private static Object value(Object value) {
        if (value instanceof Integer number) {
            return number.longValue();
        } else if (value instanceof Timestamp timestamp) {
            return timestamp.toLocalDateTime();
        } else if (value == null || value instanceof String || value instanceof BigDecimal) {
            return value;
        }
        throw new IllegalArgumentException("a value of type " + value.getClass());
    }
}
