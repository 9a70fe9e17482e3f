package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import java.util.List;

/**
 * One table whose changes are captured.
 *
 * @param server the server it is on
 * @param database the name of the database it is in
 * @param table its name; in PostgreSQL within the schema {@code public}
 * @param options how it is captured
 */
public record CapturedTable(
        LiveDatabase server, String database, String table, CaptureOptions options) {

    /** The table's name as Flink CDC's table lists want it. */
    String qualified(String name) {
        return (server.kind() == DatabaseKind.POSTGRESQL ? "public" : database) + "." + name;
    }

    List<String> qualified(List<String> names) {
        return names.stream().map(this::qualified).toList();
    }
}
