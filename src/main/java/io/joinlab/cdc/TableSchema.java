package io.joinlab.cdc;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What has to be known of a table to read its envelopes.
 *
 * @param database the product it is in
 * @param table its name, without database and schema
 * @param columns its columns in order
 * @param primaryKey the columns of its primary key, in order; empty if it has none
 * @param decimal how its decimals are written
 */
public record TableSchema(
        DatabaseKind database,
        String table,
        List<Column> columns,
        List<String> primaryKey,
        DecimalMode decimal)
        implements Serializable {

    /** Copies the columns and the key. */
    public TableSchema {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
    }

    /** The column of that name. */
    public Optional<Column> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    /** The columns' names in order. */
    public List<String> columnNames() {
        return columns.stream().map(Column::name).toList();
    }

    /**
     * Written as words instead of a tree of objects: every pipeline carries its schemas in several
     * operators, and Java serialization takes far longer for the tree.
     */
    private Object writeReplace() {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                database.name(),
                                table,
                                decimal.name(),
                                Integer.toString(primaryKey.size())));
        words.addAll(primaryKey);
        for (Column column : columns) {
            words.add(column.name());
            words.add(column.type().toString());
        }
        return new Words(words.toArray(String[]::new));
    }

    private record Words(String[] words) implements Serializable {
        private Object readResolve() {
            List<Column> columns = new ArrayList<>();
            int keyEnd = 4 + Integer.parseInt(words[3]);
            for (int i = keyEnd; i < words.length; i += 2) {
                columns.add(new Column(words[i], ColumnType.parse(words[i + 1]).orElseThrow()));
            }
            return new TableSchema(
                    DatabaseKind.valueOf(words[0]),
                    words[1],
                    columns,
                    Arrays.asList(words).subList(4, keyEnd),
                    DecimalMode.valueOf(words[2]));
        }
    }
}
