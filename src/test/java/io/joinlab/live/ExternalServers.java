package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.TableSpec;
import java.sql.Connection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Servers with a dataset's tables, as somebody could have them who has never heard of joinlab. */
public final class ExternalServers implements AutoCloseable {

    private final Databases databases;
    private final Map<DatabaseKind, String> names = new EnumMap<>(DatabaseKind.class);

    private ExternalServers(Databases databases) {
        this.databases = databases;
    }

    /** Starts them and runs the dataset's SQL. */
    public static ExternalServers start(String name) throws Exception {
        Dataset dataset = Dataset.read(RecordedFixtures.DIRECTORY.resolve(name));
        ExternalServers servers =
                new ExternalServers(
                        Databases.open(
                                DatabaseChoice.EMBEDDED,
                                EnumSet.allOf(DatabaseKind.class),
                                line -> {}));
        for (TableSpec table : List.of(dataset.left(), dataset.right())) {
            String database = table.database().name();
            LiveDatabase server = servers.databases.of(table.database().kind());
            server.createDatabase(database);
            servers.names.put(table.database().kind(), database);
            try (Connection connection = server.connect(database)) {
                SqlScript.read(table.sql().get("create")).run(connection);
                SqlScript.read(table.sql().get("snapshot")).run(connection);
            }
        }
        return servers;
    }

    /** What tells joinlab where they are. */
    public Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        for (DatabaseKind kind : DatabaseKind.values()) {
            LiveDatabase server = databases.of(kind);
            String prefix = "JOINLAB_" + kind.name() + "_";
            environment.put(prefix + "HOST", server.host());
            environment.put(prefix + "PORT", Integer.toString(server.port()));
            environment.put(prefix + "ADMIN_USER", server.admin().user());
            environment.put(prefix + "ADMIN_PASSWORD", server.admin().password().reveal());
            environment.put(prefix + "CAPTURE_USER", server.capture().user());
            environment.put(prefix + "CAPTURE_PASSWORD", server.capture().password().reveal());
        }
        return environment;
    }

    /** Runs SQL in the database of a kind. */
    public void mend(DatabaseKind kind, List<String> statements) throws Exception {
        for (String sql : statements) {
            databases.of(kind).execute(names.get(kind), sql);
        }
    }

    /** How many replication slots PostgreSQL has. */
    public int replicationSlots() throws Exception {
        return Integer.parseInt(
                databases
                        .of(DatabaseKind.POSTGRESQL)
                        .query("", "SELECT count(*) FROM pg_replication_slots"));
    }

    /** All passwords. */
    public List<String> passwords() {
        return Stream.of(DatabaseKind.values())
                .map(databases::of)
                .flatMap(server -> Stream.of(server.admin(), server.capture()))
                .map(login -> login.password().reveal())
                .toList();
    }

    @Override
    public void close() {
        databases.close();
    }
}
