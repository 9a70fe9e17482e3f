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

    private ConnectionSettings(Path file, Properties properties, Map<String, String> environment) {
        this.file = file;
        this.properties = properties;
        this.environment = environment;
    }

    /**
     * Reads the working directory's file, if there is one.
     *
     * @throws InputException if there is one and it can't be read
     */
    public static ConnectionSettings read() {
        return read(Path.of(FILE), System.getenv());
    }

    static ConnectionSettings read(Path file, Map<String, String> environment) {
        Properties properties = new Properties();
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw new InputException(file, "can't be read: " + e.getMessage(), e);
            }
        }
        return new ConnectionSettings(file, properties, Map.copyOf(environment));
    }

    /**
     * The server of a kind.
     *
     * @throws InputException naming the setting that is missing or wrong
     */
    public LiveDatabase database(DatabaseKind kind) {
        String prefix = kind.label() + ".";
        String host = get(prefix + "host");
        int port = port(prefix + "port");
        Login admin = login(prefix + "admin.");
        Login capture = login(prefix + "capture.");
        return switch (kind) {
            case MYSQL -> new MySqlDatabase(host, port, admin, capture);
            case POSTGRESQL -> new PostgresDatabase(host, port, admin, capture);
        };
    }

    private Login login(String prefix) {
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
        String value = environment.getOrDefault(variable, properties.getProperty(key));
        if (value == null) {
            throw new InputException(
                    file, key + " is not set; set it there or in the environment as " + variable);
        }
        return value;
    }
}
