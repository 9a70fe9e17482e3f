package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A running database server: where it is, an administrator who may create databases, and a capture
 * user who has the rights that Flink CDC needs and no others.
 */
public interface LiveDatabase extends AutoCloseable {

    DatabaseKind kind();

    String host();

    int port();

    /** Product and version as the server reports them, such as {@code MariaDB 10.11.5}. */
    String version();

    Login admin();

    Login capture();

    /** A connection of the administrator to one of the server's databases. */
    Connection connect(String database) throws SQLException;

    /** Creates an empty database. */
    void createDatabase(String database) throws SQLException;

    /**
     * Drops a database with everything in it, and what {@link #allowCapture} left outside of it.
     */
    void dropDatabase(String database) throws SQLException;

    /**
     * Gives the capture user the rights to read {@code tables} of {@code database} and their
     * changes.
     *
     * @param tables names without a schema; in PostgreSQL those of the schema {@code public}
     */
    void allowCapture(String database, List<String> tables) throws SQLException;

    @Override
    void close();
}
