package io.joinlab.cdc;

import io.joinlab.yaml.YamlMap;
import io.joinlab.yaml.YamlNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One of a dataset's two tables.
 *
 * @param table its name, without database and schema
 * @param database where it is
 * @param primaryKey the columns of its primary key, in order
 * @param joinKey the column that is joined on
 * @param columns its columns in order
 * @param sql the dataset's SQL files for this table by purpose, such as {@code create}, as the
 *     recorder runs them
 * @param recordings its recordings by name, {@code default} first
 */
public record TableSpec(
        String table,
        Database database,
        List<String> primaryKey,
        String joinKey,
        List<Column> columns,
        Map<String, Path> sql,
        Map<String, Recording> recordings) {

    /** The name of the recording that is used where none is named. */
    public static final String DEFAULT_RECORDING = "default";

    /**
     * The database that a table is in.
     *
     * @param kind the product
     * @param name the database's name
     * @param schema the schema's name; {@code null} for MySQL, which has none
     */
    public record Database(DatabaseKind kind, String name, String schema) {}

    private static final Map<String, DatabaseKind> DATABASE_KINDS = labels(DatabaseKind.values());
    private static final Map<String, DecimalMode> DECIMAL_MODES = labels(DecimalMode.values());
    private static final Map<String, ReplicaIdentity> REPLICA_IDENTITIES =
            labels(ReplicaIdentity.values());

    /** The recording that is used where none is named. */
    public Recording defaultRecording() {
        return recordings.get(DEFAULT_RECORDING);
    }

    static TableSpec read(YamlMap map, Path directory) {
        map.rejectUnknown(
                "table",
                "about",
                "database",
                "primary-key",
                "join-key",
                "columns",
                "sql",
                "recordings");
        map.optionalString("about");
        String table = map.string("table");
        Database database = database(map.map("database"));
        List<Column> columns = columns(map.map("columns"));
        List<String> names = columns.stream().map(Column::name).toList();
        List<String> primaryKey =
                map.list("primary-key").map(node -> node.asChoice(names.toArray(String[]::new)));
        String joinKey = map.get("join-key").asChoice(names.toArray(String[]::new));
        Map<String, Path> sql = new LinkedHashMap<>();
        map.find("sql")
                .map(YamlNode::asMap)
                .ifPresent(
                        files -> files.entries().forEach((k, v) -> sql.put(k, file(v, directory))));
        Map<String, Recording> recordings = new LinkedHashMap<>();
        YamlMap recordingMap = map.map("recordings");
        recordingMap.get(DEFAULT_RECORDING);
        recordingMap
                .entries()
                .forEach(
                        (name, node) ->
                                recordings.put(
                                        name,
                                        recording(
                                                name,
                                                node,
                                                directory,
                                                database,
                                                table,
                                                columns,
                                                primaryKey)));
        return new TableSpec(
                table,
                database,
                primaryKey,
                joinKey,
                columns,
                Collections.unmodifiableMap(sql),
                Collections.unmodifiableMap(recordings));
    }

    private static Database database(YamlMap map) {
        DatabaseKind kind = map.choice("kind", DATABASE_KINDS);
        if (kind == DatabaseKind.MYSQL) {
            map.rejectUnknown("kind", "name");
            return new Database(kind, map.string("name"), null);
        }
        map.rejectUnknown("kind", "name", "schema");
        return new Database(kind, map.string("name"), map.string("schema"));
    }

    private static List<Column> columns(YamlMap map) {
        List<Column> columns = new ArrayList<>();
        map.entries().forEach((name, type) -> columns.add(new Column(name, type(type))));
        if (columns.isEmpty()) {
            throw map.error("a table needs at least one column");
        }
        return List.copyOf(columns);
    }

    private static ColumnType type(YamlNode node) {
        String text = node.asString();
        return ColumnType.parse(text)
                .orElseThrow(
                        () ->
                                node.error(
                                        "expected "
                                                + ColumnType.EXPECTED
                                                + ", got '"
                                                + text
                                                + "'"));
    }

    private static Recording recording(
            String name,
            YamlNode node,
            Path directory,
            Database database,
            String table,
            List<Column> columns,
            List<String> primaryKey) {
        DecimalMode decimal = DecimalMode.PRECISE;
        ReplicaIdentity identity = ReplicaIdentity.FULL;
        List<Column> recorded = columns;
        Path file;
        if (node instanceof YamlMap map) {
            map.rejectUnknown("file", "about", "decimal", "replica-identity", "columns");
            map.optionalString("about");
            file = file(map.get("file"), directory);
            decimal = map.find("decimal").map(d -> d.asChoice(DECIMAL_MODES)).orElse(decimal);
            identity =
                    map.find("replica-identity")
                            .map(r -> r.asChoice(REPLICA_IDENTITIES))
                            .orElse(identity);
            if (map.has("columns")) {
                recorded = override(columns, map.map("columns"));
            }
        } else {
            file = file(node, directory);
        }
        return new Recording(
                name,
                file,
                new TableSchema(database.kind, table, recorded, primaryKey, decimal),
                identity);
    }

    private static List<Column> override(List<Column> columns, YamlMap types) {
        types.rejectUnknown(columns.stream().map(Column::name).toArray(String[]::new));
        return columns.stream()
                .map(
                        column ->
                                types.find(column.name())
                                        .map(type -> new Column(column.name(), type(type)))
                                        .orElse(column))
                .toList();
    }

    /** A file of the dataset: its name without a path, so that a dataset is one directory. */
    private static Path file(YamlNode node, Path directory) {
        String name = node.asString();
        if (name.isEmpty() || name.startsWith(".") || name.contains("/") || name.contains("\\")) {
            throw node.error("expected a file name in the dataset's directory, got '" + name + "'");
        }
        return directory.resolve(name);
    }

    private static <E extends Enum<E>> Map<String, E> labels(E[] values) {
        Map<String, E> labels = new LinkedHashMap<>();
        for (E value : values) {
            labels.put(value.name().toLowerCase(Locale.ROOT), value);
        }
        return Collections.unmodifiableMap(labels);
    }
}
