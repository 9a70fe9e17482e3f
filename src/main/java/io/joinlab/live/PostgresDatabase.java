package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/** A PostgreSQL server. */
public record PostgresDatabase(String host, int port, Login admin, Login capture)
        implements LiveDatabase {

    /**
     * The publication that {@link #allowCapture} creates. Debezium would create one itself, but
     * only an owner of the tables may, and a capture user shouldn't be.
     */
    public static final String PUBLICATION = "joinlab";

    private static final String MAINTENANCE_DATABASE = "postgres";

    @Override
    public DatabaseKind kind() {
        return DatabaseKind.POSTGRESQL;
    }

    @Override
    public Connection connectAs(Login login, String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", login.user());
        properties.setProperty("password", login.password().reveal());
        return DriverManager.getConnection(
                "jdbc:postgresql://"
                        + host
                        + ":"
                        + port
                        + "/"
                        + (database.isEmpty() ? MAINTENANCE_DATABASE : database),
                properties);
    }

    /** UTC: nothing that Flink CDC is told depends on it. */
    @Override
    public String timeZone() {
        return "UTC";
    }

    @Override
    public boolean hasDatabase(String database) throws SQLException {
        return query(
                        "",
                        "SELECT count(*) FROM pg_database WHERE datname = '"
                                + database.replace("'", "''")
                                + "'")
                .equals("1");
    }

    @Override
    public List<Problem> problems(int sources) {
        return PostgresReadiness.ofServer(this, sources);
    }

    @Override
    public List<Problem> problems(String database, String schema, List<String> tables) {
        return PostgresReadiness.ofTables(this, database, schema, tables);
    }

    @Override
    public String version() throws SQLException {
        return "PostgreSQL " + query("", "SHOW server_version").split(" ", 2)[0];
    }

    @Override
    public void createDatabase(String database) throws SQLException {
        execute("", "CREATE DATABASE " + quote(database) + " ENCODING 'UTF8' TEMPLATE template0");
    }

    @Override
    public void dropDatabase(String database) throws SQLException {
        dropSlotsWhere("database = '" + database.replace("'", "''") + "'");
        execute("", "DROP DATABASE IF EXISTS " + quote(database) + " WITH (FORCE)");
    }

    @Override
    public void dropSlots(String prefix) throws SQLException {
        dropSlotsWhere("starts_with(slot_name, '" + prefix + "')");
    }

    private void dropSlotsWhere(String condition) throws SQLException {
        String slots = " FROM pg_replication_slots WHERE " + condition;
        // A slot stays in use until the server has noticed that its client went away.
        execute(
                "",
                "SELECT pg_terminate_backend(active_pid, 10000)"
                        + slots
                        + " AND active_pid IS NOT NULL");
        execute("", "SELECT pg_drop_replication_slot(slot_name)" + slots);
    }

    @Override
    public void allowCapture(String database, String schema, List<String> tables)
            throws SQLException {
        String list =
                tables.stream()
                        .map(table -> quote(schema) + "." + quote(table))
                        .collect(Collectors.joining(", "));
        String user = quote(capture.user());
        execute(database, "GRANT USAGE ON SCHEMA " + quote(schema) + " TO " + user);
        execute(database, "GRANT SELECT ON " + list + " TO " + user);
        execute(database, "CREATE PUBLICATION " + PUBLICATION + " FOR TABLE " + list);
    }

    static String quote(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }
}
