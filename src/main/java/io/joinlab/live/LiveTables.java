package io.joinlab.live;

import io.joinlab.cdc.Dataset;
import io.joinlab.yaml.InputException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Some of a dataset's tables: made by its SQL in databases of their own, which are dropped on
 * {@link #close()}, with their replication slots and publications; or tables that were there
 * before, of which nothing is changed.
 */
final class LiveTables implements AutoCloseable {

    private static final String CREATE = "create";
    private static final String SNAPSHOT = "snapshot";
    private static final String CHANGES = "changes";

    private final Dataset dataset;
    private final List<LiveTable> tables;
    private final List<CapturedTable> created = new ArrayList<>();
    private final Markers markers;
    private final boolean own;

    private LiveTables(Dataset dataset, List<LiveTable> tables, boolean own) {
        this.dataset = dataset;
        this.tables = List.copyOf(tables);
        this.own = own;
        this.markers = new Markers(tables.stream().map(LiveTable::captured).toList());
    }

    /**
     * Creates the databases; runs the SQL {@code create}, what SQL is named like the table's
     * recording, and {@code snapshot}; gives the capture user its rights.
     *
     * @throws InputException if the dataset's SQL is missing or wrong
     */
    static LiveTables create(Dataset dataset, List<LiveTable> tables) throws SQLException {
        LiveTables created = new LiveTables(dataset, tables, true);
        try {
            created.create();
            return created;
        } catch (SQLException | RuntimeException e) {
            try (created) {
                throw e;
            }
        }
    }

    /**
     * The tables that are there, if there is a database of the dataset's; otherwise they are
     * created.
     *
     * @throws NotReadyException if they are there and can't be captured
     * @throws InputException if one database is there and the other is not
     */
    static LiveTables findOrCreate(Dataset dataset, List<LiveTable> tables) throws SQLException {
        LiveTables found = new LiveTables(dataset, tables, false);
        List<String> missing = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (List<CapturedTable> neighbours : found.markers.byDatabase()) {
            CapturedTable first = neighbours.get(0);
            if (first.server().hasDatabase(first.database())) {
                problems.addAll(
                        first.server()
                                .problems(first.database(), first.schema(), names(neighbours)));
            } else {
                missing.add(first.database());
            }
        }
        if (missing.size() == found.markers.byDatabase().size()) {
            return create(dataset, tables);
        }
        if (!missing.isEmpty()) {
            throw new InputException(
                    dataset.directory().resolve(Dataset.FILE),
                    "of its databases only "
                            + String.join(", ", missing)
                            + " is missing; create it too, or drop the other and joinlab creates"
                            + " both");
        }
        NotReadyException.throwIfAny(problems);
        return found;
    }

    private static List<String> names(List<CapturedTable> tables) {
        return tables.stream().map(CapturedTable::table).toList();
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
            List<String> names = new ArrayList<>(names(neighbours));
            names.add(MarkedEnvelopes.TABLE);
            first.server().allowCapture(first.database(), first.schema(), names);
        }
    }

    /** Whether joinlab made them, so that there are {@link #markers()} and SQL may be run. */
    boolean areOwn() {
        return own;
    }

    /** Tables beside each of them that its source has to read. */
    List<String> besides() {
        return own ? List.of(MarkedEnvelopes.TABLE) : List.of();
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

    /** Their markers, if they are {@linkplain #areOwn() joinlab's own}. */
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
