package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A running database server: where it is, an administrator who may create databases, and a capture
 * user who has the rights that Flink CDC needs and no others.
 */
public sealed interface LiveDatabase permits MySqlDatabase, PostgresDatabase {

    DatabaseKind kind();

    String host();

    int port();

    Login admin();

    Login capture();

    /**
     * A connection of the administrator.
     *
     * @param database one of the server's databases; {@code ""} for none in particular
     */
    default Connection connect(String database) throws SQLException {
        return connectAs(admin(), database);
    }

    /**
     * A user's connection.
     *
     * @param database one of the server's databases; {@code ""} for none in particular
     */
    Connection connectAs(Login login, String database) throws SQLException;

    /** Host and port, {@code 127.0.0.1:5432}. */
    default String place() {
        return host() + ":" + port();
    }

    /** The server's time zone, as Flink CDC has to be told it: an id of {@code ZoneId}. */
    String timeZone() throws SQLException;

    /** Whether there is a database of that name. */
    boolean hasDatabase(String database) throws SQLException;

    /**
     * What is wrong with the server as a whole.
     *
     * @param sources how many sources are going to read its log
     */
    List<Problem> problems(int sources);

    /**
     * What keeps the capture user from capturing some tables that are there.
     *
     * @param schema the tables' schema; {@code null} with MySQL
     */
    List<Problem> problems(String database, String schema, List<String> tables);

    /** The name of the product, such as {@code MariaDB}, and its version. */
    String version() throws SQLException;

    /** The JDBC driver's name and version. */
    default String driver() throws SQLException {
        try (Connection connection = connect("")) {
            DatabaseMetaData metaData = connection.getMetaData();
            return metaData.getDriverName() + " " + metaData.getDriverVersion().split(" ", 2)[0];
        }
    }

    /** Creates an empty database; it is an error if there is one of that name. */
    void createDatabase(String database) throws SQLException;

    /** Drops a database, if there is one, and PostgreSQL's replication slots on it. */
    void dropDatabase(String database) throws SQLException;

    /**
     * Drops the replication slots whose names begin so; MySQL has none.
     *
     * @param prefix lower-case letters, digits and underscores
     */
    void dropSlots(String prefix) throws SQLException;

    /**
     * Gives the capture user the rights to read some tables and their changes.
     *
     * @param schema the tables' schema; {@code null} with MySQL
     */
    void allowCapture(String database, String schema, List<String> tables) throws SQLException;

    /** Runs one statement as the administrator. */
    default void execute(String database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of the first row that a query gives the administrator. */
    default String query(String database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            if (!row.next()) {
                throw new SQLException("No row: " + sql);
            }
            return row.getString(1);
        }
    }
}
