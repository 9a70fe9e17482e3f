package io.joinlab.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A PostgreSQL server with {@code wal_level=logical}. It accepts connections over TCP with a
 * password and no others.
 */
public final class EmbeddedPostgres extends EmbeddedServer {

    private static final String BINARIES = "postgres-linux-x86_64.txz";
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Map<String, String> ENVIRONMENT = Map.of("TZ", "UTC", "LC_ALL", "C");

    private Unprivileged unprivileged;

    private final List<String> options;

    private EmbeddedPostgres(List<String> options) throws IOException {
        super("PostgreSQL");
        this.options = options;
    }

    /**
     * Starts a new server.
     *
     * @throws LiveException if it does not start, with the end of its log
     */
    public static EmbeddedPostgres start() throws IOException {
        return start(List.of());
    }

    /** Starts a new server with options that win over the usual ones. */
    static EmbeddedPostgres start(List<String> options) throws IOException {
        EmbeddedPostgres server = new EmbeddedPostgres(options);
        server.installAndStart();
        try {
            server.database()
                    .execute(
                            "",
                            "CREATE ROLE "
                                    + PostgresDatabase.quote(server.capture().user())
                                    + " LOGIN REPLICATION PASSWORD '"
                                    + server.capture().password().reveal()
                                    + "'");
        } catch (SQLException e) {
            server.close();
            throw new LiveException("The embedded PostgreSQL lets its administrator not in", e);
        }
        return server;
    }

    @Override
    void install(ScratchDirectory scratch) throws IOException, InterruptedException {
        Path base = scratch.resolve("server");
        Binaries.unpackTxz(BINARIES, base);
        Path password = scratch.ownerOnlyFile("password", admin().password().reveal());
        unprivileged = Unprivileged.find(base);
        unprivileged.giveAway(scratch.path());
        ServerProcess.run(
                unprivileged.command(
                        List.of(
                                base.resolve("bin/initdb").toString(),
                                "--pgdata=" + scratch.resolve("data"),
                                "--username=" + admin().user(),
                                "--pwfile=" + password,
                                "--auth-host=scram-sha-256",
                                "--auth-local=reject",
                                "--encoding=UTF8",
                                "--locale=C",
                                "--no-sync")),
                ENVIRONMENT,
                scratch.path());
        Files.delete(password);
    }

    @Override
    ServerProcess launch(ScratchDirectory scratch, int port)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                scratch.resolve("server/bin/postgres").toString(),
                                "-D",
                                scratch.resolve("data").toString(),
                                "--listen_addresses=" + LOOPBACK,
                                "--port=" + port,
                                "--unix_socket_directories=",
                                "--wal_level=logical",
                                "--max_replication_slots=20",
                                "--max_wal_senders=20",
                                // The data has to outlive the process, not the machine.
                                "--fsync=off",
                                // A statement in the log could carry a password.
                                "--log_min_error_statement=panic"));
        command.addAll(options);
        return ServerProcess.start(
                unprivileged.command(command),
                ENVIRONMENT,
                scratch.path(),
                "database system is ready to accept connections",
                START_TIMEOUT);
    }

    /** A fast shutdown: {@code TERM} would wait for every client to go, replication included. */
    @Override
    String stopSignal() {
        return "INT";
    }

    @Override
    public PostgresDatabase database() {
        return new PostgresDatabase(LOOPBACK, port(), admin(), capture());
    }
}
