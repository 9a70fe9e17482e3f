package io.joinlab.live;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What Flink CDC needs of a MySQL or MariaDB server, looked up before a job starts. */
final class MySqlReadiness {

    /** MySQL's {@code ER_PARSE_ERROR}. */
    private static final int SYNTAX_ERROR = 1064;

    private final MySqlDatabase server;
    private final List<Problem> problems = new ArrayList<>();

    private MySqlReadiness(MySqlDatabase server) {
        this.server = server;
    }

    /** What is wrong with the server as a whole. */
    static List<Problem> ofServer(MySqlDatabase server) {
        MySqlReadiness readiness = new MySqlReadiness(server);
        try (Connection admin = server.connect("")) {
            readiness.checkVariables(admin);
        } catch (SQLException e) {
            readiness.noLogin(server.admin(), "admin", e);
        }
        return readiness.problems;
    }

    /** What the capture user may not do that it has to. */
    static List<Problem> ofRights(MySqlDatabase server, String database, List<String> tables) {
        MySqlReadiness readiness = new MySqlReadiness(server);
        try (Connection capture = server.connectAs(server.capture(), "")) {
            readiness.checkLog(capture);
            readiness.checkReplication(capture);
            for (String table : tables) {
                readiness.checkSelect(capture, database, table);
            }
        } catch (SQLException e) {
            readiness.noLogin(server.capture(), "capture", e);
        }
        return readiness.problems;
    }

    private void checkVariables(Connection admin) throws SQLException {
        if (!variable(admin, "log_bin").equals("1")) {
            add(
                    "the binlog is off",
                    "in my.cnf, section [mysqld]: log_bin = binlog (then restart the server)");
        }
        if (variable(admin, "server_id").equals("0")) {
            add(
                    "server_id is 0, and a server without an id has no replication clients",
                    "in my.cnf, section [mysqld]: server_id = 1 (then restart the server)");
        }
        expect(admin, "binlog_format", "ROW");
        expect(admin, "binlog_row_image", "FULL");
    }

    private void expect(Connection admin, String variable, String value) throws SQLException {
        String actual = variable(admin, variable);
        if (!actual.equalsIgnoreCase(value)) {
            add(
                    variable + " is " + actual + ", not " + value,
                    "SET GLOBAL " + variable + " = '" + value + "';");
        }
    }

    private static String variable(Connection admin, String name) throws SQLException {
        return first(admin, "SELECT @@global." + name);
    }

    private static String first(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    /** What {@code DebeziumUtils.currentBinlogOffset} of Flink CDC 3.5 asks. */
    private void checkLog(Connection capture) {
        try {
            first(capture, "SHOW MASTER STATUS");
        } catch (SQLException e) {
            if (e.getErrorCode() == SYNTAX_ERROR) {
                add(
                        "MySQL 8.4 has no SHOW MASTER STATUS any more, which Flink CDC 3.5 needs",
                        "use MySQL 8.0 or MariaDB");
            } else {
                add(
                        "the capture user may not ask where the binlog ends",
                        "GRANT REPLICATION CLIENT ON *.* TO " + server.grantee() + ";");
            }
        }
    }

    private void checkReplication(Connection capture) throws SQLException {
        try (Statement statement = capture.createStatement();
                ResultSet grants = statement.executeQuery("SHOW GRANTS")) {
            while (grants.next()) {
                String grant = grants.getString(1);
                if (grant.contains(" ON *.* ")
                        && (grant.contains("REPLICATION SLAVE") || grant.contains("ALL PRIV"))) {
                    return;
                }
            }
        }
        add(
                "the capture user may not read the binlog",
                "GRANT REPLICATION SLAVE ON *.* TO " + server.grantee() + ";");
    }

    private void checkSelect(Connection capture, String database, String table) {
        String name = MySqlDatabase.quote(database) + "." + MySqlDatabase.quote(table);
        try {
            first(capture, "SELECT 1 FROM " + name + " LIMIT 0");
        } catch (SQLException e) {
            add(
                    "the capture user may not read " + database + "." + table,
                    "GRANT SELECT ON " + name + " TO " + server.grantee() + ";");
        }
    }

    private void noLogin(Login login, String role, SQLException e) {
        add(
                "the " + role + " user can't log in: " + login.password().redact(e.getMessage()),
                "set mysql.host, mysql.port, mysql."
                        + role
                        + ".user and mysql."
                        + role
                        + ".password in "
                        + ConnectionSettings.FILE);
    }

    private void add(String what, String mend) {
        problems.add(Problem.of(server, what, mend));
    }
}
