package io.joinlab.live;

import io.joinlab.join.Side;
import java.io.Serializable;
import java.util.List;

/**
 * A table that a join's rows are written to.
 *
 * @param server where it is; its administrator writes
 * @param database the database's name
 * @param table the table's name
 * @param columns its columns in order
 * @param primaryKey the columns of its primary key; at least one
 */
public record TargetTable(
        LiveDatabase server,
        String database,
        String table,
        List<Column> columns,
        List<String> primaryKey) {

    /**
     * A column of it.
     *
     * @param name its name
     * @param side the side of the joined row that its value is from
     * @param source that side's column; its value is NULL where the side is padded
     */
    public record Column(String name, Side side, String source) implements Serializable {}

    /** Copies the columns and the key. */
    public TargetTable {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
    }

    /** The database, for JDBC. */
    String url() {
        return "jdbc:" + server.kind().label() + "://" + server.place() + "/" + database;
    }
}
