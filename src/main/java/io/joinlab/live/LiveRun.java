package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.DecimalMode;
import io.joinlab.cdc.Recording;
import io.joinlab.cdc.TableSpec;
import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.util.IOUtils;

/**
 * A join on live databases with everything that it takes: servers, tables, a Flink cluster and the
 * job. All of it that joinlab started or created is gone after {@link #close()}, and after the end
 * of the JVM.
 */
public final class LiveRun implements AutoCloseable {

    private final Runnable closeAtExit = this::closeAll;
    private Databases databases;
    private LocalCluster cluster;
    private LiveTables tables;
    private ClientAccess clients;
    private LiveJoin join;

    private Dataset dataset;
    private LiveJoin.Spec spec;
    private Runnable atEnd;
    private boolean closed;

    private LiveRun() {}

    /**
     * How the tables are captured.
     *
     * @param databases where they are
     * @param startup where the capture starts
     * @param decimal how decimals are written
     * @param serverTimeZone MySQL's time zone, an id of {@code ZoneId}; {@code null} to ask the
     *     server
     */
    public record Capturing(
            DatabaseChoice databases,
            StartupMode startup,
            DecimalMode decimal,
            String serverTimeZone) {}

    /**
     * Starts everything. External databases that are there are used as they are.
     *
     * @param observer is told what happens, by one thread at a time
     * @param progress takes a line for a person for each thing that takes time
     * @throws InputException if the dataset's SQL or a connection setting is wrong
     * @throws NotReadyException if a server is not set up for change data capture
     * @throws LiveException if a server, the cluster or the job does not start
     */
    public static LiveRun start(
            Dataset dataset,
            LiveJoin.Spec spec,
            Capturing capturing,
            Consumer<LiveEvent> observer,
            Consumer<String> progress) {
        LiveRun run = new LiveRun();
        try {
            run.open(dataset, spec, capturing, observer, progress);
            // Last, so that it comes before what its parts do at exit.
            AtExit.add(run.closeAtExit);
            return run;
        } catch (SQLException e) {
            run.close();
            throw new LiveException("The database failed: " + e.getMessage(), e);
        } catch (IOException e) {
            run.close();
            throw new LiveException("A file could not be written: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            run.close();
            throw e;
        }
    }

    private void open(
            Dataset dataset,
            LiveJoin.Spec spec,
            Capturing capturing,
            Consumer<LiveEvent> observer,
            Consumer<String> progress)
            throws SQLException, IOException {
        this.dataset = dataset;
        this.spec = spec;
        Set<DatabaseKind> kinds =
                EnumSet.of(dataset.left().database().kind(), dataset.right().database().kind());
        databases = Databases.open(capturing.databases(), kinds, progress);
        databases.check(kinds.size() == 1 ? 2 : 1);
        List<LiveTable> both =
                List.of(table(dataset.left(), capturing), table(dataset.right(), capturing));
        tables = LiveTables.findOrCreate(dataset, both);
        clients = ClientAccess.to(tables.tables());
        progress.accept("Starting the join");
        cluster = LocalCluster.start(spec.parallelism());
        join = LiveJoin.start(spec, tables, cluster, observer);
    }

    private LiveTable table(TableSpec spec, Capturing capturing) throws SQLException {
        Recording recording = spec.defaultRecording().withDecimal(capturing.decimal());
        String timeZone =
                capturing.serverTimeZone() == null
                        ? databases.of(spec.database().kind()).timeZone()
                        : capturing.serverTimeZone();
        return LiveTable.of(
                spec,
                recording,
                databases,
                new CaptureOptions(capturing.decimal(), timeZone, capturing.startup()));
    }

    /** How to reach each table's database with its own client. */
    public List<ClientAccess.Client> clients() {
        return clients.clients();
    }

    /** Whether joinlab created the tables, so that it knows when they are being read. */
    public boolean ownsTables() {
        return tables.areOwn();
    }

    /**
     * Waits until the sources follow the logs; only with tables that joinlab created.
     *
     * @throws LiveException if the job fails
     */
    public void awaitStreaming() throws InterruptedException {
        try {
            join.awaitStreaming();
        } catch (SQLException e) {
            throw new LiveException("The database failed: " + e.getMessage(), e);
        }
    }

    /** Runs the dataset's SQL {@code changes}; only with tables that joinlab created. */
    public void runChanges() {
        try {
            tables.runChanges();
        } catch (SQLException e) {
            throw new LiveException("The database failed: " + e.getMessage(), e);
        }
    }

    /**
     * Has a recording written when the run ends, however it does. The job is then stopped in order:
     * what its sources emitted has been processed.
     *
     * @param options the join's options by name
     * @param written takes the scenario's file
     */
    public synchronized void recordTo(
            LiveRecording recording, Map<String, String> options, Consumer<Path> written) {
        atEnd =
                () ->
                        written.accept(
                                recording.write(
                                        dataset, tables.left(), tables.right(), spec, options));
    }

    /** Ends {@link #await}; may be called by any thread. */
    public void enough() {
        join.enough();
    }

    /**
     * Waits for the time, or until it is {@link #enough()}.
     *
     * @param time {@code null} for no end
     * @throws LiveException if the job fails for good
     */
    public void await(Duration time) throws InterruptedException {
        join.awaitFailure(time);
    }

    @Override
    public void close() {
        closeAll();
        AtExit.remove(closeAtExit);
    }

    private synchronized void closeAll() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (atEnd != null && join.isRunning()) {
                join.stop();
                atEnd.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LiveException("Interrupted while ending the run", e);
        } finally {
            closeParts();
        }
    }

    private void closeParts() {
        try {
            IOUtils.closeAll(Arrays.asList(join, clients, cluster, tables, databases));
        } catch (Exception e) {
            throw new LiveException("The run did not end in order: " + e.getMessage(), e);
        }
    }
}
