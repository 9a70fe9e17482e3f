package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * A PostgreSQL server with {@code wal_level=logical}. Only password logins over TCP are accepted.
 */
public final class EmbeddedPostgres extends EmbeddedServer {

    /**
     * The publication that {@link #allowCapture} creates: a capture user without ownership of the
     * tables can't create one itself.
     */
    public static final String PUBLICATION = "joinlab";

    private static final String ARCHIVE = "postgres-linux-x86_64.txz";
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private EmbeddedPostgres() throws IOException {
        super("PostgreSQL");
    }

    /** Starts a new server; {@link #close()} stops it and removes its files. */
    public static EmbeddedPostgres start() throws IOException {
        EmbeddedPostgres server = new EmbeddedPostgres();
        server.installAndStart();
        try (Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE ROLE "
                            + server.capture().user()
                            + " LOGIN REPLICATION PASSWORD '"
                            + server.capture().password().reveal()
                            + "'");
        } catch (SQLException e) {
            server.close();
            throw new LiveException(
                    "The embedded PostgreSQL has no capture user: " + e.getMessage(), null);
        }
        return server;
    }

    @Override
    void install(ScratchDirectory scratch) throws IOException, InterruptedException {
        Path base = scratch.resolve("server");
        Binaries.unpackTxz(ARCHIVE, base);
        Path password = scratch.ownerOnlyFile("password", admin().password().reveal());
        ServerProcess.run(
                command(
                        base.resolve("bin/initdb").toString(),
                        "--pgdata=" + scratch.resolve("data"),
                        "--username=" + admin().user(),
                        "--pwfile=" + password,
                        "--auth-host=scram-sha-256",
                        "--auth-local=reject",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--no-sync"),
                Map.of("TZ", "UTC"),
                scratch.path());
        Files.delete(password);
    }

    @Override
    ServerProcess launch(ScratchDirectory scratch, int port)
            throws IOException, InterruptedException {
        return ServerProcess.start(
                command(
                        scratch.resolve("server/bin/postgres").toString(),
                        "-D",
                        scratch.resolve("data").toString(),
                        "-c",
                        "listen_addresses=" + host(),
                        "-c",
                        "port=" + port,
                        "-c",
                        "unix_socket_directories=",
                        "-c",
                        "wal_level=logical",
                        "-c",
                        "max_replication_slots=20",
                        "-c",
                        "max_wal_senders=20",
                        // The data need not outlive the machine, only the process.
                        "-c",
                        "fsync=off",
                        // A statement in the log could carry a password.
                        "-c",
                        "log_min_error_statement=panic"),
                Map.of("TZ", "UTC"),
                scratch.path(),
                "database system is ready to accept connections",
                START_TIMEOUT);
    }

    /**
     * PostgreSQL refuses to run as root. In a user namespace without mappings the same process is
     * nobody, and still owns its files.
     */
    private static List<String> command(String... command) {
        return runningAsRoot()
                ? concat(List.of("unshare", "--user"), List.of(command))
                : List.of(command);
    }

    /**
     * A fast shutdown: {@code TERM} would wait for every client, replication included, to go by
     * itself.
     */
    @Override
    String stopSignal() {
        return "INT";
    }

    @Override
    public DatabaseKind kind() {
        return DatabaseKind.POSTGRESQL;
    }

    @Override
    public String version() {
        return "PostgreSQL 17.7";
    }

    @Override
    public Connection connect(String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", admin().user());
        properties.setProperty("password", admin().password().reveal());
        return DriverManager.getConnection(
                "jdbc:postgresql://" + host() + ":" + port() + "/" + database, properties);
    }

    @Override
    public void createDatabase(String database) throws SQLException {
        execute("postgres", "CREATE DATABASE \"" + database + "\"");
    }

    @Override
    public void dropDatabase(String database) throws SQLException {
        // A slot stays in use until the server has noticed that its client went away.
        String slots = " FROM pg_replication_slots WHERE database = '" + database + "'";
        execute(
                "postgres",
                "SELECT pg_terminate_backend(active_pid, 10000)"
                        + slots
                        + " AND active_pid IS NOT NULL");
        execute("postgres", "SELECT pg_drop_replication_slot(slot_name)" + slots);
        execute("postgres", "DROP DATABASE IF EXISTS \"" + database + "\" WITH (FORCE)");
    }

    @Override
    public void allowCapture(String database, List<String> tables) throws SQLException {
        String list =
                tables.stream().map(table -> "\"" + table + "\"").collect(Collectors.joining(", "));
        execute(database, "GRANT SELECT ON " + list + " TO " + capture().user());
        execute(database, "CREATE PUBLICATION " + PUBLICATION + " FOR TABLE " + list);
    }

    private void execute(String database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
