package io.joinlab.live;

import io.joinlab.cdc.Dataset;
import io.joinlab.yaml.InputException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Some of a dataset's tables, made by its SQL in databases of their own, which are dropped on
 * {@link #close()}, with their replication slots and publications.
 */
final class LiveTables implements AutoCloseable {

    private static final String CREATE = "create";
    private static final String SNAPSHOT = "snapshot";
    private static final String CHANGES = "changes";

    private final Dataset dataset;
    private final List<LiveTable> tables;
    private final List<CapturedTable> created = new ArrayList<>();
    private final Markers markers;

    private LiveTables(Dataset dataset, List<LiveTable> tables) {
        this.dataset = dataset;
        this.tables = List.copyOf(tables);
        this.markers = new Markers(tables.stream().map(LiveTable::captured).toList());
    }

    /**
     * Creates the databases; runs the SQL {@code create}, what SQL is named like the table's
     * recording, and {@code snapshot}; gives the capture user its rights.
     *
     * @throws InputException if the dataset's SQL is missing or wrong
     */
    static LiveTables create(Dataset dataset, List<LiveTable> tables) throws SQLException {
        LiveTables created = new LiveTables(dataset, tables);
        try {
            created.create();
            return created;
        } catch (SQLException | RuntimeException e) {
            try (created) {
                throw e;
            }
        }
    }

    private void create() throws SQLException {
        for (List<CapturedTable> neighbours : markers.byDatabase()) {
            CapturedTable first = neighbours.get(0);
            first.server().createDatabase(first.database());
            created.add(first);
        }
        for (LiveTable table : tables) {
            run(table, CREATE);
            if (table.spec().sql().containsKey(table.recording().name())) {
                run(table, table.recording().name());
            }
            run(table, SNAPSHOT);
        }
        markers.create();
        for (List<CapturedTable> neighbours : markers.byDatabase()) {
            CapturedTable first = neighbours.get(0);
            List<String> names = new ArrayList<>();
            neighbours.forEach(table -> names.add(table.table()));
            names.add(MarkedEnvelopes.TABLE);
            first.server().allowCapture(first.database(), first.schema(), names);
        }
    }

    /** Runs the SQL {@code changes} of each table, one after the other. */
    void runChanges() throws SQLException {
        for (LiveTable table : tables) {
            run(table, CHANGES);
        }
    }

    private void run(LiveTable table, String purpose) throws SQLException {
        Path file = table.spec().sql().get(purpose);
        if (file == null) {
            throw new InputException(
                    dataset.directory().resolve(Dataset.FILE),
                    "the table " + table.spec().table() + " has no sql." + purpose);
        }
        CapturedTable captured = table.captured();
        try (Connection connection = captured.server().connect(captured.database())) {
            SqlScript.read(file).run(connection);
        }
    }

    /** The text without the passwords of the servers. */
    String redact(String text) {
        String redacted = text;
        for (LiveTable table : tables) {
            LiveDatabase server = table.captured().server();
            redacted = server.admin().password().redact(redacted);
            redacted = server.capture().password().redact(redacted);
        }
        return redacted;
    }

    /** The first table. */
    LiveTable left() {
        return tables.get(0);
    }

    /** The second table. */
    LiveTable right() {
        return tables.get(1);
    }

    List<LiveTable> tables() {
        return tables;
    }

    Markers markers() {
        return markers;
    }

    @Override
    public void close() throws SQLException {
        for (CapturedTable table : created) {
            table.server().dropDatabase(table.database());
        }
    }
}
