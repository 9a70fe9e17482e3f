package io.joinlab.live;

import io.joinlab.cdc.Column;
import io.joinlab.cdc.Recording;
import io.joinlab.cdc.TableSpec;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the description of a dataset of two recordings, which has no SQL. */
final class DatasetFile {

    private DatasetFile() {}

    /** The text of {@code dataset.yaml}; a table's recording is in {@code <side>.jsonl}. */
    static String write(String name, String title, LiveTable left, LiveTable right) {
        return "dataset: "
                + quote(name)
                + "\ntitle: "
                + quote(title)
                + "\n"
                + table("left", left)
                + table("right", right);
    }

    private static String table(String side, LiveTable table) {
        TableSpec spec = table.spec();
        Recording recording = table.recording();
        TableSpec.Database database = spec.database();
        String schema = database.schema() == null ? "" : ", schema: " + quote(database.schema());
        return """
        %s:
          table: %s
          database: {kind: %s, name: %s%s}
          primary-key: [%s]
          join-key: %s
          columns: {%s}
          recordings:
            default: {file: %s.jsonl, decimal: %s, replica-identity: %s}
        """
                .formatted(
                        side,
                        quote(spec.table()),
                        database.kind().label(),
                        quote(database.name()),
                        schema,
                        spec.primaryKey().stream()
                                .map(DatasetFile::quote)
                                .collect(Collectors.joining(", ")),
                        quote(spec.joinKey()),
                        columns(recording.schema().columns()),
                        side,
                        recording.schema().decimal().label(),
                        recording.replicaIdentity().label());
    }

    private static String columns(List<Column> columns) {
        return columns.stream()
                .map(column -> quote(column.name()) + ": " + quote(column.type().toString()))
                .collect(Collectors.joining(", "));
    }

    private static String quote(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
