package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** One server for each kind of database that is needed; embedded ones are removed on close. */
public final class Databases implements AutoCloseable {

    private final Map<DatabaseKind, LiveDatabase> servers = new EnumMap<>(DatabaseKind.class);
    private final List<EmbeddedServer> embedded = new ArrayList<>();

    private Databases() {}

    /**
     * Starts or finds the servers.
     *
     * @param progress takes a line for a person for each thing that takes time
     * @throws LiveException if a server can't be started or reached
     */
    public static Databases open(
            DatabaseChoice choice, Set<DatabaseKind> kinds, Consumer<String> progress) {
        Databases databases = new Databases();
        try {
            for (DatabaseKind kind : kinds) {
                databases.open(choice, kind, progress);
            }
            return databases;
        } catch (RuntimeException e) {
            databases.close();
            throw e;
        }
    }

    private void open(DatabaseChoice choice, DatabaseKind kind, Consumer<String> progress) {
        switch (choice) {
            case EMBEDDED -> {
                progress.accept("Starting an embedded " + kind.label() + " server");
                try {
                    EmbeddedServer server =
                            switch (kind) {
                                case MYSQL -> EmbeddedMariaDb.start();
                                case POSTGRESQL -> EmbeddedPostgres.start();
                            };
                    embedded.add(server);
                    servers.put(kind, server.database());
                } catch (IOException e) {
                    throw new LiveException("No place for an embedded " + kind.label(), e);
                }
            }
            case EXTERNAL -> servers.put(kind, ConnectionSettings.read().database(kind));
        }
    }

    /** The server of a kind that was asked for. */
    public LiveDatabase of(DatabaseKind kind) {
        LiveDatabase server = servers.get(kind);
        if (server == null) {
            throw new IllegalArgumentException("No " + kind.label() + " server was asked for.");
        }
        return server;
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (EmbeddedServer server : embedded) {
            try {
                server.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
