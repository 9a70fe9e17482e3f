package io.joinlab.live;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.ExceptionUtils;

/**
 * A running Flink job that captures some tables and hands over every envelope in the order in which
 * the sources emitted it.
 *
 * <p>It knows how far each source has read by rows of its own: {@link #MARKER_TABLE}, a table
 * beside the captured one, is captured by the same source from the same log, so that the event of a
 * row written there comes after the events of everything committed before. The events of markers
 * are not part of what is captured.
 */
final class Capture implements AutoCloseable {

    /** The table in each captured database that {@link #drain()} writes to. */
    static final String MARKER_TABLE = "joinlab_marker";

    private static final int FIRST_MARKER = 0;
    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(30);

    private final List<CapturedTable> tables;
    private final List<List<String>> lines = new ArrayList<>();
    private final JobClient job;
    private final CloseableIterator<Tuple2<Integer, String>> envelopes;
    private int lastMarker = FIRST_MARKER;

    private Capture(
            List<CapturedTable> tables,
            JobClient job,
            CloseableIterator<Tuple2<Integer, String>> envelopes) {
        this.tables = tables;
        this.job = job;
        this.envelopes = envelopes;
        tables.forEach(table -> lines.add(new ArrayList<>()));
    }

    /**
     * Creates the marker table in {@code database} and lets the capture user read it and {@code
     * tables}.
     */
    static void prepare(LiveDatabase server, String database, List<String> tables)
            throws SQLException {
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + MARKER_TABLE + " (id int NOT NULL PRIMARY KEY)");
            statement.execute("INSERT INTO " + MARKER_TABLE + " VALUES (" + FIRST_MARKER + ")");
        }
        List<String> all = new ArrayList<>(tables);
        all.add(MARKER_TABLE);
        server.allowCapture(database, all);
    }

    /** Starts a local job with one source for each table; the databases have been prepared. */
    static Capture start(List<CapturedTable> tables) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
        DataStream<Tuple2<Integer, String>> all =
                IntStream.range(0, tables.size())
                        .mapToObj(index -> source(environment, tables.get(index), index))
                        .reduce(DataStream::union)
                        .orElseThrow();
        CloseableIterator<Tuple2<Integer, String>> envelopes = all.collectAsync();
        return new Capture(
                List.copyOf(tables), environment.executeAsync("joinlab capture"), envelopes);
    }

    private static DataStream<Tuple2<Integer, String>> source(
            StreamExecutionEnvironment environment, CapturedTable table, int index) {
        return environment
                .fromSource(
                        CdcSources.envelopes(table, List.of(MARKER_TABLE), "joinlab_" + index),
                        WatermarkStrategy.noWatermarks(),
                        table.table())
                .map(envelope -> Tuple2.of(index, envelope))
                .returns(Types.TUPLE(Types.INT, Types.STRING));
    }

    /**
     * Waits until the snapshots have been read completely and every source reads its database's
     * log.
     */
    void awaitStreaming() throws SQLException {
        // Only a marker written after the marker table's own snapshot is sure to come from the log.
        awaitMarker(FIRST_MARKER);
        drain();
    }

    /**
     * Returns when every source has handed over all that has been committed so far; the sources
     * read the logs already.
     */
    void drain() throws SQLException {
        writeMarker(++lastMarker);
        awaitMarker(lastMarker);
    }

    private void awaitMarker(int marker) {
        Set<Integer> missing = new HashSet<>();
        IntStream.range(0, tables.size()).forEach(missing::add);
        while (!missing.isEmpty()) {
            if (!envelopes.hasNext()) {
                throw new LiveException("The capture ended by itself.", null);
            }
            Tuple2<Integer, String> next = envelopes.next();
            JSONObject envelope = JSON.parseObject(next.f1);
            if (!MARKER_TABLE.equals(envelope.getJSONObject("source").getString("table"))) {
                lines.get(next.f0).add(next.f1);
            } else if (envelope.getJSONObject("after").getIntValue("id") == marker) {
                missing.remove(next.f0);
            }
        }
    }

    private void writeMarker(int marker) throws SQLException {
        List<String> written = new ArrayList<>();
        for (CapturedTable table : tables) {
            String where = table.server().port() + "/" + table.database();
            if (!written.contains(where)) {
                written.add(where);
                try (Connection connection = table.server().connect(table.database());
                        Statement statement = connection.createStatement()) {
                    statement.execute("INSERT INTO " + MARKER_TABLE + " VALUES (" + marker + ")");
                }
            }
        }
    }

    /** What was captured of each table, one envelope a line, in order. */
    List<List<String>> lines() {
        return lines;
    }

    /** Cancels the job and waits until it has ended. */
    @Override
    public void close() {
        try (envelopes) {
            CompletableFuture<JobExecutionResult> end = job.getJobExecutionResult();
            job.cancel();
            end.get(CANCEL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LiveException("Interrupted while ending the capture", e);
        } catch (Exception e) {
            if (ExceptionUtils.findThrowable(e, JobCancellationException.class).isEmpty()) {
                throw new LiveException("The capture did not end in order: " + e.getMessage(), e);
            }
        }
    }
}
