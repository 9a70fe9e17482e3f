package io.joinlab.sim;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A whole {@code DataStream} pipeline that runs deterministically: in one thread, in virtual time,
 * with Flink's own operators, partitioners, serializers, key groups and watermark rules, but
 * without a cluster. What Kafka's {@code TopologyTestDriver} is to a topology, this is to the
 * pipeline of an ordinary {@link StreamExecutionEnvironment}, which it doesn't change: sources are
 * fed and sinks are read by their names.
 *
 * <pre>{@code
 * StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
 * buildMyPipeline(env); // fromSource(kafka, watermarks, "orders") ... sinkTo(jdbc).name("totals")
 *
 * Simulation simulation = Simulation.of(env);
 * try (SimulatedJob job = simulation.start()) {
 *     SimulatedSource<Order> orders = job.source("orders");
 *     orders.send(new Order("apples", 3), 1_000);
 *     orders.send(new Order("apples", 4), 2_000);
 *     job.advanceClockTo(200); // the periodic watermark
 *     orders.end();
 *     assertThat(job.<Total>sink("totals").values()).containsExactly(new Total("apples", 7));
 * }
 * }</pre>
 *
 * <h2>Time</h2>
 *
 * Time stands still until {@link SimulatedJob#advanceClockTo(long)} moves it. All processing-time
 * timers run on this one clock: those of functions and windows, periodic watermarks, idleness,
 * state TTL. A timer for time T fires when the clock reaches T + 1, as in Flink, so that it can't
 * overtake a record of the same millisecond.
 *
 * <h2>Order</h2>
 *
 * Operators that Flink would chain call each other directly. Any other edge is a channel between
 * two subtasks: a FIFO queue. Which channel delivers next is up to the {@link Scheduler}: by
 * default what was emitted first, over the whole job, after each verb. With {@link
 * Schedulers#manual()} the driver decides, one {@link Choice} at a time.
 *
 * <h2>Crashes</h2>
 *
 * {@link SimulatedJob#checkpoint()} takes an aligned checkpoint, and {@link #restore(Checkpoint)}
 * starts a new job from it: operators are made anew and get their state and timers back; watermarks
 * start again from the beginning, as they do in Flink; what was under way in channels is lost and
 * has to be sent again, from {@link Checkpoint#sourcePosition(String)} on.
 *
 * <h2>What is replaced</h2>
 *
 * <ul>
 *   <li>A FLIP-27 source's reader and enumerator. Its operator is Flink's, with the pipeline's
 *       {@code WatermarkStrategy}; watermark alignment between sources is not simulated.
 *   <li>Other sources ({@code addSource}) as a whole: elements come out as they are sent.
 *   <li>Sinks and all that is behind their writers. Their code never runs.
 *   <li>The state backend: always on the heap.
 *   <li>The random starts of {@code rebalance()} and {@code shuffle()}: see {@link
 *       #withSeed(long)}.
 * </ul>
 *
 * <p>An operator that can't be hosted is refused by name: iterations, batch mode, operators with a
 * coordinator.
 *
 * <p>Immutable and thread-safe. Compile once, start as many jobs as you like; each has user
 * functions, state and channels of its own.
 */
public final class Simulation {

    record Options(
            long clock,
            Scheduler scheduler,
            long seed,
            SimulationListener listener,
            boolean serializeChannels) {}

    private final Plan plan;
    private final Options options;

    private Simulation(Plan plan, Options options) {
        this.plan = plan;
        this.options = options;
    }

    /**
     * Compiles the pipeline that was built in an environment, which stays as it is and can still be
     * executed.
     *
     * @throws UnsupportedPipelineException if it has operators that can't be hosted, or sources or
     *     sinks of equal names
     */
    public static Simulation of(StreamExecutionEnvironment env) {
        return new Simulation(
                PlanCompiler.compile(env),
                new Options(0, Schedulers.arrivalOrder(), 0, SimulationListener.NONE, true));
    }

    /**
     * Where the clock of new jobs stands.
     *
     * @param millis ms since the epoch; by default 0
     */
    public Simulation withClock(long millis) {
        return with(
                new Options(
                        millis,
                        options.scheduler,
                        options.seed,
                        options.listener,
                        options.serializeChannels));
    }

    /**
     * What decides the order of things in new jobs; by default {@link Schedulers#arrivalOrder()}.
     */
    public Simulation withScheduler(Scheduler scheduler) {
        return with(
                new Options(
                        options.clock,
                        scheduler,
                        options.seed,
                        options.listener,
                        options.serializeChannels));
    }

    /** The seed of {@code shuffle()}; by default 0. A scheduler has a seed of its own. */
    public Simulation withSeed(long seed) {
        return with(
                new Options(
                        options.clock,
                        options.scheduler,
                        seed,
                        options.listener,
                        options.serializeChannels));
    }

    /** Who is told what happens in new jobs; by default nobody. */
    public Simulation withListener(SimulationListener listener) {
        return with(
                new Options(
                        options.clock,
                        options.scheduler,
                        options.seed,
                        listener,
                        options.serializeChannels));
    }

    /**
     * Whether records are written to bytes and read again when they cross a channel, as on a
     * network, which finds serializers that don't do what they should; by default true. Otherwise
     * they are copied with {@code TypeSerializer.copy}.
     */
    public Simulation withSerializedChannels(boolean serialize) {
        return with(
                new Options(
                        options.clock,
                        options.scheduler,
                        options.seed,
                        options.listener,
                        serialize));
    }

    private Simulation with(Options changed) {
        return new Simulation(plan, changed);
    }

    /** Starts a job: operators are created and opened. */
    public SimulatedJob start() {
        return new SimulatedJob(plan, options, null);
    }

    /**
     * Starts a job from a checkpoint, as Flink does after a crash. The clock stands where the
     * checkpoint completed, or at {@link #withClock(long)} if that is later. Sinks of the new job
     * start empty.
     *
     * @param checkpoint of a job of this simulation
     */
    public SimulatedJob restore(Checkpoint checkpoint) {
        if (checkpoint.plan() != plan) {
            throw new IllegalArgumentException(
                    "The checkpoint was taken by a job of another simulation");
        }
        return new SimulatedJob(plan, options, checkpoint);
    }
}
