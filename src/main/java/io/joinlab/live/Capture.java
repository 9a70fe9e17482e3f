package io.joinlab.live;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.ExceptionUtils;

/**
 * A running Flink job that captures some tables and hands over every envelope in the order in which
 * its source emitted it.
 *
 * <p>How far a source has read it knows from {@link Markers}.
 */
final class Capture implements AutoCloseable {

    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration MARKER_TIMEOUT = Duration.ofMinutes(2);

    private final List<CapturedTable> tables;
    private final List<List<String>> lines = new ArrayList<>();
    private final JobClient job;
    private final CloseableIterator<Tuple2<Integer, String>> captured;
    private final ExecutorService reader = Executors.newSingleThreadExecutor();
    private final LiveTables created;

    private Capture(
            List<CapturedTable> tables,
            LiveTables created,
            JobClient job,
            CloseableIterator<Tuple2<Integer, String>> captured) {
        this.tables = tables;
        this.created = created;
        this.job = job;
        this.captured = captured;
        tables.forEach(table -> lines.add(new ArrayList<>()));
    }

    /** Starts a job with a source for each of the tables; it ends at its first failure. */
    static Capture start(LiveTables created, LocalCluster cluster) {
        List<CapturedTable> tables = created.tables().stream().map(LiveTable::captured).toList();
        StreamExecutionEnvironment environment = cluster.environment(JobSettings.ONE_ATTEMPT);
        DataStream<Tuple2<Integer, String>> all =
                IntStream.range(0, tables.size())
                        .mapToObj(index -> stream(environment, tables.get(index), index))
                        .reduce(DataStream::union)
                        .orElseThrow(() -> new IllegalArgumentException("no tables"));
        CloseableIterator<Tuple2<Integer, String>> captured = all.collectAsync();
        try {
            return new Capture(
                    tables, created, environment.executeAsync("joinlab capture"), captured);
        } catch (Exception e) {
            throw new LiveException("The capture could not be started: " + e.getMessage(), e);
        }
    }

    private static DataStream<Tuple2<Integer, String>> stream(
            StreamExecutionEnvironment environment, CapturedTable table, int index) {
        return environment
                .fromSource(
                        CdcSources.source(
                                table,
                                List.of(MarkedEnvelopes.TABLE),
                                ReplicationClient.of("joinlab_" + index),
                                new MarkedEnvelopes()),
                        WatermarkStrategy.noWatermarks(),
                        table.table())
                .map(text -> Tuple2.of(index, text))
                .returns(Types.TUPLE(Types.INT, Types.STRING));
    }

    /** Waits until the snapshots have been read completely and the sources read the logs. */
    void awaitStreaming() throws SQLException, InterruptedException {
        // Only a marker written after the marker table's snapshot is sure to come from the log.
        awaitMarker(Markers.FIRST);
        drain();
    }

    /** Waits until all that has been committed so far has been captured, once streaming. */
    void drain() throws SQLException, InterruptedException {
        awaitMarker(created.markers().writeNext());
    }

    private void awaitMarker(int marker) throws InterruptedException {
        Future<?> reading = reader.submit(() -> readUpTo(marker));
        try {
            reading.get(MARKER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw new LiveException(created.redact("The capture failed: " + cause), e.getCause());
        } catch (TimeoutException e) {
            reading.cancel(true);
            throw new LiveException(
                    "The capture saw nothing of a committed row for "
                            + MARKER_TIMEOUT.toSeconds()
                            + " s: is the binlog on, is wal_level logical?",
                    null);
        }
    }

    private void readUpTo(int marker) {
        Set<Integer> missing = new HashSet<>();
        IntStream.range(0, tables.size()).forEach(missing::add);
        while (!missing.isEmpty()) {
            if (!captured.hasNext()) {
                throw new IllegalStateException("the job ended by itself");
            }
            Tuple2<Integer, String> next = captured.next();
            OptionalInt id = MarkedEnvelopes.marker(next.f1);
            if (id.isEmpty()) {
                lines.get(next.f0).add(next.f1);
            } else if (id.getAsInt() == marker) {
                missing.remove(next.f0);
            }
        }
    }

    /** What has been captured of each table, one envelope a line, in order. */
    List<List<String>> lines() {
        return lines;
    }

    /** Cancels the job and waits until it has ended. */
    @Override
    public void close() {
        reader.shutdownNow();
        try (captured) {
            CompletableFuture<JobExecutionResult> end = job.getJobExecutionResult();
            job.cancel();
            end.get(CANCEL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LiveException("Interrupted while ending the capture", e);
        } catch (Exception e) {
            if (ExceptionUtils.findThrowable(e, JobCancellationException.class).isEmpty()) {
                throw new LiveException(
                        created.redact("The capture did not end in order: " + e.getMessage()), e);
            }
        }
    }
}
