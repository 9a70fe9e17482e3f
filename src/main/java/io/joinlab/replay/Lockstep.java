package io.joinlab.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A job on a real Flink MiniCluster that is fed in step: an element is released only when all
 * operators have processed everything that the one before it caused.
 *
 * <pre>{@code
 * try (ReplayRun run = ReplayRun.open()) {
 *     env.fromSource(run.source("numbers", Types.INT, CONTINUOUS_UNBOUNDED), noWatermarks(), "numbers")
 *             .keyBy(...)...
 *             .sinkTo(run.sink("sums"));
 *     try (Lockstep job = Lockstep.start(env, run, 0)) {
 *         job.step(1);
 *         job.deliver("numbers", 0, new ReplayElement.Data<>(7, 1000L));
 *         job.step(2);
 *         job.deliver("numbers", 0, new ReplayElement.Watermark<>(2000L));
 *     }
 *     run.collected("sums");
 * }
 * }</pre>
 *
 * <p>How it knows that all is processed: the reader says that it has emitted the element, then a
 * checkpoint is triggered and awaited. Its barriers leave the sources behind the element and behind
 * all that it caused, on every channel; a task acknowledges when the barrier has arrived on all of
 * its channels, hence after everything before it has been processed (records, watermarks, the
 * timers those fire, all on the task's one thread); and a checkpoint completes when every task has
 * acknowledged, sinks included. Tasks whose sources have ended take part too (FLIP-147); a job
 * whose sources have all ended just ends. What a job does by the real clock is outside of this.
 *
 * <p>Restoring: {@link #snapshot} takes a checkpoint to come back to and {@link #crash} fails the
 * job for real and lets Flink restart it from there. Between the two, steps are proved by
 * savepoints, which Flink never restarts from, so that the snapshot stays the latest.
 *
 * <p>Not for use by several threads at once.
 */
public final class Lockstep implements AutoCloseable {

    /** A job that needs longer for one step hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * How soon to ask again for a checkpoint that was declined because a task was starting or
     * ending.
     */
    private static final Duration PAUSE = Duration.ofMillis(2);

    /** How often generators look at the replay clock; see {@link ClockedWatermarkStrategy}. */
    private static final Duration WATERMARK_POLL = Duration.ofMillis(1);

    private final ReplayRun run;
    private final MiniCluster cluster;
    private final JobID job;
    private final CompletableFuture<JobResult> result;
    private final boolean recoverable;
    private final Path savepoints;

    private final Map<ReplayGate<?>, Integer> snapshot = new HashMap<>();
    private Map<String, Integer> sinksInSnapshot = Map.of();
    private final Map<ReplayGate<?>, Integer> starts = new HashMap<>();
    private boolean failureReported;

    private Lockstep(ReplayRun run, MiniCluster cluster, JobGraph graph, boolean recoverable) {
        this.run = run;
        this.cluster = cluster;
        this.job = graph.getJobID();
        this.recoverable = recoverable;
        try {
            this.savepoints = recoverable ? Files.createTempDirectory("joinlab-lockstep-") : null;
            cluster.runDetached(graph);
        } catch (IOException e) {
            throw new ReplayException("no directory for savepoints: " + e.getMessage(), e);
        } catch (Exception e) {
            throw new ReplayException("the job was not accepted: " + e.getMessage(), e);
        }
        this.result = cluster.requestJobResult(job);
    }

    /**
     * Starts the environment's job on the shared MiniCluster and waits until it runs.
     *
     * @param env a pipeline with sources and sinks of {@code run}; its checkpointing, buffer
     *     timeout and restart strategy are set here
     * @param crashes how often {@link #crash} will be called at most
     * @throws ReplayException if the job does not come up
     */
    public static Lockstep start(StreamExecutionEnvironment env, ReplayRun run, int crashes) {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofDays(365));
        configuration.set(
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                CheckpointingMode.EXACTLY_ONCE);
        configuration.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, Integer.MAX_VALUE);
        configuration.set(ExecutionOptions.BUFFER_TIMEOUT, Duration.ZERO);
        if (crashes == 0) {
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        } else {
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
            configuration.set(
                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, crashes);
            configuration.set(
                    RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
        }
        env.configure(configuration);
        env.getConfig().setAutoWatermarkInterval(WATERMARK_POLL.toMillis());
        JobGraph graph = env.getStreamGraph(false).getJobGraph();
        Lockstep lockstep = new Lockstep(run, LockstepCluster.shared(), graph, crashes > 0);
        try {
            lockstep.settle();
        } catch (RuntimeException e) {
            lockstep.closeAfter(e);
            throw e;
        }
        return lockstep;
    }

    /** Says that what arrives at the sinks from now on belongs to the given step. */
    public void step(int number) {
        run.step(number);
    }

    /**
     * Feeds one element to one subtask of a source and returns when all operators have processed
     * all that it causes.
     *
     * @throws ReplayException if the job fails or hangs
     */
    public <T> void deliver(String source, int subtask, ReplayElement<T> element) {
        ReplayGate<T> gate = run.openedGate(source, subtask);
        gate.add(element);
        gate.release();
        settle();
    }

    /**
     * Returns when all operators have processed everything released so far.
     *
     * @throws ReplayException if the job fails or hangs
     */
    public void settle() {
        prove(recoverable ? this::savepoint : this::checkpoint);
    }

    /**
     * Moves the clock that generated watermarks go by (see {@link ClockedWatermarkStrategy}) and
     * returns when all operators have processed what that brought out.
     *
     * @param time in epoch milliseconds, not before {@link #clock()}
     * @throws ReplayException if the job fails or hangs
     */
    public void advanceClockTo(long time) {
        run.clock().advanceTo(time);
        await(run.clock()::reached, "the watermark generators to reach " + time + " ms");
        settle();
    }

    /** Where the clock stands that generated watermarks go by, in epoch milliseconds. */
    public long clock() {
        return run.clock().now();
    }

    /**
     * Takes a checkpoint that the next {@link #crash} goes back to.
     *
     * @throws ReplayException if the job fails, hangs or has ended
     */
    public void snapshot() {
        if (result.isDone()) {
            throw new ReplayException(
                    "the job has ended: no checkpoint can be taken any more", null);
        }
        prove(this::checkpoint);
        for (ReplayGate<?> gate : run.gates()) {
            snapshot.put(gate, gate.released());
        }
        sinksInSnapshot = run.sinkPositions();
    }

    /**
     * Makes the job fail and returns when Flink has restarted it from the last snapshot, or from
     * nothing if there is none. Everything since is gone: state, what was delivered (deliver it
     * again, as a source would that is rewound), and what had arrived at the sinks, as with sinks
     * that commit with a checkpoint. Only the clock stays.
     *
     * @throws ReplayException if the job has ended, fails otherwise or hangs
     */
    public void crash() {
        if (!recoverable) {
            throw new IllegalStateException("start the job with crashes > 0 to crash it");
        }
        ReplayGate<?> witness =
                run.gates().stream()
                        .filter(ReplayGate::reading)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new ReplayException(
                                                "all sources have ended: there is no job left to"
                                                        + " crash",
                                                null));
        int before = witness.starts();
        for (ReplayGate<?> gate : run.gates()) {
            gate.rewind(snapshot.getOrDefault(gate, 0));
        }
        run.rewindSinks(sinksInSnapshot);
        run.failJob(witness.source(), new InjectedCrash());
        await(() -> witness.starts() > before, "the job to restart");
        starts.clear();
        settle();
    }

    /**
     * Waits for the end of a job whose sources have all ended.
     *
     * @throws ReplayException if the job fails or hangs
     */
    public void awaitEnd() {
        await(result::isDone, "the job to end");
        checkResult();
    }

    /** Cancels the job if it still runs. */
    @Override
    public void close() {
        try {
            if (!result.isDone()) {
                cluster.cancelJob(job);
                await(result::isDone, "the job to be cancelled");
            } else if (!failureReported) {
                checkResult();
            }
        } finally {
            delete(savepoints);
        }
    }

    private void closeAfter(RuntimeException failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private interface Proof {
        CompletableFuture<String> trigger();
    }

    private CompletableFuture<String> checkpoint() {
        return cluster.triggerCheckpoint(job);
    }

    private CompletableFuture<String> savepoint() {
        return cluster.triggerSavepoint(
                job, savepoints.toString(), false, SavepointFormatType.NATIVE);
    }

    private void prove(Proof proof) {
        await(
                () -> result.isDone() || run.gates().stream().allMatch(ReplayGate::drained),
                "the sources to emit");
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Throwable declined = null;
        while (!checkResult()) {
            if (System.nanoTime() > deadline) {
                throw hangs("a checkpoint to complete", declined);
            }
            CompletableFuture<String> proved = proof.trigger();
            try {
                CompletableFuture.anyOf(proved, result)
                        .get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (proved.isDone()) {
                    checkStarts();
                    return;
                }
            } catch (ExecutionException e) {
                declined = e.getCause();
                pause();
            } catch (TimeoutException e) {
                throw hangs("a checkpoint to complete", declined);
            } catch (InterruptedException e) {
                throw interrupted();
            }
        }
    }

    private void pause() {
        try {
            result.get(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return; // still running: that was to be found out
        } catch (ExecutionException e) {
            throw new ReplayException(
                    "the cluster has lost the job: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** A restart that nobody asked for would let a job pass that fails once. */
    private void checkStarts() {
        for (ReplayGate<?> gate : run.gates()) {
            int now = gate.starts();
            int before = starts.getOrDefault(gate, now);
            starts.put(gate, now);
            if (now != before) {
                throw new ReplayException(
                        "the job failed and was restarted by Flink", failureSoFar());
            }
        }
    }

    private Throwable failureSoFar() {
        try {
            var info = cluster.getExecutionGraph(job).get().getFailureInfo();
            return info == null ? null : JobFailures.userFailure(info.getException());
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** Whether the job has ended; throws its failure if it failed. */
    private boolean checkResult() {
        if (!result.isDone()) {
            return false;
        }
        JobResult ended = result.join();
        if (ended.isSuccess()) {
            return true;
        }
        failureReported = true;
        Throwable failure =
                ended.getSerializedThrowable().map(JobFailures::userFailure).orElse(null);
        throw new ReplayException(
                "the job was "
                        + ended.getApplicationStatus()
                        + " at step "
                        + run.step()
                        + (failure == null ? "" : ": " + failure),
                failure);
    }

    private interface Condition {
        boolean holds();
    }

    private void await(Condition condition, String what) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            CompletableFuture<?>[] changes =
                    Stream.concat(
                                    Stream.of(result, run.clock().progress()),
                                    run.gates().stream().map(ReplayGate::progress))
                            .toArray(CompletableFuture<?>[]::new);
            if (condition.holds()) {
                return;
            }
            if (result.isDone()) {
                checkResult();
                throw new ReplayException("the job ended while waiting for " + what, null);
            }
            try {
                CompletableFuture.anyOf(changes)
                        .get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (ExecutionException e) {
                throw new ReplayException(
                        "the cluster has lost the job: " + e.getCause(), e.getCause());
            } catch (TimeoutException e) {
                throw hangs(what, null);
            } catch (InterruptedException e) {
                throw interrupted();
            }
        }
    }

    private ReplayException hangs(String what, Throwable cause) {
        return new ReplayException(
                "waited "
                        + PATIENCE.toSeconds()
                        + " s for "
                        + what
                        + " at step "
                        + run.step()
                        + System.lineSeparator()
                        + status(),
                cause);
    }

    /** Every task with its state and what its thread is doing. */
    private String status() {
        StringBuilder status = new StringBuilder();
        Map<Thread, StackTraceElement[]> threads = Thread.getAllStackTraces();
        try {
            for (AccessExecutionVertex task :
                    cluster.getExecutionGraph(job)
                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .getAllExecutionVertices()) {
                String name = task.getTaskNameWithSubtaskIndex();
                status.append(name).append(": ").append(task.getExecutionState()).append('\n');
                threads.forEach(
                        (thread, stack) -> {
                            if (thread.getName().startsWith(name)) {
                                for (StackTraceElement frame : stack) {
                                    status.append("    at ").append(frame).append('\n');
                                }
                            }
                        });
            }
        } catch (ExecutionException | TimeoutException e) {
            status.append("the cluster can't say what its tasks do: ").append(e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
        return status.toString();
    }

    private static ReplayException interrupted() {
        Thread.currentThread().interrupt();
        return new ReplayException("interrupted while waiting for the job", null);
    }

    private static void delete(Path directory) {
        if (directory == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new ReplayException("can't remove " + directory + ": " + e.getMessage(), e);
        }
    }

    /** The failure that {@link #crash} causes. */
    private static final class InjectedCrash extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InjectedCrash() {
            super("crashed on purpose");
        }
    }
}
