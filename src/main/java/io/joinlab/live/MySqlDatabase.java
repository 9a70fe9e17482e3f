package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Properties;

/** A MySQL or MariaDB server. */
public record MySqlDatabase(String host, int port, Login admin, Login capture)
        implements LiveDatabase {

    @Override
    public DatabaseKind kind() {
        return DatabaseKind.MYSQL;
    }

    @Override
    public Connection connectAs(Login login, String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", login.user());
        properties.setProperty("password", login.password().reveal());
        // MySQL 8's default authentication needs either TLS or the server's public key.
        properties.setProperty("sslMode", "PREFERRED");
        properties.setProperty("allowPublicKeyRetrieval", "true");
        return DriverManager.getConnection(
                "jdbc:mysql://" + host + ":" + port + "/" + database, properties);
    }

    /** As an offset: a server that says {@code SYSTEM} does not tell more. */
    @Override
    public String timeZone() throws SQLException {
        String seconds = query("", "SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), NOW())");
        return ZoneOffset.ofTotalSeconds(Integer.parseInt(seconds)).getId();
    }

    @Override
    public boolean hasDatabase(String database) throws SQLException {
        String name = "'" + database.replace("'", "''") + "'";
        return query(
                        "",
                        "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = "
                                + name)
                .equals("1");
    }

    @Override
    public List<Problem> problems(int sources) {
        return MySqlReadiness.ofServer(this);
    }

    @Override
    public List<Problem> problems(String database, String schema, List<String> tables) {
        return MySqlReadiness.ofRights(this, database, tables);
    }

    @Override
    public String version() throws SQLException {
        String version = query("", "SELECT VERSION()");
        String product = version.contains("MariaDB") ? "MariaDB" : "MySQL";
        return product + " " + version.split("-", 2)[0];
    }

    @Override
    public void createDatabase(String database) throws SQLException {
        execute("", "CREATE DATABASE " + quote(database) + " CHARACTER SET utf8mb4");
    }

    @Override
    public void dropDatabase(String database) throws SQLException {
        execute("", "DROP DATABASE IF EXISTS " + quote(database));
    }

    @Override
    public void dropSlots(String prefix) {}

    /** Also the right to read the binlog, which only exists for a server as a whole. */
    @Override
    public void allowCapture(String database, String schema, List<String> tables)
            throws SQLException {
        execute("", "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO " + grantee());
        for (String table : tables) {
            execute(
                    "",
                    "GRANT SELECT ON " + quote(database) + "." + quote(table) + " TO " + grantee());
        }
    }

    /** The capture user in a {@code GRANT}. */
    String grantee() {
        return capture.user().contains("@") ? capture.user() : "'" + capture.user() + "'@'%'";
    }

    static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
