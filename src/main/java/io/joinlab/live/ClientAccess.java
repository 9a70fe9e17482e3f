package io.joinlab.live;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Commands that connect the databases' own command-line clients. Passwords are in files that only
 * their owner may read, never in a command.
 */
public final class ClientAccess implements AutoCloseable {

    private final ScratchDirectory directory;
    private final List<Client> clients = new ArrayList<>();

    private ClientAccess(ScratchDirectory directory) {
        this.directory = directory;
    }

    /**
     * How to reach a table.
     *
     * @param table the table's name
     * @param command for a shell
     */
    public record Client(String table, String command) {}

    static ClientAccess to(List<LiveTable> tables) throws IOException {
        ClientAccess access = new ClientAccess(ScratchDirectory.create("joinlab-clients-"));
        Map<LiveDatabase, String> files = new LinkedHashMap<>();
        for (LiveTable table : tables) {
            LiveDatabase server = table.captured().server();
            if (!files.containsKey(server)) {
                files.put(server, access.passwordFile(server));
            }
            access.clients.add(
                    new Client(table.captured().table(), command(table, files.get(server))));
        }
        return access;
    }

    private String passwordFile(LiveDatabase server) throws IOException {
        return directory
                .ownerOnlyFile(server.kind().label() + ".password", content(server))
                .toString();
    }

    private static String content(LiveDatabase server) {
        Login admin = server.admin();
        return switch (server.kind()) {
            case MYSQL ->
                    """
                    [client]
                    protocol=tcp
                    host=%s
                    port=%d
                    user="%s"
                    password="%s"
                    """
                            .formatted(
                                    server.host(),
                                    server.port(),
                                    inOptionFile(admin.user()),
                                    inOptionFile(admin.password().reveal()));
            case POSTGRESQL ->
                    "%s:%d:*:%s:%s%n"
                            .formatted(
                                    server.host(),
                                    server.port(),
                                    inPasswordFile(admin.user()),
                                    inPasswordFile(admin.password().reveal()));
        };
    }

    private static String inOptionFile(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private static String inPasswordFile(String value) {
        return value.replace("\\", "\\\\").replace(":", "\\:");
    }

    private static String command(LiveTable table, String passwordFile) {
        CapturedTable captured = table.captured();
        LiveDatabase server = captured.server();
        return switch (server.kind()) {
            case MYSQL -> "mysql --defaults-extra-file=" + passwordFile + " " + captured.database();
            case POSTGRESQL ->
                    "PGPASSFILE=%s psql -h %s -p %d -U %s %s"
                            .formatted(
                                    passwordFile,
                                    server.host(),
                                    server.port(),
                                    server.admin().user(),
                                    captured.database());
        };
    }

    /** For each table, in order. */
    public List<Client> clients() {
        return List.copyOf(clients);
    }

    @Override
    public void close() throws IOException {
        directory.close();
    }
}
