package io.joinlab.sim;

import io.joinlab.sim.Mailbox.Mail;
import io.joinlab.sim.Mailbox.MailLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;

/**
 * A running simulation of one job. The driver speaks in verbs: it sends elements through {@link
 * #source(String)}, moves the clock, takes checkpoints, and reads {@link #sink(String)}. Unless the
 * scheduler is {@link Schedulers#manual()}, all that follows from a verb has happened when the verb
 * returns.
 *
 * <p>If a function of the pipeline throws, the verb throws a {@link SimulationException} that names
 * the operator, and the job has failed: every later verb says so. What sinks have received can
 * still be read.
 *
 * <p>Not thread-safe. Different jobs of one {@link Simulation} can run in different threads.
 */
public final class SimulatedJob implements AutoCloseable {

    private final Simulation.Options options;
    private final Plan plan;
    private final VirtualClock clock;
    private final Timers timers;
    private final ReadyLines ready = new ReadyLines();
    private final SimulationListener listener;
    private final @Nullable Scheduler.Run schedulerRun;
    private final boolean manual;

    private final SimulatedTask[][] tasks;
    private final Map<TaskId, SimulatedTask> tasksById = new LinkedHashMap<>();
    private final Map<ChannelId, Channel> channels = new HashMap<>();
    private final Map<String, SinkBuffer> sinkBuffers = new LinkedHashMap<>();
    private final Map<String, SimulatedSink<?>> sinks = new HashMap<>();
    private final CheckpointStreamFactory stateStreams =
            new MemCheckpointStreamFactory(Integer.MAX_VALUE);

    /** Shared by all channels: a record is read back before the next one is written. */
    private final DataOutputSerializer channelBytes = new DataOutputSerializer(128);

    private final DataInputDeserializer channelReader = new DataInputDeserializer();

    private final Set<ChannelId> written = new HashSet<>();

    private long operatorCalls;
    private long nextArrival;
    private long lastCheckpointId;
    private final Map<TaskId, Checkpoint.TaskState> acknowledged = new HashMap<>();
    private boolean checkpointPending;
    private @Nullable Checkpoint latestCheckpoint;
    private @Nullable SimulationException failure;
    private volatile @Nullable SimulationException externalFailure;
    private boolean closed;

    SimulatedJob(Plan plan, Simulation.Options options, @Nullable Checkpoint restored) {
        this.plan = plan;
        this.options = options;
        this.clock =
                new VirtualClock(
                        restored == null
                                ? options.clock()
                                : Math.max(options.clock(), restored.clock()));
        this.timers = new Timers(clock);
        this.listener = options.listener();
        this.manual = options.scheduler() == Schedulers.MANUAL;
        this.schedulerRun =
                manual || options.scheduler() == Schedulers.ARRIVAL_ORDER
                        ? null
                        : options.scheduler().newRun();
        this.lastCheckpointId = restored == null ? 0 : restored.id();
        this.tasks = new SimulatedTask[plan.vertices().size()][];
        for (NodePlan sink : plan.sinks().values()) {
            SinkBuffer buffer = new SinkBuffer(sink.publicName);
            sinkBuffers.put(sink.publicName, buffer);
            sinks.put(sink.publicName, new SimulatedSink<>(buffer));
        }
        boolean started = false;
        try {
            createTasks();
            connectTasks();
            openTasks(restored);
            started = true;
        } catch (SimulationException e) {
            throw e;
        } catch (Exception e) {
            throw new SimulationException("The job can't be started: " + e.getMessage(), e);
        } finally {
            if (!started) {
                closeQuietly();
            }
        }
        settle();
    }

    private void createTasks() {
        for (VertexPlan vertex : plan.vertices()) {
            tasks[vertex.index] = new SimulatedTask[vertex.parallelism];
            for (int subtask = 0; subtask < vertex.parallelism; subtask++) {
                SimulatedTask task = new SimulatedTask(this, vertex, subtask);
                task.createOutputs(options.serializeChannels());
                tasks[vertex.index][subtask] = task;
                tasksById.put(task.id(), task);
            }
        }
    }

    private void connectTasks() {
        for (VertexPlan vertex : plan.vertices()) {
            for (EdgePlan edge : vertex.inputs) {
                SimulatedTask[] senders = tasks[plan.vertexOf().get(edge.source()).index];
                SimulatedTask[] receivers = tasks[vertex.index];
                for (int receiver = 0; receiver < receivers.length; receiver++) {
                    int[] range = senderRange(edge, receiver, senders.length, receivers.length);
                    for (int sender = range[0]; sender < range[1]; sender++) {
                        connect(edge, senders[sender], receivers[receiver]);
                    }
                }
                for (int sender = 0; sender < senders.length; sender++) {
                    senders[sender]
                            .channelOutput(edge)
                            .connected(edge, sender, vertex.maxParallelism, options.seed());
                }
            }
        }
    }

    /**
     * The senders, from (inclusive) and to (exclusive), from which a receiver reads: all of them,
     * or for pointwise edges those of {@code
     * VertexInputInfoComputationUtils.computeVertexInputInfoForPointwise}.
     */
    private static int[] senderRange(EdgePlan edge, int receiver, int senders, int receivers) {
        if (!edge.pointwise()) {
            return new int[] {0, senders};
        }
        if (senders >= receivers) {
            return new int[] {receiver * senders / receivers, (receiver + 1) * senders / receivers};
        }
        for (int sender = 0; sender < senders; sender++) {
            int end = ((sender + 1) * receivers + senders - 1) / senders;
            if (receiver < end) {
                return new int[] {sender, sender + 1};
            }
        }
        throw new IllegalStateException("No sender for receiver " + receiver + " of " + receivers);
    }

    private void connect(EdgePlan edge, SimulatedTask sender, SimulatedTask receiver) {
        Gate gate = receiver.gate(edge.input());
        Channel channel =
                new Channel(
                        new ChannelId(edge.index(), sender.id(), receiver.id(), edge.input()),
                        receiver,
                        gate,
                        gate.channels.size());
        gate.channels.add(channel);
        channels.put(channel.id, channel);
        sender.channelOutput(edge).connect(channel);
    }

    private void openTasks(@Nullable Checkpoint restored) throws Exception {
        HashMapStateBackend backend = new HashMapStateBackend();
        for (SimulatedTask task : tasksById.values()) {
            task.restore(restored);
            task.createOperators();
        }
        for (SimulatedTask task : tasksById.values()) {
            task.open(backend);
        }
    }

    /**
     * A source, by the name that the pipeline gave it.
     *
     * @param <T> type of its records; not checked until an operator sees one
     * @throws IllegalArgumentException if there is none of this name; the message lists those there
     *     are
     */
    public <T> SimulatedSource<T> source(String name) {
        return new SimulatedSource<>(this, name, tasks[plan.vertexOfSource(name).index], 0, true);
    }

    /** Names of all sources. */
    public List<String> sources() {
        return List.copyOf(plan.sources().keySet());
    }

    /**
     * A sink, by the name that the pipeline gave it.
     *
     * @param <T> type of its records; not checked
     * @return the same object each time
     * @throws IllegalArgumentException if there is none of this name; the message lists those there
     *     are
     */
    @SuppressWarnings("unchecked")
    public <T> SimulatedSink<T> sink(String name) {
        plan.vertexOfSink(name);
        return (SimulatedSink<T>) sinks.get(name);
    }

    /** Names of all sinks. */
    public List<String> sinks() {
        return List.copyOf(plan.sinks().keySet());
    }

    /** Where the clock stands, in ms. */
    public long clock() {
        return clock.now();
    }

    /**
     * Moves the clock forward. Timers that become due fire in the order of their times, each with
     * the clock standing at the moment at which it became due, and what follows from each is
     * processed before the next. With the manual scheduler the clock moves at once and due timers
     * become choices.
     *
     * @param time ms, not before {@link #clock()}
     */
    public void advanceClockTo(long time) {
        checkUsable();
        if (time < clock()) {
            throw new IllegalArgumentException(
                    "The clock can't go back: it stands at %d ms, asked for %d ms"
                            .formatted(clock(), time));
        }
        if (!manual) {
            for (Timer next = timers.peek();
                    next != null && next.due <= time;
                    next = timers.peek()) {
                clock.moveTo(Math.max(clock(), next.due));
                drain();
            }
        }
        clock.moveTo(time);
    }

    /**
     * Moves the clock forward by a whole number of milliseconds: see {@link #advanceClockTo(long)}.
     */
    public void advanceClockBy(Duration duration) {
        advanceClockTo(Math.addExact(clock(), duration.toMillis()));
    }

    /**
     * When the clock must reach for the next timer to be due, in ms; empty if no timer is
     * registered.
     */
    public OptionalLong nextTimer() {
        Timer next = timers.peek();
        return next == null || next.due == Long.MAX_VALUE
                ? OptionalLong.empty()
                : OptionalLong.of(next.due);
    }

    /**
     * Takes a checkpoint: barriers are sent from all sources, and all that waits is processed until
     * every task has taken its part.
     */
    public Checkpoint checkpoint() {
        triggerCheckpoint();
        drain();
        if (checkpointPending) {
            throw new IllegalStateException("Checkpoint " + lastCheckpointId + " did not complete");
        }
        return latestCheckpoint;
    }

    /**
     * Sends the barriers of a checkpoint from all sources, behind what they have sent before. For
     * the manual scheduler; with others, {@link #checkpoint()} also gives the result.
     *
     * @return the checkpoint's id
     * @throws IllegalStateException if the one before has not completed
     */
    public long triggerCheckpoint() {
        checkUsable();
        if (checkpointPending) {
            throw new IllegalStateException(
                    "Checkpoint " + lastCheckpointId + " has not completed yet");
        }
        long id = ++lastCheckpointId;
        checkpointPending = true;
        acknowledged.clear();
        run(
                () -> {
                    for (VertexPlan vertex : plan.vertices()) {
                        if (vertex.inputCount == 0) {
                            for (SimulatedTask task : tasks[vertex.index]) {
                                task.checkpoint(id);
                            }
                        }
                    }
                });
        settle();
        return id;
    }

    /** The checkpoint that completed last in this job. */
    public Optional<Checkpoint> latestCheckpoint() {
        return Optional.ofNullable(latestCheckpoint);
    }

    /** True once every source has ended and all tasks have finished. */
    public boolean isFinished() {
        return tasksById.values().stream().allMatch(SimulatedTask::isEnded);
    }

    /** All that could happen next, sorted; empty when only the driver can go on. */
    public List<Choice> choices() {
        List<Choice> choices = new ArrayList<>();
        synchronized (ready) {
            ready.collectChoices(choices);
        }
        for (SimulatedTask task : timers.tasksWithDueTimers()) {
            choices.add(new Choice.FireTimer(task.id()));
        }
        choices.sort(null);
        return choices;
    }

    /**
     * Does one thing, and nothing that follows from it.
     *
     * @throws IllegalArgumentException if the choice is not among {@link #choices()}
     */
    public void take(Choice choice) {
        checkUsable();
        run(() -> act(choice));
    }

    /**
     * What the given choice would deliver; empty for mails and timers, and if it is not enabled.
     */
    public Optional<Element> peek(Choice choice) {
        if (choice instanceof Choice.Deliver deliver) {
            Channel channel = channels.get(deliver.channel());
            if (channel != null && channel.isReady()) {
                return Optional.of(Element.describe(channel.peek()));
            }
        }
        return Optional.empty();
    }

    /**
     * The choice that {@link Schedulers#arrivalOrder()} would take next; empty when only the driver
     * can go on.
     */
    public Optional<Choice> nextInArrivalOrder() {
        synchronized (ready) {
            Line<?> line = ready.first();
            if (line != null) {
                return Optional.of(line.choice());
            }
        }
        return timers.anyDue()
                ? Optional.of(new Choice.FireTimer(timers.peek().owner.task().id()))
                : Optional.empty();
    }

    /**
     * The key under which the record that a choice would deliver is processed; empty if it is no
     * record or its receiver is not keyed.
     */
    public Optional<Object> peekKey(Choice choice) {
        if (choice instanceof Choice.Deliver deliver) {
            Channel channel = channels.get(deliver.channel());
            if (channel != null && channel.isReady()) {
                return channel.target.keyOf(channel);
            }
        }
        return Optional.empty();
    }

    /**
     * True if nothing can ever come before this choice, or between it and the moment at which it
     * does its work, that its task would notice: it delivers from the only channel of a task that
     * has no timers and no mailbox. Whatever else the job does meanwhile, the effect is the same,
     * unless the task reads the clock.
     */
    public boolean isAlone(Choice choice) {
        SimulatedTask task = tasksById.get(choice.task());
        return choice instanceof Choice.Deliver
                && task != null
                && task.channelCount() == 1
                && !task.usesMailbox()
                && !timers.anyOf(task);
    }

    /** True if a task holds nothing but a sink, which receives whatever comes. */
    public boolean isSink(TaskId task) {
        SimulatedTask found = tasksById.get(task);
        return found != null && !found.hasOperators() && found.channelCount() > 0;
    }

    /**
     * True if a subtask of a source has registered processing-time timers, such as those of
     * periodic watermarks.
     *
     * @throws IllegalArgumentException if there is no such source
     * @throws IndexOutOfBoundsException if it has no such subtask
     */
    public boolean hasTimers(String source, int subtask) {
        return timers.anyOf(tasks[plan.vertexOfSource(source).index][subtask]);
    }

    /** The subtask of a source, as choices name it. */
    public TaskId sourceTask(String source, int subtask) {
        return tasks[plan.vertexOfSource(source).index][subtask].id();
    }

    /**
     * The channels that have got something since this was last asked, apart from those into tasks
     * that hold nothing but a sink; with the manual scheduler only, else empty.
     */
    public Set<ChannelId> takeWrittenChannels() {
        Set<ChannelId> taken = Set.copyOf(written);
        written.clear();
        return taken;
    }

    /**
     * How often an element has reached an operator at the head of a task, instead of stopping
     * before it: a watermark that is behind another channel's moves nothing, and one ended channel
     * of several ends nothing.
     */
    public long operatorCalls() {
        return operatorCalls;
    }

    /**
     * How often operators have asked for the time since the job started: if it has not changed,
     * what was done in between did not depend on the clock.
     */
    public long clockReads() {
        return clock.reads();
    }

    /**
     * Processes all that waits and all that follows from it; the manual scheduler's in arrival
     * order.
     */
    public void drain() {
        checkUsable();
        run(this::drainAll);
    }

    private void settle() {
        if (!manual) {
            drain();
        }
    }

    private void drainAll() {
        if (schedulerRun != null) {
            for (List<Choice> enabled = choices(); !enabled.isEmpty(); enabled = choices()) {
                act(enabled.size() == 1 ? enabled.get(0) : schedulerRun.next(enabled));
            }
            return;
        }
        while (true) {
            Line<?> line;
            synchronized (ready) {
                line = ready.first();
            }
            if (line instanceof Channel channel) {
                deliver(channel);
            } else if (line instanceof MailLine mails) {
                runMail(mails);
            } else if (timers.anyDue()) {
                Timer due = timers.peek();
                fireTimer(due.owner.task());
            } else {
                return;
            }
        }
    }

    private void act(Choice choice) {
        if (choice instanceof Choice.Deliver deliver) {
            Channel channel = channels.get(deliver.channel());
            if (channel == null || !channel.isReady()) {
                throw notEnabled(choice);
            }
            deliver(channel);
            return;
        }
        SimulatedTask task = tasksById.get(choice.task());
        boolean done =
                task != null
                        && (choice instanceof Choice.RunMail
                                ? task.mailbox().tryYield()
                                : fireTimer(task));
        if (!done) {
            throw notEnabled(choice);
        }
    }

    private IllegalArgumentException notEnabled(Choice choice) {
        return new IllegalArgumentException(
                "Not possible now: %s. Possible are %s".formatted(choice, choices()));
    }

    private void deliver(Channel channel) {
        Object element;
        synchronized (ready) {
            element = channel.poll();
            ready.update(channel);
        }
        if (listener != SimulationListener.NONE) {
            listener.delivered(channel.id, Element.describe(element));
        }
        channel.target.deliver(channel, element);
    }

    private void runMail(MailLine mails) {
        mails.task.mailbox().tryYield();
    }

    private boolean fireTimer(SimulatedTask task) {
        Timer timer = timers.takeDue(task);
        if (timer == null) {
            return false;
        }
        task.fire(timer);
        return true;
    }

    Plan plan() {
        return plan;
    }

    Timers timers() {
        return timers;
    }

    SimulationListener listener() {
        return listener;
    }

    DataOutputSerializer channelBytes() {
        return channelBytes;
    }

    DataInputDeserializer channelReader() {
        return channelReader;
    }

    CheckpointStreamFactory stateStreams() {
        return stateStreams;
    }

    SinkBuffer sinkBuffer(String name) {
        return sinkBuffers.get(name);
    }

    void enqueue(Channel channel, Object element) {
        if (manual && channel.target.hasOperators()) {
            written.add(channel.id);
        }
        synchronized (ready) {
            channel.add(nextArrival++, element);
            ready.update(channel);
        }
    }

    void enqueueMail(MailLine line, Mail mail) {
        synchronized (ready) {
            line.add(nextArrival++, mail);
            ready.update(line);
        }
    }

    @Nullable
    Mail takeMail(MailLine line) {
        synchronized (ready) {
            if (line.isEmpty()) {
                return null;
            }
            Mail mail = line.poll();
            ready.update(line);
            return mail;
        }
    }

    void setBlocked(Channel channel, boolean blocked) {
        synchronized (ready) {
            channel.setBlocked(blocked);
            ready.update(channel);
        }
    }

    void emit(SimulatedTask task, Element element) {
        emit(List.of(task), element);
    }

    void emit(List<SimulatedTask> sourceTasks, Element element) {
        checkUsable();
        for (SimulatedTask task : sourceTasks) {
            task.checkCanEmit(element);
            run(() -> task.emit(element));
            settle();
        }
    }

    void acknowledge(long checkpointId, SimulatedTask task, Checkpoint.TaskState state) {
        acknowledged.put(task.id(), state);
        if (acknowledged.size() < tasksById.size()) {
            return;
        }
        latestCheckpoint = new Checkpoint(checkpointId, clock(), plan, Map.copyOf(acknowledged));
        checkpointPending = false;
        listener.checkpointCompleted(checkpointId);
        for (SimulatedTask each : tasksById.values()) {
            if (each.hasOperators()) {
                each.mailbox()
                        .execute(
                                () -> each.notifyCheckpointComplete(checkpointId),
                                "checkpoint complete");
            } else {
                each.checkpointCompleted(checkpointId);
            }
        }
    }

    void operatorCalled() {
        operatorCalls++;
    }

    void failLater(SimulationException exception) {
        externalFailure = exception;
    }

    @FunctionalInterface
    private interface Action {
        void run() throws Exception;
    }

    private void run(Action action) {
        try {
            action.run();
            if (externalFailure != null) {
                throw externalFailure;
            }
        } catch (SimulationException e) {
            failure = e;
            throw e;
        } catch (IllegalArgumentException e) {
            // The driver asked for something impossible; nothing has happened.
            throw e;
        } catch (Exception e) {
            failure = new SimulationException("The job has failed: " + e.getMessage(), e);
            throw failure;
        } catch (Error e) {
            failure = new SimulationException("The job has failed: " + e, e);
            throw e;
        }
    }

    private void checkUsable() {
        if (closed) {
            throw new IllegalStateException("The job is closed");
        }
        if (failure != null) {
            throw new IllegalStateException(
                    "The job has failed before: " + failure.getMessage(), failure);
        }
    }

    /**
     * Closes all operators, as when a job is cancelled: inputs are not ended. Sinks can still be
     * read.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        Exception first = closeTasks();
        if (first != null && failure == null) {
            throw first instanceof SimulationException simulation
                    ? simulation
                    : new SimulationException(
                            "The job can't be closed: " + first.getMessage(), first);
        }
    }

    private void closeQuietly() {
        closed = true;
        // The reason why the job did not start is on its way to the caller and says more.
        closeTasks();
    }

    private @Nullable Exception closeTasks() {
        Exception first = null;
        for (SimulatedTask task : tasksById.values()) {
            try {
                task.close();
            } catch (Exception e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        return first;
    }
}
