package io.joinlab.live;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * How far sources have read the logs of some databases: rows of a table of joinlab's own beside the
 * captured ones, which the same source reads from the same log, so that a marker comes after the
 * events of all that was committed before it. Markers are not part of what is captured.
 */
final class Markers {

    /** The marker that is there before a capture starts. */
    static final int FIRST = 0;

    private final List<List<CapturedTable>> groups = new ArrayList<>();
    private int last = FIRST;

    Markers(List<CapturedTable> tables) {
        for (CapturedTable table : tables) {
            groups.stream()
                    .filter(group -> group.get(0).isBeside(table))
                    .findFirst()
                    .orElseGet(
                            () -> {
                                List<CapturedTable> group = new ArrayList<>();
                                groups.add(group);
                                return group;
                            })
                    .add(table);
        }
    }

    /** The tables, those of one database together. */
    List<List<CapturedTable>> byDatabase() {
        return groups;
    }

    /** Creates the marker tables, with the first marker. */
    void create() throws SQLException {
        for (List<CapturedTable> group : groups) {
            CapturedTable first = group.get(0);
            first.server()
                    .execute(
                            first.database(),
                            "CREATE TABLE "
                                    + MarkedEnvelopes.TABLE
                                    + " (id int NOT NULL PRIMARY KEY)");
        }
        write(FIRST);
    }

    /** Writes the next marker in every database. */
    int writeNext() throws SQLException {
        last++;
        write(last);
        return last;
    }

    private void write(int marker) throws SQLException {
        for (List<CapturedTable> group : groups) {
            CapturedTable first = group.get(0);
            first.server()
                    .execute(
                            first.database(),
                            "INSERT INTO " + MarkedEnvelopes.TABLE + " VALUES (" + marker + ")");
        }
    }
}
