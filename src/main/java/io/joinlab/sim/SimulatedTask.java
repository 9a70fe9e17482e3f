package io.joinlab.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SubTaskInitializationMetricsBuilder;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorEventDispatcher;
import org.apache.flink.runtime.operators.coordination.OperatorEventGateway;
import org.apache.flink.runtime.operators.coordination.OperatorEventHandler;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.Input;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManagerImpl;
import org.apache.flink.streaming.api.operators.MultipleInputStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.SourceOperator;
import org.apache.flink.streaming.api.operators.SourceOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactoryUtil;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializerImpl;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.DataInputStatus;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.SourceOperatorStreamTask.AsyncDataOutputToOutput;
import org.apache.flink.streaming.runtime.tasks.StreamTaskCancellationContext;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * One subtask: a chain of operators, called as Flink's {@code StreamTask} and {@code
 * RegularOperatorChain} call them. The order of things (who is opened, ended, finished and
 * snapshotted first) is theirs.
 */
final class SimulatedTask {

    /**
     * An operator of the chain.
     *
     * @param operator null for a sink's recorder and a raw source
     */
    private record Hosted(
            NodePlan node,
            @Nullable StreamOperator<Object> operator,
            @Nullable ProcessingTimeService timers,
            @Nullable SinkRecorder recorder) {}

    private final SimulatedJob job;
    private final VertexPlan vertex;
    private final TaskId id;
    private final Mailbox mailbox;
    private final List<Gate> gates = new ArrayList<>();
    private final Map<EdgePlan, ChannelOutput> channelOutputs = new IdentityHashMap<>();
    private final List<ChannelOutput> outputs = new ArrayList<>();

    /** As Flink's chain keeps them: the end of the chain first, the head last. */
    private final List<Hosted> operators = new ArrayList<>();

    private @Nullable HostTask host;
    private NodePlan creating;
    private TaskOutput headOutput;
    private @Nullable DriverSource source;
    private @Nullable AsyncDataOutputToOutput<Object> sourceOutput;
    private boolean rawSourceIdle;
    private HostStateManager stateManager = HostStateManager.NOT_RESTORED;
    private long sourcePosition;
    private boolean ended;

    /** The first checkpoint that this task took part in after it had ended; -1 for none. */
    private long finalCheckpoint = -1;

    /**
     * Whether that checkpoint has completed. Only then does a task finish in Flink ({@code
     * StreamTask.finalCheckpointCompleted}), so only from the next checkpoint on is it restored as
     * finished; one that had merely ended is restored like any other and ends again.
     */
    private boolean finished;

    /**
     * Ended in the checkpoint from which the job was restored: this subtask, or with it all others
     * of its vertex.
     */
    private boolean endedBefore;

    private boolean finishedOnRestore;

    private long alignedCheckpoint = -1;
    private int barriersReceived;

    /** By input; made when first asked for. */
    private @Nullable KeySelector<?, ?>[] keySelectors;

    SimulatedTask(SimulatedJob job, VertexPlan vertex, int subtask) {
        this.job = job;
        this.vertex = vertex;
        this.id = new TaskId(vertex.index, vertex.name, subtask);
        this.mailbox = new Mailbox(job, this);
        for (int input = 0; input < vertex.inputCount; input++) {
            gates.add(new Gate(input));
        }
    }

    TaskId id() {
        return id;
    }

    Plan plan() {
        return job.plan();
    }

    VertexPlan vertex() {
        return vertex;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    Gate gate(int input) {
        return gates.get(input);
    }

    boolean hasOperators() {
        return host != null;
    }

    boolean isEnded() {
        return ended;
    }

    int channelCount() {
        int channels = 0;
        for (Gate gate : gates) {
            channels += gate.channels.size();
        }
        return channels;
    }

    boolean usesMailbox() {
        return vertex.nodes.stream().anyMatch(node -> node.usesMailbox);
    }

    /** The key of the record that waits at the head of a channel. */
    Optional<Object> keyOf(Channel channel) {
        int input = channel.gate.input;
        if (input >= vertex.head.keySelectors.size()
                || vertex.head.keySelectors.get(input) == null
                || !(channel.peek() instanceof StreamRecord<?> record)) {
            return Optional.empty();
        }
        if (keySelectors == null) {
            keySelectors = new KeySelector<?, ?>[gates.size()];
        }
        if (keySelectors[input] == null) {
            keySelectors[input] = vertex.head.keySelectors.get(input).fresh();
        }
        try {
            return Optional.of(keyOf(keySelectors[input], record.getValue()));
        } catch (Exception e) {
            throw failure(vertex.head, e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> Object keyOf(KeySelector<?, ?> selector, T value) throws Exception {
        return ((KeySelector<T, ?>) selector).getKey(value);
    }

    /** Elements that the driver has sent to this source. */
    long sourcePosition() {
        return sourcePosition;
    }

    ChannelOutput channelOutput(EdgePlan edge) {
        return channelOutputs.get(edge);
    }

    OperatorTimers newOperatorTimers() {
        return new OperatorTimers(job.timers(), this, creating);
    }

    void createOutputs(boolean serializeChannels) {
        for (NodePlan node : vertex.nodes) {
            for (EdgePlan edge : node.networkOutputs) {
                ChannelOutput output = new ChannelOutput(job, edge, serializeChannels);
                channelOutputs.put(edge, output);
                outputs.add(output);
            }
        }
    }

    /** Takes over what the checkpoint knows of this task, before its operators are created. */
    void restore(@Nullable Checkpoint checkpoint) {
        if (checkpoint == null) {
            return;
        }
        Checkpoint.TaskState state = checkpoint.task(id);
        sourcePosition = state.sourcePosition();
        endedBefore = state.ended();
        finishedOnRestore = checkpoint.hasFinished(vertex);
        finished = finishedOnRestore;
        stateManager = new HostStateManager(checkpoint.id(), state.operators());
    }

    void createOperators() throws Exception {
        for (Gate gate : gates) {
            gate.connected();
        }
        if (finishedOnRestore) {
            return;
        }
        if (vertex.nodes.stream().anyMatch(SimulatedTask::needsHost)) {
            host = HostPool.shared().take(this, stateManager);
        }
        headOutput = outputOf(vertex.head);
        Hosted head = create(vertex.head, headOutput);
        for (Gate gate : gates) {
            gate.port = port(head, gate.input);
        }
    }

    private static boolean needsHost(NodePlan node) {
        return node.kind != NodePlan.Kind.SINK && node.kind != NodePlan.Kind.RAW_SOURCE;
    }

    /**
     * Opens the chain from its end to its head ({@code
     * RegularOperatorChain.initializeStateAndOpenOperators}).
     */
    void open(StateBackend backend) throws Exception {
        if (finishedOnRestore) {
            if (gates.isEmpty()) {
                passEnd();
            }
            return;
        }
        if (host != null) {
            openOperators(
                    new StreamTaskStateInitializerImpl(
                            host.environment(),
                            backend,
                            new SubTaskInitializationMetricsBuilder(0),
                            job.timers().clock()::absoluteTimeMillis,
                            InternalTimeServiceManagerImpl::create,
                            StreamTaskCancellationContext.alwaysRunning()));
        }
        if (source != null) {
            // A running task polls its source at once; only then does the watermark generator
            // exist.
            poll();
        }
        if (endedBefore && gates.isEmpty()) {
            // Flink starts this subtask again, because it or another one had not finished, and it
            // finds that there is nothing left to read.
            send(new Element.EndOfData());
        }
    }

    private void openOperators(StreamTaskStateInitializer stateInitializer) throws Exception {
        if (source != null) {
            sourceOperator().initReader();
        }
        for (Hosted hosted : operators) {
            if (hosted.operator() != null) {
                try {
                    hosted.operator().initializeState(stateInitializer);
                    hosted.operator().open();
                } catch (Exception e) {
                    throw failure(hosted.node(), e);
                }
            }
        }
    }

    /**
     * What is left to do for a task that had finished before the checkpoint ({@code
     * FinishedOperatorChain}).
     */
    private void passEnd() {
        ended = true;
        for (ChannelOutput output : outputs) {
            output.emitWatermark(Watermark.MAX_WATERMARK);
        }
        broadcast(new Element.EndOfData());
    }

    void close() throws Exception {
        Exception first = null;
        for (Hosted hosted : operators) {
            if (hosted.operator() != null) {
                try {
                    hosted.operator().close();
                } catch (Exception e) {
                    SimulationException failure = failure(hosted.node(), e);
                    if (first == null) {
                        first = failure;
                    } else {
                        first.addSuppressed(failure);
                    }
                }
            }
        }
        if (host != null) {
            HostPool.shared().giveBack(host);
        }
        if (first != null) {
            throw first;
        }
    }

    private TaskOutput outputOf(NodePlan node) throws Exception {
        List<TaskOutput> all =
                new ArrayList<>(node.networkOutputs.size() + node.chainedOutputs.size());
        for (EdgePlan edge : node.networkOutputs) {
            all.add(channelOutputs.get(edge));
        }
        boolean objectReuse = job.plan().executionConfig().isObjectReuseEnabled();
        for (EdgePlan edge : node.chainedOutputs) {
            Hosted next = create(edge.target(), outputOf(edge.target()));
            all.add(new ChainedOutput(this, edge, input(next), objectReuse));
        }
        TaskOutput output =
                all.size() == 1
                        ? all.get(0)
                        : new FanOutOutput(all.toArray(TaskOutput[]::new), objectReuse);
        return job.listener() == SimulationListener.NONE
                ? output
                : new ObservedOutput(output, job.listener(), id, node.name);
    }

    private Hosted create(NodePlan node, TaskOutput output) throws Exception {
        Hosted hosted =
                switch (node.kind) {
                    case SINK ->
                            new Hosted(
                                    node,
                                    null,
                                    null,
                                    new SinkRecorder(
                                            job.sinkBuffer(node.publicName), id.subtask()));
                    case RAW_SOURCE -> new Hosted(node, null, null, null);
                    case SOURCE -> {
                        source = new DriverSource();
                        Hosted created =
                                createOperator(
                                        node,
                                        new SourceOperatorFactory<>(
                                                source, node.watermarkStrategy.fresh()),
                                        output);
                        sourceOutput =
                                new AsyncDataOutputToOutput<>(
                                        output,
                                        ((SourceOperator<?, ?>) created.operator())
                                                .getSourceMetricGroup(),
                                        null);
                        yield created;
                    }
                    case ONE_INPUT, TWO_INPUT, MULTIPLE_INPUT ->
                            createOperator(node, node.factory.fresh(), output);
                };
        operators.add(hosted);
        return hosted;
    }

    private Hosted createOperator(
            NodePlan node, StreamOperatorFactory<Object> factory, TaskOutput output) {
        creating = node;
        try {
            var created =
                    StreamOperatorFactoryUtil.<Object, StreamOperator<Object>>createOperator(
                            factory,
                            host,
                            new NodeConfig(node, job.plan().checkpointingEnabled()),
                            output,
                            NoCoordinator.INSTANCE);
            return new Hosted(node, created.f0, created.f1.orElse(null), null);
        } catch (RuntimeException e) {
            throw failure(node, e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Input<Object> input(Hosted hosted) {
        return hosted.recorder() != null
                ? hosted.recorder()
                : (OneInputStreamOperator<Object, Object>) hosted.operator();
    }

    @SuppressWarnings("unchecked")
    private InputPort port(Hosted head, int input) {
        return switch (head.node().kind) {
            case TWO_INPUT -> {
                var operator = (TwoInputStreamOperator<Object, Object, Object>) head.operator();
                yield input == 0
                        ? new InputPort.First(job, id, operator)
                        : new InputPort.Second(job, id, operator);
            }
            case MULTIPLE_INPUT ->
                    new InputPort.OfInput(
                            job,
                            id,
                            input,
                            (Input<Object>)
                                    ((MultipleInputStreamOperator<Object>) head.operator())
                                            .getInputs()
                                            .get(input));
            default -> new InputPort.OfInput(job, id, input, input(head));
        };
    }

    void checkCanEmit(Element element) {
        if (ended) {
            throw new IllegalStateException(
                    "Source '%s'%s has ended: it can't send %s"
                            .formatted(
                                    vertex.head.publicName,
                                    vertex.parallelism == 1 ? "" : " subtask " + id.subtask(),
                                    element));
        }
    }

    /** The driver sends an element through this source. */
    void emit(Element element) {
        sourcePosition++;
        send(element);
    }

    private void send(Element element) {
        try {
            if (source == null) {
                emitRaw(element);
            } else {
                source.reader().offer(element);
                poll();
            }
        } catch (Exception e) {
            throw failure(vertex.head, e);
        }
    }

    private void poll() throws Exception {
        if (sourceOperator().emitNext(sourceOutput) == DataInputStatus.END_OF_DATA) {
            sourceOutput.emitWatermark(Watermark.MAX_WATERMARK);
            finish();
        }
    }

    private void emitRaw(Element element) throws Exception {
        if (element instanceof Element.Idle) {
            rawSourceIdle = true;
            headOutput.emitWatermarkStatus(WatermarkStatus.IDLE);
            return;
        }
        // As in StreamSourceContexts.WatermarkContext, whatever else is emitted makes the source
        // active again.
        if (rawSourceIdle) {
            rawSourceIdle = false;
            headOutput.emitWatermarkStatus(WatermarkStatus.ACTIVE);
        }
        if (element instanceof Element.Record record) {
            headOutput.collect(
                    record.timestamp() == null
                            ? new StreamRecord<>(record.value())
                            : new StreamRecord<>(record.value(), record.timestamp()));
        } else if (element instanceof Element.Watermark watermark) {
            headOutput.emitWatermark(new Watermark(watermark.timestamp()));
        } else if (element instanceof Element.EndOfData) {
            headOutput.emitWatermark(Watermark.MAX_WATERMARK);
            finish();
        }
    }

    @SuppressWarnings("unchecked")
    private SourceOperator<Object, ?> sourceOperator() {
        return (SourceOperator<Object, ?>) operators.get(operators.size() - 1).operator();
    }

    void deliver(Channel channel, Object element) {
        try {
            if (finishedOnRestore && element instanceof StreamElement) {
                return;
            }
            if (element instanceof StreamElement streamElement) {
                deliver(channel, streamElement);
            } else if (element instanceof Element.Barrier barrier) {
                receive(barrier, channel);
            } else {
                endChannel(channel.gate);
            }
        } catch (Exception e) {
            throw failure(vertex.head, e);
        }
    }

    private void deliver(Channel channel, StreamElement element) throws Exception {
        Gate gate = channel.gate;
        if (element.isRecord()) {
            gate.port.emitRecord(element.asRecord());
        } else if (element.isWatermark()) {
            gate.valve.inputWatermark(element.asWatermark(), channel.index, gate.port);
        } else if (element.isWatermarkStatus()) {
            gate.valve.inputWatermarkStatus(element.asWatermarkStatus(), channel.index, gate.port);
        } else if (element.isLatencyMarker()) {
            gate.port.emitLatencyMarker(element.asLatencyMarker());
        } else {
            gate.port.emitRecordAttributes(element.asRecordAttributes());
        }
    }

    private void endChannel(Gate gate) throws Exception {
        if (!gate.endChannel()) {
            return;
        }
        job.operatorCalled();
        if (!finishedOnRestore) {
            endInput(operators.get(operators.size() - 1), gate.input + 1);
        }
        for (Gate other : gates) {
            if (!other.hasEnded()) {
                return;
            }
        }
        finish();
    }

    /**
     * Finishes the chain from its head to its end, then tells the receivers ({@code
     * StreamTask.endData}).
     */
    private void finish() throws Exception {
        ended = true;
        for (int i = operators.size() - 1; i >= 0; i--) {
            Hosted hosted = operators.get(i);
            try {
                if (i < operators.size() - 1) {
                    endInput(hosted, 1);
                }
                if (hosted.timers() != null) {
                    hosted.timers().quiesce();
                }
                if (hosted.operator() != null) {
                    hosted.operator().finish();
                    while (mailbox.tryYield()) {
                        // StreamOperatorWrapper runs the mails that are left before it goes on to
                        // the next operator.
                    }
                }
                if (hosted.recorder() != null) {
                    hosted.recorder().endOfData();
                }
            } catch (Exception e) {
                throw failure(hosted.node(), e);
            }
        }
        broadcast(new Element.EndOfData());
    }

    private static void endInput(Hosted hosted, int inputId) throws Exception {
        if (hosted.operator() instanceof BoundedOneInput bounded) {
            bounded.endInput();
        } else if (hosted.operator() instanceof BoundedMultiInput bounded) {
            bounded.endInput(inputId);
        }
    }

    private void broadcast(Element element) {
        for (ChannelOutput output : outputs) {
            output.broadcast(element);
        }
    }

    void fire(Timer timer) {
        job.listener().timerFired(id, timer.owner.node().name, timer.timestamp);
        try {
            job.timers().fire(timer);
        } catch (Exception e) {
            throw failure(timer.owner.node(), e);
        }
    }

    /** Aligns barriers: a channel that has delivered its barrier waits until all have. */
    private void receive(Element.Barrier barrier, Channel channel) throws Exception {
        if (alignedCheckpoint != barrier.checkpointId()) {
            alignedCheckpoint = barrier.checkpointId();
            barriersReceived = 0;
        }
        barriersReceived++;
        if (barriersReceived < channelCount()) {
            job.setBlocked(channel, true);
            return;
        }
        for (Gate gate : gates) {
            for (Channel blocked : gate.channels) {
                job.setBlocked(blocked, false);
            }
        }
        checkpoint(barrier.checkpointId());
    }

    /**
     * Takes this task's part of a checkpoint ({@code
     * SubtaskCheckpointCoordinatorImpl.checkpointState}).
     */
    void checkpoint(long checkpointId) throws Exception {
        for (int i = operators.size() - 1; i >= 0; i--) {
            Hosted hosted = operators.get(i);
            if (hosted.operator() != null) {
                try {
                    hosted.operator().prepareSnapshotPreBarrier(checkpointId);
                } catch (Exception e) {
                    throw failure(hosted.node(), e);
                }
            }
        }
        broadcast(new Element.Barrier(checkpointId));
        if (ended && finalCheckpoint < 0) {
            finalCheckpoint = checkpointId;
        }
        Map<OperatorID, OperatorSubtaskState> states = new HashMap<>();
        Map<String, Integer> sinkPositions = new HashMap<>();
        for (Hosted hosted : operators) {
            if (hosted.operator() != null) {
                try {
                    var futures =
                            hosted.operator()
                                    .snapshotState(
                                            checkpointId,
                                            job.timers().clock().now(),
                                            CheckpointOptions.forCheckpointWithDefaultLocation(),
                                            job.stateStreams());
                    states.put(
                            hosted.node().operatorId,
                            new OperatorSnapshotFinalizer(futures).getJobManagerOwnedState());
                } catch (Exception e) {
                    throw failure(hosted.node(), e);
                }
            }
            if (hosted.recorder() != null) {
                sinkPositions.put(hosted.node().publicName, hosted.recorder().position());
            }
        }
        job.acknowledge(
                checkpointId,
                this,
                new Checkpoint.TaskState(states, sinkPositions, sourcePosition, ended, finished));
    }

    void checkpointCompleted(long checkpointId) {
        if (finalCheckpoint >= 0 && checkpointId >= finalCheckpoint) {
            finished = true;
        }
    }

    void notifyCheckpointComplete(long checkpointId) throws Exception {
        checkpointCompleted(checkpointId);
        for (Hosted hosted : operators) {
            if (hosted.operator() != null) {
                try {
                    hosted.operator().notifyCheckpointComplete(checkpointId);
                } catch (Exception e) {
                    throw failure(hosted.node(), e);
                }
            }
        }
    }

    /** Names the operator; the innermost one wins, for it is the one that failed. */
    SimulationException failure(NodePlan node, Throwable cause) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof SimulationException named && named.operator() != null) {
                return named;
            }
        }
        return new SimulationException(node.name, id.subtask(), vertex.parallelism, cause);
    }

    void failExternally(Throwable cause) {
        job.failLater(
                new SimulationException("Task '" + id + "' failed: " + cause.getMessage(), cause));
    }

    private enum NoCoordinator implements OperatorEventDispatcher {
        INSTANCE;

        @Override
        public void registerEventHandler(OperatorID operator, OperatorEventHandler handler) {}

        @Override
        public OperatorEventGateway getOperatorEventGateway(OperatorID operatorId) {
            return event -> {};
        }
    }
}
