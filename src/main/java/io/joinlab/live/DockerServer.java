package io.joinlab.live;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.joinlab.cdc.DatabaseKind;
import io.joinlab.yaml.InputException;
import java.util.Map;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * A database server in a Docker container: reached on 127.0.0.1 only, with random passwords, and
 * removed on {@link #close()}; should the JVM be killed, by Testcontainers' own watchdog.
 */
final class DockerServer implements AutoCloseable {

    /** Not 8.4: it has no {@code SHOW MASTER STATUS}, which Flink CDC 3.5 needs. */
    private static final String MYSQL = "mysql:8.0";

    private static final String POSTGRES = "postgres:17";
    private static final String INIT = "/docker-entrypoint-initdb.d/joinlab.sql";
    private static final String PASSWORD_FILE = "/joinlab-password";

    private final GenericContainer<?> container;
    private final LiveDatabase database;

    private DockerServer(GenericContainer<?> container, LiveDatabase database) {
        this.container = container;
        this.database = database;
    }

    /**
     * Starts a new server.
     *
     * @throws InputException if there is no Docker
     * @throws LiveException if the container does not start
     */
    static DockerServer start(DatabaseKind kind) {
        if (!isDockerThere()) {
            throw new InputException(
                    "--db docker",
                    0,
                    "there is no Docker to be reached; start it, or use --db embedded");
        }
        Login admin = new Login("joinlab_admin", Secret.random());
        Login capture = new Login("joinlab_capture", Secret.random());
        return switch (kind) {
            case MYSQL -> mysql(admin, capture);
            case POSTGRESQL -> postgres(admin, capture);
        };
    }

    /** Whether containers can be started here. */
    static boolean isDockerThere() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    private static DockerServer mysql(Login admin, Login capture) {
        String init =
                """
                CREATE USER '%1$s'@'%%' IDENTIFIED BY '%2$s';
                GRANT ALL ON *.* TO '%1$s'@'%%' WITH GRANT OPTION;
                CREATE USER '%3$s'@'%%' IDENTIFIED BY '%4$s';
                """
                        .formatted(
                                admin.user(),
                                admin.password().reveal(),
                                capture.user(),
                                capture.password().reveal());
        GenericContainer<?> container =
                container(MYSQL, 3306)
                        .withEnv(Map.of("MYSQL_ROOT_PASSWORD_FILE", PASSWORD_FILE))
                        .withCopyToContainer(
                                Transferable.of(Secret.random().reveal()), PASSWORD_FILE)
                        .withCopyToContainer(Transferable.of(init), INIT)
                        .withCommand(
                                "--server-id=1",
                                "--log-bin=binlog",
                                "--binlog-format=ROW",
                                "--binlog-row-image=FULL",
                                "--default-time-zone=+08:00",
                                "--character-set-server=utf8mb4",
                                "--default-authentication-plugin=mysql_native_password")
                        // The image starts a first server, without a port, to set itself up.
                        .waitingFor(Wait.forLogMessage(".*ready for connections.*port: 3306.*", 1));
        return start(container, DatabaseKind.MYSQL, 3306, admin, capture);
    }

    private static DockerServer postgres(Login admin, Login capture) {
        String init =
                "CREATE ROLE "
                        + capture.user()
                        + " LOGIN REPLICATION PASSWORD '"
                        + capture.password().reveal()
                        + "';";
        GenericContainer<?> container =
                container(POSTGRES, 5432)
                        .withEnv(
                                Map.of(
                                        "POSTGRES_USER",
                                        admin.user(),
                                        "POSTGRES_PASSWORD_FILE",
                                        PASSWORD_FILE))
                        .withCopyToContainer(
                                Transferable.of(admin.password().reveal()), PASSWORD_FILE)
                        .withCopyToContainer(Transferable.of(init), INIT)
                        .withCommand(
                                "postgres",
                                "-c",
                                "wal_level=logical",
                                "-c",
                                "max_replication_slots=20",
                                "-c",
                                "max_wal_senders=20")
                        .waitingFor(
                                Wait.forLogMessage(
                                        ".*database system is ready to accept connections.*\\s",
                                        2));
        return start(container, DatabaseKind.POSTGRESQL, 5432, admin, capture);
    }

    private static GenericContainer<?> container(String image, int port) {
        PortBinding onLoopback =
                new PortBinding(
                        Ports.Binding.bindIp(EmbeddedServer.LOOPBACK), ExposedPort.tcp(port));
        return new GenericContainer<>(DockerImageName.parse(image))
                .withExposedPorts(port)
                .withCreateContainerCmdModifier(
                        command -> command.getHostConfig().withPortBindings(onLoopback));
    }

    private static DockerServer start(
            GenericContainer<?> container,
            DatabaseKind kind,
            int port,
            Login admin,
            Login capture) {
        try {
            container.start();
        } catch (RuntimeException e) {
            container.close();
            throw new LiveException(
                    "The container of "
                            + container.getDockerImageName()
                            + " does not start: "
                            + e.getMessage(),
                    e);
        }
        int mapped = container.getMappedPort(port);
        LiveDatabase database =
                switch (kind) {
                    case MYSQL ->
                            new MySqlDatabase(EmbeddedServer.LOOPBACK, mapped, admin, capture);
                    case POSTGRESQL ->
                            new PostgresDatabase(EmbeddedServer.LOOPBACK, mapped, admin, capture);
                };
        return new DockerServer(container, database);
    }

    LiveDatabase database() {
        return database;
    }

    @Override
    public void close() {
        container.close();
    }
}
