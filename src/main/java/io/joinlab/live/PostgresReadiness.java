package io.joinlab.live;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What Flink CDC needs of a PostgreSQL server, looked up before a job starts. */
final class PostgresReadiness {

    private final PostgresDatabase server;
    private final List<Problem> problems = new ArrayList<>();

    private PostgresReadiness(PostgresDatabase server) {
        this.server = server;
    }

    /**
     * What is wrong with the server as a whole.
     *
     * @param slots how many replication slots the job will create
     */
    static List<Problem> ofServer(PostgresDatabase server, int slots) {
        PostgresReadiness readiness = new PostgresReadiness(server);
        try (Connection admin = server.connect("")) {
            readiness.checkLog(admin);
            readiness.checkSpace(admin, "max_replication_slots", "pg_replication_slots", slots);
            readiness.checkSpace(admin, "max_wal_senders", "pg_stat_replication", slots);
            readiness.checkReplication(admin);
        } catch (SQLException e) {
            readiness.noLogin(server.admin(), "admin", e);
        }
        try (Connection capture = server.connectAs(server.capture(), "")) {
            readiness.touch(capture);
        } catch (SQLException e) {
            readiness.noLogin(server.capture(), "capture", e);
        }
        return readiness.problems;
    }

    /** What the capture user may not do that it has to, and what the tables do not log. */
    static List<Problem> ofTables(
            PostgresDatabase server, String database, String schema, List<String> tables) {
        PostgresReadiness readiness = new PostgresReadiness(server);
        try (Connection admin = server.connect(database)) {
            readiness.checkSchema(admin, schema);
            for (String table : tables) {
                readiness.checkTable(admin, schema, table);
            }
        } catch (SQLException e) {
            readiness.noLogin(server.admin(), "admin", e);
        }
        return readiness.problems;
    }

    private void checkLog(Connection admin) throws SQLException {
        String level = first(admin, "SHOW wal_level");
        if (!level.equals("logical")) {
            add(
                    "wal_level is " + level + ", not logical",
                    "ALTER SYSTEM SET wal_level = 'logical'; (then restart the server)");
        }
    }

    private void checkSpace(Connection admin, String setting, String view, int needed)
            throws SQLException {
        int most = Integer.parseInt(first(admin, "SHOW " + setting));
        int used = Integer.parseInt(first(admin, "SELECT count(*) FROM " + view));
        if (most - used < needed) {
            add(
                    setting + " is " + most + ", of which " + used + " are used",
                    "ALTER SYSTEM SET "
                            + setting
                            + " = "
                            + (used + needed)
                            + "; (then restart the server)");
        }
    }

    private void checkReplication(Connection admin) throws SQLException {
        String user = server.capture().user();
        if (!holds(
                admin, "SELECT rolreplication OR rolsuper FROM pg_roles WHERE rolname = ?", user)) {
            add(
                    "the capture user may not read the log",
                    "ALTER ROLE " + PostgresDatabase.quote(user) + " REPLICATION;");
        }
    }

    private void checkSchema(Connection admin, String schema) throws SQLException {
        String user = server.capture().user();
        if (!holds(admin, "SELECT has_schema_privilege(?, ?, 'USAGE')", user, schema)) {
            add(
                    "the capture user may not use the schema " + schema,
                    "GRANT USAGE ON SCHEMA "
                            + PostgresDatabase.quote(schema)
                            + " TO "
                            + PostgresDatabase.quote(user)
                            + ";");
        }
    }

    private void checkTable(Connection admin, String schema, String table) throws SQLException {
        String name = PostgresDatabase.quote(schema) + "." + PostgresDatabase.quote(table);
        String user = server.capture().user();
        if (!holds(admin, "SELECT has_table_privilege(?, ?, 'SELECT')", user, name)) {
            add(
                    "the capture user may not read " + schema + "." + table,
                    "GRANT SELECT ON " + name + " TO " + PostgresDatabase.quote(user) + ";");
        }
        if (!holds(
                admin, "SELECT relreplident = 'f' FROM pg_class WHERE oid = ?::regclass", name)) {
            add(
                    schema
                            + "."
                            + table
                            + " does not log whole old rows, so a delete or a changed join key"
                            + " can't be joined",
                    "ALTER TABLE " + name + " REPLICA IDENTITY FULL;");
        }
        if (!holds(
                admin,
                "SELECT count(*) > 0 FROM pg_publication_tables"
                        + " WHERE pubname = ? AND schemaname = ? AND tablename = ?",
                PostgresDatabase.PUBLICATION,
                schema,
                table)) {
            boolean exists =
                    holds(
                            admin,
                            "SELECT count(*) > 0 FROM pg_publication WHERE pubname = ?",
                            PostgresDatabase.PUBLICATION);
            add(
                    "the publication "
                            + PostgresDatabase.PUBLICATION
                            + " does not have "
                            + schema
                            + "."
                            + table,
                    (exists
                                    ? "ALTER PUBLICATION " + PostgresDatabase.PUBLICATION + " ADD"
                                    : "CREATE PUBLICATION " + PostgresDatabase.PUBLICATION + " FOR")
                            + " TABLE "
                            + name
                            + ";");
        }
    }

    private void touch(Connection connection) throws SQLException {
        first(connection, "SELECT 1");
    }

    private static String first(Connection connection, String sql, String... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getString(1) : "";
            }
        }
    }

    private static boolean holds(Connection connection, String sql, String... parameters)
            throws SQLException {
        return first(connection, sql, parameters).equals("t");
    }

    private void noLogin(Login login, String role, SQLException e) {
        add(
                "the " + role + " user can't log in: " + login.password().redact(e.getMessage()),
                "set postgresql.host, postgresql.port, postgresql."
                        + role
                        + ".user and postgresql."
                        + role
                        + ".password in "
                        + ConnectionSettings.FILE);
    }

    private void add(String what, String mend) {
        problems.add(Problem.of(server, what, mend));
    }
}
