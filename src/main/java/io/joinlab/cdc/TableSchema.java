package io.joinlab.cdc;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * What has to be known of a table to read its envelopes.
 *
 * @param database the product it is in
 * @param table its name, without database and schema
 * @param columns its columns in order
 * @param decimal how its decimals are written
 */
public record TableSchema(
        DatabaseKind database, String table, List<Column> columns, DecimalMode decimal)
        implements Serializable {

    /** Copies the columns. */
    public TableSchema {
        columns = List.copyOf(columns);
    }

    /** The column of that name. */
    public Optional<Column> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    /** The columns' names in order. */
    public List<String> columnNames() {
        return columns.stream().map(Column::name).toList();
    }
}
