package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
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
    public Connection connect(String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", admin.user());
        properties.setProperty("password", admin.password().reveal());
        // MySQL 8's default authentication needs either TLS or the server's public key.
        properties.setProperty("sslMode", "PREFERRED");
        properties.setProperty("allowPublicKeyRetrieval", "true");
        return DriverManager.getConnection(
                "jdbc:mysql://" + host + ":" + port + "/" + database, properties);
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

    private String grantee() {
        return capture.user().contains("@") ? capture.user() : "'" + capture.user() + "'@'%'";
    }

    private static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
