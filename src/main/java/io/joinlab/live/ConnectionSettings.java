package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * How to reach databases that are not joinlab's own: the file {@value #FILE} in the working
 * directory, or environment variables, which win. The file says, for {@code mysql} and for {@code
 * postgresql}:
 *
 * <pre>{@code
 * mysql.host = localhost
 * mysql.port = 3306
 * mysql.admin.user = root
 * mysql.admin.password = ...
 * mysql.capture.user = flink
 * mysql.capture.password = ...
 * }</pre>
 *
 * <p>The environment variable for {@code mysql.admin.user} is {@code JOINLAB_MYSQL_ADMIN_USER}, and
 * so on. The administrator creates and drops databases and grants rights; the capture user, who
 * must exist, is the one whom Flink CDC logs in as.
 */
public final class ConnectionSettings {

    /** The file's name. */
    public static final String FILE = "joinlab.properties";

    private static final String PREFIX = "JOINLAB_";

    private final Path file;
    private final Properties properties;
    private final Map<String, String> environment;
    private final Map<String, String> given;

    private ConnectionSettings(
            Path file,
            Properties properties,
            Map<String, String> environment,
            Map<String, String> given) {
        this.file = file;
        this.properties = properties;
        this.environment = environment;
        this.given = given;
    }

    /**
     * Reads the working directory's file, if there is one.
     *
     * @throws InputException if there is one and it can't be read
     */
    public static ConnectionSettings read() {
        return read(Path.of(FILE), System.getenv());
    }

    /**
     * Reads a file, if it is there.
     *
     * @param environment the environment's variables, which win over the file
     * @throws InputException if it is there and can't be read
     */
    public static ConnectionSettings read(Path file, Map<String, String> environment) {
        Properties properties = new Properties();
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw new InputException(file, "can't be read: " + e.getMessage(), e);
            }
        }
        return new ConnectionSettings(file, properties, Map.copyOf(environment), Map.of());
    }

    /**
     * The same settings, except that some are given.
     *
     * @param settings by the names that they have in the file
     */
    public ConnectionSettings with(Map<String, String> settings) {
        return new ConnectionSettings(file, properties, environment, Map.copyOf(settings));
    }

    /**
     * The server of a kind.
     *
     * @throws InputException naming the setting that is missing or wrong
     */
    public LiveDatabase database(DatabaseKind kind) {
        return database(kind, "admin", "capture");
    }

    /**
     * The server of a kind for somebody who has to do with one user only: it has the rights of that
     * user and no others.
     *
     * @param role {@code capture} for the user whom Flink CDC logs in as, {@code target} for one
     *     who writes to a table
     * @throws InputException naming the setting that is missing or wrong
     */
    public LiveDatabase database(DatabaseKind kind, String role) {
        return database(kind, role, role);
    }

    private LiveDatabase database(DatabaseKind kind, String adminRole, String captureRole) {
        String host = get(kind.label() + ".host");
        int port = port(kind.label() + ".port");
        Login admin = login(kind, adminRole);
        Login capture = login(kind, captureRole);
        return switch (kind) {
            case MYSQL -> new MySqlDatabase(host, port, admin, capture);
            case POSTGRESQL -> new PostgresDatabase(host, port, admin, capture);
        };
    }

    private Login login(DatabaseKind kind, String role) {
        String prefix = kind.label() + "." + role + ".";
        return new Login(get(prefix + "user"), Secret.of(get(prefix + "password")));
    }

    private int port(String key) {
        String value = get(key);
        try {
            int port = Integer.parseInt(value);
            if (port > 0 && port < 1 << Short.SIZE) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw new InputException(file, key + ": expected a port number, got " + value, e);
        }
        throw new InputException(file, key + ": expected a port number, got " + value);
    }

    private String get(String key) {
        String variable = PREFIX + key.replace('.', '_').toUpperCase(Locale.ROOT);
        String value =
                given.getOrDefault(
                        key, environment.getOrDefault(variable, properties.getProperty(key)));
        if (value == null) {
            throw new InputException(
                    file, key + " is not set; set it there or in the environment as " + variable);
        }
        return value;
    }
}
