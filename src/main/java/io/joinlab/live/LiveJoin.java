package io.joinlab.live;

import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinPipeline;
import io.joinlab.join.Side;
import io.joinlab.join.Variant;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.function.SerializableFunction;

/** A join of the catalogue, running on two live tables. */
public final class LiveJoin implements AutoCloseable {

    private static final Duration MARKER_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration FIRST_MARKER_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(30);

    private final LiveTables tables;
    private final LocalCluster cluster;
    private final String slots;
    private final LiveEvents events;
    private final JobClient job;
    private boolean closed;

    private LiveJoin(
            LiveTables tables,
            LocalCluster cluster,
            String slots,
            LiveEvents events,
            JobClient job) {
        this.tables = tables;
        this.slots = slots;
        this.cluster = cluster;
        this.events = events;
        this.job = job;
    }

    /**
     * A join and how it runs.
     *
     * @param variant the join
     * @param options its options
     * @param parallelism of the join's operators; the sources have one subtask each
     * @param job how its job runs
     */
    public record Spec(Variant variant, JoinOptions options, int parallelism, JobSettings job) {}

    /**
     * Starts the job.
     *
     * @param tables the left and the right table
     * @param observer is told what happens, by one thread at a time
     */
    static LiveJoin start(
            Spec spec, LiveTables tables, LocalCluster cluster, Consumer<LiveEvent> observer) {
        return start(spec, tables, cluster, observer, null);
    }

    /**
     * Starts the job.
     *
     * @param tables the left and the right table
     * @param observer is told what happens, by one thread at a time
     * @param target where the joined rows are also written; {@code null} for nowhere
     */
    static LiveJoin start(
            Spec spec,
            LiveTables tables,
            LocalCluster cluster,
            Consumer<LiveEvent> observer,
            TargetTable target) {
        LiveEvents events = LiveEvents.open(observer);
        try {
            StreamExecutionEnvironment environment = cluster.environment(spec.job());
            environment.setParallelism(spec.parallelism());
            String slots = "joinlab_" + UUID.randomUUID().toString().substring(0, 8);
            build(spec, tables, environment, slots, events, target);
            JobClient job = environment.executeAsync("joinlab live " + spec.variant().name());
            job.getJobExecutionResult()
                    .whenComplete(
                            (result, failure) -> {
                                if (failure == null) {
                                    events.ended();
                                } else {
                                    events.failed(failure);
                                }
                            });
            return new LiveJoin(tables, cluster, slots, events, job);
        } catch (Exception e) {
            events.close();
            throw new LiveException(
                    tables.redact("The join could not be started: " + e.getMessage()), e);
        }
    }

    private static void build(
            Spec spec,
            LiveTables tables,
            StreamExecutionEnvironment environment,
            String slots,
            LiveEvents events,
            TargetTable target) {
        LiveTable left = tables.left();
        LiveTable right = tables.right();
        JoinPipeline.Outputs outputs =
                JoinPipeline.build(
                        source(environment, left, Side.LEFT, tables, slots, events),
                        source(environment, right, Side.RIGHT, tables, slots, events),
                        left.recording().schema(),
                        right.recording().schema(),
                        spec.variant(),
                        spec.options(),
                        (side, strategy) -> new ReportedWatermarks(events, side, strategy));
        sink(outputs.joined(), "joined", events, LiveEvent.Joined::new);
        sink(outputs.late(), "late", events, LiveEvent.Late::new);
        sink(outputs.dropped(), "dropped", events, LiveEvent.Dropped::new);
        rejects(outputs.left(), Side.LEFT, events);
        rejects(outputs.right(), Side.RIGHT, events);
        if (target != null) {
            UpsertSink.add(
                    environment,
                    outputs.joined(),
                    Map.of(
                            Side.LEFT, left.recording().schema(),
                            Side.RIGHT, right.recording().schema()),
                    spec.variant().type(),
                    target);
        }
    }

    private static DataStream<String> source(
            StreamExecutionEnvironment environment,
            LiveTable table,
            Side side,
            LiveTables tables,
            String slots,
            LiveEvents events) {
        return environment
                .fromSource(
                        CdcSources.source(
                                table.captured(),
                                tables.besides(),
                                ReplicationClient.of(slots + "_" + side.label()),
                                new MarkedEnvelopes()),
                        WatermarkStrategy.noWatermarks(),
                        side.label())
                .setParallelism(1)
                .process(new ArrivalReport(events, side))
                .setParallelism(1)
                .name("arrivals " + side.label());
    }

    private static void rejects(JoinPipeline.Rejects rejects, Side side, LiveEvents events) {
        sink(
                rejects.malformed(),
                "malformed " + side.label(),
                events,
                line -> new LiveEvent.Malformed(side, line));
        sink(
                rejects.ignored(),
                "ignored " + side.label(),
                events,
                record -> new LiveEvent.Ignored(side));
    }

    private static <T> void sink(
            DataStream<T> stream,
            String name,
            LiveEvents events,
            SerializableFunction<T, LiveEvent> event) {
        stream.sinkTo(new ReportingSink<>(events, event)).name(name);
    }

    /**
     * Waits until the snapshots have been read completely and the sources follow the logs.
     *
     * @throws LiveException if the job fails, or if nothing of a committed row is seen for minutes
     */
    void awaitStreaming() throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + MARKER_TIMEOUT.toNanos();
        // A marker that is written before a source reads the log, or at its very start, is lost.
        while (!awaitMarker(tables.markers().writeNext(), FIRST_MARKER_TIMEOUT)) {
            if (System.nanoTime() > deadline) {
                throw nothingSeen();
            }
        }
    }

    /**
     * Waits until all that has been committed so far has reached the join, once {@linkplain
     * #awaitStreaming streaming}, and the join has processed it.
     *
     * @throws LiveException if the job fails, or if nothing of a committed row is seen for minutes
     */
    void awaitCaptured() throws SQLException, InterruptedException {
        if (!awaitMarker(tables.markers().writeNext(), MARKER_TIMEOUT)) {
            throw nothingSeen();
        }
        cluster.checkpoint(job.getJobID());
    }

    private boolean awaitMarker(int marker, Duration timeout) throws InterruptedException {
        try {
            return events.awaitMarker(marker, timeout);
        } catch (IllegalStateException e) {
            throw failure("The join ended by itself", e);
        }
    }

    private LiveException failure(String what, Exception cause) {
        return new LiveException(tables.redact(what + ": " + cause.getMessage()), cause);
    }

    private static LiveException nothingSeen() {
        return new LiveException(
                "The sources saw nothing of a committed row for "
                        + MARKER_TIMEOUT.toSeconds()
                        + " s: is the binlog on, is wal_level logical?",
                null);
    }

    /**
     * Ends the sources, as {@code flink stop --drain} does: each emits the last watermark, which
     * closes every window in event time; the job ends.
     */
    void drain() throws InterruptedException {
        end(true);
    }

    private void end(boolean drain) throws InterruptedException {
        try {
            job.stopWithSavepoint(drain, cluster.savepoints(), SavepointFormatType.CANONICAL)
                    .thenCompose(savepoint -> job.getJobExecutionResult())
                    .get(MARKER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw failure("The join could not be stopped", e);
        }
    }

    /**
     * Ends the sources where they are and the job behind them, as {@code flink stop} does: all that
     * they emitted has been processed, no window is closed for it.
     */
    void stop() throws InterruptedException {
        end(false);
    }

    /**
     * Waits until the job ends, fails for good, until it is {@link #enough()}, is {@linkplain
     * #close() closed}.
     *
     * @param timeout {@code null} for no end
     */
    void awaitFailure(Duration timeout) throws InterruptedException {
        Exception failure = events.awaitFailure(timeout);
        if (failure != null && !isClosed()) {
            throw failure("The join ended by itself", failure);
        }
    }

    /** Ends {@link #awaitFailure}. */
    void enough() {
        events.ended();
    }

    boolean isRunning() {
        return !job.getJobExecutionResult().isDone();
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Cancels the job, if it runs, waits until it has ended, and drops its replication slots. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        try (events) {
            if (isRunning()) {
                job.cancel();
                job.getJobExecutionResult().get(CANCEL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LiveException("Interrupted while ending the join", e);
        } catch (Exception e) {
            if (ExceptionUtils.findThrowable(e, JobCancellationException.class).isEmpty()) {
                throw failure("The join did not end in order", e);
            }
        } finally {
            dropSlots();
        }
    }

    private void dropSlots() {
        try {
            for (LiveTable table : tables.tables()) {
                table.captured().server().dropSlots(slots);
            }
        } catch (SQLException e) {
            throw failure("The replication slots " + slots + "_* could not be dropped", e);
        }
    }
}
