package io.joinlab.live;

/**
 * One table whose changes are captured.
 *
 * @param server the server it is on
 * @param database the name of the database it is in
 * @param schema its schema; {@code null} with MySQL
 * @param table its name
 * @param options how it is captured
 */
public record CapturedTable(
        LiveDatabase server, String database, String schema, String table, CaptureOptions options) {

    /** Whether both are in one database of one server. */
    boolean isBeside(CapturedTable other) {
        return server.equals(other.server) && database.equals(other.database);
    }
}
