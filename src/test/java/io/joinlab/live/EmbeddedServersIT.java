package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("live")
class EmbeddedServersIT {

    private static EmbeddedMariaDb mariaDb;
    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void startServers() throws Exception {
        mariaDb = EmbeddedMariaDb.start();
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stopServers() {
        try (EmbeddedServer one = mariaDb;
                EmbeddedServer other = postgres) {
            assertThat(one).isNotSameAs(other);
        }
    }

    static Stream<EmbeddedServer> servers() {
        return Stream.of(mariaDb, postgres);
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    void theCaptureUserMayReadTheTablesItIsGivenAndNothingElse(EmbeddedServer server)
            throws Exception {
        LiveDatabase admin = server.database();
        admin.createDatabase("shop");
        admin.execute("shop", "CREATE TABLE given (id int NOT NULL PRIMARY KEY)");
        admin.execute("shop", "CREATE TABLE kept (id int NOT NULL PRIMARY KEY)");
        admin.execute("shop", "INSERT INTO given VALUES (1)");
        admin.allowCapture("shop", "public", List.of("given"));
        LiveDatabase capture = loggedInAs(server, server.capture());

        assertThat(capture.query("shop", "SELECT count(*) FROM given")).isEqualTo("1");
        assertThatThrownBy(() -> capture.query("shop", "SELECT count(*) FROM kept"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("denied");
        for (String forbidden :
                List.of(
                        "INSERT INTO given VALUES (2)",
                        "DELETE FROM given",
                        "DROP TABLE given",
                        "CREATE DATABASE other",
                        "CREATE USER intruder")) {
            assertThatThrownBy(() -> capture.execute("shop", forbidden))
                    .as(forbidden)
                    .isInstanceOf(SQLException.class)
                    .hasMessageMatching("(?s).*(denied|must be owner).*");
        }
        admin.dropDatabase("shop");
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    void nobodyGetsInWithoutThePassword(EmbeddedServer server) {
        for (String password : List.of("", "guess")) {
            for (Login login : List.of(server.admin(), server.capture())) {
                LiveDatabase stranger =
                        loggedInAs(server, new Login(login.user(), Secret.of(password)));
                assertThatThrownBy(() -> stranger.query("", "SELECT 1"))
                        .isInstanceOf(SQLException.class)
                        .hasMessageMatching("(?s).*(denied|password|authentication).*");
            }
        }
        for (String user : List.of("root", "mysql", "postgres", "")) {
            LiveDatabase stranger = loggedInAs(server, new Login(user, Secret.of("")));
            assertThatThrownBy(() -> stranger.query("", "SELECT 1"))
                    .isInstanceOf(SQLException.class);
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    void onlyThisMachineReachesIt(EmbeddedServer server) throws Exception {
        assertThat(connects("127.0.0.1", server.port())).isTrue();
        for (String address : otherAddresses()) {
            assertThat(connects(address, server.port())).as(address).isFalse();
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    void noPasswordIsInAProcessListOrAFileThatOthersCanRead(EmbeddedServer server)
            throws Exception {
        List<String> passwords =
                List.of(server.admin().password().reveal(), server.capture().password().reveal());
        for (String name : List.of("cmdline", "environ")) {
            Path file = Path.of("/proc", Long.toString(server.pid()), name);
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                    .doesNotContain(passwords);
        }
        assertThat(Files.getPosixFilePermissions(server.directory()))
                .allMatch(permission -> permission.name().startsWith("OWNER"));
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("servers")
    void aKilledServerStartsAgainOnItsDataAtItsPort(EmbeddedServer server) throws Exception {
        LiveDatabase database = server.database();
        database.createDatabase("lasting");
        database.execute("lasting", "CREATE TABLE t (id int NOT NULL PRIMARY KEY)");
        database.execute("lasting", "INSERT INTO t VALUES (42)");

        server.kill();

        assertThatThrownBy(() -> database.query("lasting", "SELECT id FROM t"))
                .isInstanceOf(SQLException.class);
        server.restart();
        assertThat(server.database()).isEqualTo(database);
        assertThat(database.query("lasting", "SELECT id FROM t")).isEqualTo("42");
        database.dropDatabase("lasting");
    }

    @Test
    void theSettingsAreThoseThatCaptureNeeds() throws Exception {
        MySqlDatabase mysql = mariaDb.database();
        assertThat(mysql.version()).isEqualTo("MariaDB 10.11.5");
        assertThat(mysql.query("", "SELECT @@log_bin")).isEqualTo("1");
        assertThat(mysql.query("", "SELECT @@binlog_format")).isEqualTo("ROW");
        assertThat(mysql.query("", "SELECT @@binlog_row_image")).isEqualTo("FULL");
        assertThat(mysql.query("", "SELECT @@time_zone")).isEqualTo("+08:00");
        assertThat(postgres.database().version()).isEqualTo("PostgreSQL 17.7");
        assertThat(postgres.database().query("", "SHOW wal_level")).isEqualTo("logical");
    }

    @Test
    void nothingIsLeftAfterClose() throws Exception {
        for (EmbeddedServer server : List.of(EmbeddedMariaDb.start(), EmbeddedPostgres.start())) {
            ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();

            server.close();

            assertThat(process.isAlive()).isFalse();
            assertThat(server.directory()).doesNotExist();
            assertThat(connects("127.0.0.1", server.port())).isFalse();
            server.close();
        }
    }

    @Test
    void nothingIsLeftAfterTheJvmIsKilled() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(StartAndWait.class.getName());
        Process jvm =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Path maria;
        Path postgresDirectory;
        try (BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8))) {
            maria = Path.of(out.readLine());
            postgresDirectory = Path.of(out.readLine());
        }
        List<ProcessHandle> started = jvm.descendants().toList();
        assertThat(started).hasSizeGreaterThanOrEqualTo(4);

        jvm.destroyForcibly().waitFor();

        started.forEach(process -> process.onExit().join());
        assertThat(maria).doesNotExist();
        assertThat(postgresDirectory).doesNotExist();
    }

    /** Started as a JVM of its own, to be killed. */
    static final class StartAndWait {
        public static void main(String[] args) throws Exception {
            EmbeddedMariaDb maria = EmbeddedMariaDb.start();
            EmbeddedPostgres postgres = EmbeddedPostgres.start();
            System.out.println(maria.directory());
            System.out.println(postgres.directory());
            System.in.read();
        }
    }

    private static LiveDatabase loggedInAs(EmbeddedServer server, Login login) {
        return server == mariaDb
                ? new MySqlDatabase("127.0.0.1", server.port(), login, login)
                : new PostgresDatabase("127.0.0.1", server.port(), login, login);
    }

    private static List<String> otherAddresses() throws Exception {
        List<String> addresses = new ArrayList<>();
        for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (!network.isLoopback()) {
                Collections.list(network.getInetAddresses()).stream()
                        .map(InetAddress::getHostAddress)
                        .forEach(addresses::add);
            }
        }
        return addresses;
    }

    private static boolean connects(String address, int port) throws Exception {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port));
            return true;
        } catch (java.net.ConnectException e) {
            return false;
        }
    }
}
