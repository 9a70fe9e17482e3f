package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One server for each kind of database that is needed; those that joinlab started are removed on
 * close.
 */
public final class Databases implements AutoCloseable {

    private final Map<DatabaseKind, LiveDatabase> servers = new EnumMap<>(DatabaseKind.class);
    private final List<Started> started = new ArrayList<>();

    private Databases() {}

    /** A server that is joinlab's own. */
    private interface Started extends AutoCloseable {
        @Override
        void close();
    }

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
                EmbeddedServer server = embedded(kind);
                started.add(server::close);
                servers.put(kind, server.database());
            }
            case DOCKER -> {
                progress.accept("Starting a " + kind.label() + " server in Docker");
                DockerServer server = DockerServer.start(kind);
                started.add(server::close);
                servers.put(kind, server.database());
            }
            case EXTERNAL -> servers.put(kind, ConnectionSettings.read().database(kind));
        }
    }

    private static EmbeddedServer embedded(DatabaseKind kind) {
        try {
            return switch (kind) {
                case MYSQL -> EmbeddedMariaDb.start();
                case POSTGRESQL -> EmbeddedPostgres.start();
            };
        } catch (IOException e) {
            throw new LiveException("No place for an embedded " + kind.label(), e);
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

    /**
     * Sees to it that the servers are set up for change data capture.
     *
     * @param sources how many sources are going to read each server's log
     * @throws NotReadyException if not
     */
    void check(int sources) {
        NotReadyException.throwIfAny(
                servers.values().stream()
                        .flatMap(server -> server.problems(sources).stream())
                        .toList());
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (Started server : started) {
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
