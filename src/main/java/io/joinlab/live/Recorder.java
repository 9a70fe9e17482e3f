package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.Recording;
import io.joinlab.cdc.TableSpec;
import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Records a dataset: runs its SQL on real databases while Flink CDC captures its tables, and writes
 * what was captured, each table's envelopes unchanged and in the order captured, but for the {@link
 * SnapshotOrder}.
 *
 * <p>The rows of the {@code snapshot} SQL are there before the capture starts; the {@code changes}
 * SQL runs once the snapshots have been read and the sources follow the databases' logs. The two
 * default recordings are of one run; every other recording is a run of its own, in which the SQL of
 * its name is run after {@code create}.
 */
public final class Recorder {

    private final Dataset dataset;
    private final Databases databases;
    private final LocalCluster cluster;
    private final Consumer<String> progress;

    private Recorder(
            Dataset dataset, Databases databases, LocalCluster cluster, Consumer<String> progress) {
        this.dataset = dataset;
        this.databases = databases;
        this.cluster = cluster;
        this.progress = progress;
    }

    /**
     * Records a dataset and rewrites its recordings and its {@link Provenance}. Nothing is written
     * unless all has been recorded.
     *
     * @param progress takes a line for a person for each thing that takes time
     * @return the files written
     * @throws InputException if the description, the SQL or a connection setting is wrong
     * @throws NotReadyException if a server is not set up for change data capture
     * @throws LiveException if a database or the capture fails
     */
    public static List<Path> record(
            Dataset dataset, DatabaseChoice choice, Consumer<String> progress)
            throws InterruptedException {
        Set<DatabaseKind> kinds =
                EnumSet.of(dataset.left().database().kind(), dataset.right().database().kind());
        try (Databases databases = Databases.open(choice, kinds, progress);
                LocalCluster cluster = LocalCluster.start(1)) {
            databases.check(2);
            Recorder recorder = new Recorder(dataset, databases, cluster, progress);
            List<Recorded> recorded = new ArrayList<>();
            for (List<LiveTable> run : recorder.runs()) {
                recorded.addAll(recorder.record(run));
            }
            return write(
                    dataset.directory(),
                    recorded,
                    Provenance.of(dataset, recorded, Clock.systemUTC()));
        } catch (SQLException e) {
            throw new LiveException("The database failed: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new LiveException("A file could not be written: " + e.getMessage(), e);
        }
    }

    /**
     * What was recorded.
     *
     * @param recording the recording it is of
     * @param table the table, with the options it was captured with
     * @param database product and version of the database
     * @param driver name and version of the JDBC driver
     * @param lines the envelopes
     */
    record Recorded(
            Recording recording,
            CapturedTable table,
            String database,
            String driver,
            List<String> lines) {}

    private List<List<LiveTable>> runs() throws SQLException {
        List<List<LiveTable>> runs = new ArrayList<>();
        runs.add(
                List.of(
                        table(dataset.left(), dataset.left().defaultRecording()),
                        table(dataset.right(), dataset.right().defaultRecording())));
        for (TableSpec spec : List.of(dataset.left(), dataset.right())) {
            for (Recording recording : spec.recordings().values()) {
                if (recording != spec.defaultRecording()) {
                    runs.add(List.of(table(spec, recording)));
                }
            }
        }
        return runs;
    }

    private LiveTable table(TableSpec spec, Recording recording) throws SQLException {
        LiveDatabase server = databases.of(spec.database().kind());
        return LiveTable.of(
                spec,
                recording,
                databases,
                new CaptureOptions(
                        recording.schema().decimal(), server.timeZone(), StartupMode.INITIAL));
    }

    private List<Recorded> record(List<LiveTable> run) throws SQLException, InterruptedException {
        try (LiveTables tables = LiveTables.create(dataset, run)) {
            for (LiveTable table : run) {
                progress.accept("Recording " + table.recording().file().getFileName());
            }
            try (Capture capture = Capture.start(tables, cluster)) {
                capture.awaitStreaming();
                tables.runChanges();
                capture.drain();
                List<Recorded> recorded = new ArrayList<>();
                for (int i = 0; i < run.size(); i++) {
                    recorded.add(recorded(run.get(i), capture.lines().get(i)));
                }
                return recorded;
            }
        }
    }

    private static Recorded recorded(LiveTable table, List<String> lines) throws SQLException {
        LiveDatabase server = table.captured().server();
        return new Recorded(
                table.recording(),
                table.captured(),
                server.version(),
                server.driver(),
                SnapshotOrder.byPrimaryKey(
                        lines, table.recording().schema(), table.spec().primaryKey()));
    }

    private static List<Path> write(Path directory, List<Recorded> recorded, String provenance)
            throws IOException {
        List<Path> files = new ArrayList<>();
        for (Recorded one : recorded) {
            files.add(replace(one.recording().file(), String.join("\n", one.lines()) + "\n"));
        }
        files.add(replace(directory.resolve(Provenance.FILE), provenance));
        return files;
    }

    private static Path replace(Path file, String content) throws IOException {
        Path written = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), content);
        return Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
