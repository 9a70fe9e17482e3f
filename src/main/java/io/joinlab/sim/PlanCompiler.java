package io.joinlab.sim;

import io.joinlab.sim.NodePlan.Kind;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.jobgraph.JobType;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.jobgraph.tasks.TaskInvokable;
import org.apache.flink.runtime.memory.MemoryManager;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.graph.StreamingJobGraphGenerator;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.InputSelectable;
import org.apache.flink.streaming.api.operators.SourceOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.YieldingOperatorFactory;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.tasks.MultipleInputStreamTask;
import org.apache.flink.streaming.runtime.tasks.OneInputStreamTask;
import org.apache.flink.streaming.runtime.tasks.SourceOperatorStreamTask;
import org.apache.flink.streaming.runtime.tasks.SourceStreamTask;
import org.apache.flink.streaming.runtime.tasks.TwoInputStreamTask;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.SimpleUserCodeClassLoader;

/**
 * Compiles the {@code StreamGraph} of an environment. Chains are those of Flink's {@code
 * StreamingJobGraphGenerator}; sources and sinks are replaced; what can't be hosted is refused, all
 * at once.
 */
final class PlanCompiler {

    private static final int MEMORY_PAGE = 32 * 1024;
    private static final int MANAGED_MEMORY = 64 * 1024 * 1024;
    private static final Method MAX_PARALLELISM = maxParallelismOfStreamNode();

    private final StreamExecutionEnvironment env;
    private final StreamGraph graph;
    private final ClassLoader classLoader;
    private final List<String> problems = new ArrayList<>();
    private final Map<Integer, NodePlan> nodes = new LinkedHashMap<>();
    private final Map<String, VertexPlan> sources = new LinkedHashMap<>();
    private final Map<String, NodePlan> sinks = new LinkedHashMap<>();
    private final Map<NodePlan, VertexPlan> vertexOf = new HashMap<>();

    private PlanCompiler(StreamExecutionEnvironment env) {
        this.env = env;
        this.graph = env.getStreamGraph(false);
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        this.classLoader = context != null ? context : getClass().getClassLoader();
    }

    static Plan compile(StreamExecutionEnvironment env) {
        return new PlanCompiler(env).compile();
    }

    private Plan compile() {
        if (graph.getJobType() == JobType.BATCH) {
            problems.add(
                    "it runs in batch mode (all its sources are bounded, or execution.runtime-mode"
                            + " says so): set execution.runtime-mode to STREAMING");
            throw new UnsupportedPipelineException(problems);
        }
        List<StreamNode> streamNodes = new ArrayList<>(graph.getStreamNodes());
        streamNodes.sort(Comparator.comparingInt(StreamNode::getId));
        planNodes(streamNodes);
        List<VertexPlan> vertices = problems.isEmpty() ? planVertices() : List.of();
        if (problems.isEmpty()) {
            planEdges(vertices);
        }
        if (!problems.isEmpty()) {
            throw new UnsupportedPipelineException(problems);
        }
        return new Plan(
                graph.getJobName(),
                List.copyOf(vertices),
                sources,
                sinks,
                vertexOf,
                graph.getExecutionConfig(),
                graph.getJobConfiguration(),
                graph.getCheckpointConfig().isCheckpointingEnabled(),
                SimpleUserCodeClassLoader.create(classLoader),
                new Lazy<>(() -> MemoryManager.create(MANAGED_MEMORY, MEMORY_PAGE)));
    }

    private void planNodes(List<StreamNode> streamNodes) {
        Map<Integer, SourceTransformation<?, ?, ?>> sourceTransformations = sourceTransformations();
        Set<Integer> behindSinks = new HashSet<>();
        for (StreamNode streamNode : streamNodes) {
            if (isBehindSink(streamNode, behindSinks)) {
                // Committers and the like: parts of a sink, whose code never runs.
                behindSinks.add(streamNode.getId());
                continue;
            }
            Kind kind = kindOf(streamNode);
            if (kind == null) {
                continue;
            }
            NodePlan node =
                    new NodePlan(
                            streamNode.getId(), nodes.size(), streamNode.getOperatorName(), kind);
            node.operatorId = new OperatorID(0, node.index);
            node.inputSerializers = streamNode.getTypeSerializersIn();
            node.outputSerializer = streamNode.getTypeSerializerOut();
            node.keySerializer = streamNode.getStateKeySerializer();
            try {
                if (kind == Kind.SOURCE) {
                    node.watermarkStrategy =
                            Blueprint.of(
                                    watermarkStrategy(sourceTransformations.get(node.nodeId)),
                                    classLoader);
                } else if (!kind.isSource() && kind != Kind.SINK) {
                    node.factory = Blueprint.of(factoryOf(streamNode), classLoader);
                    node.usesMailbox = usesMailbox(factoryOf(streamNode));
                }
                node.keySelectors = keySelectors(streamNode);
            } catch (IOException e) {
                problems.add(
                        "operator '%s' is not serializable: %s"
                                .formatted(node.name, e.getMessage()));
            }
            nodes.put(node.nodeId, node);
            if (kind == Kind.SINK) {
                behindSinks.add(node.nodeId);
                node.publicName = sinkName(streamNode);
                if (sinks.putIfAbsent(node.publicName, node) != null) {
                    problems.add(
                            "two sinks are called '%s': give each a name of its own with .name(...)"
                                    .formatted(node.publicName));
                }
            }
        }
    }

    private List<Blueprint<KeySelector<?, ?>>> keySelectors(StreamNode streamNode)
            throws IOException {
        List<Blueprint<KeySelector<?, ?>>> selectors = new ArrayList<>();
        for (KeySelector<?, ?> selector : streamNode.getStatePartitioners()) {
            selectors.add(selector == null ? null : Blueprint.of(selector, classLoader));
        }
        return selectors;
    }

    /** Flink offers nothing else by which to know an async operator. */
    @SuppressWarnings("deprecation")
    private static boolean usesMailbox(StreamOperatorFactory<Object> factory) {
        return factory instanceof YieldingOperatorFactory;
    }

    @SuppressWarnings("unchecked")
    private static StreamOperatorFactory<Object> factoryOf(StreamNode node) {
        return (StreamOperatorFactory<Object>) node.getOperatorFactory();
    }

    @SuppressWarnings("unchecked")
    private static WatermarkStrategy<Object> watermarkStrategy(
            SourceTransformation<?, ?, ?> transformation) {
        return (WatermarkStrategy<Object>) transformation.getWatermarkStrategy();
    }

    private Map<Integer, SourceTransformation<?, ?, ?>> sourceTransformations() {
        Map<Integer, SourceTransformation<?, ?, ?>> found = new HashMap<>();
        Set<Integer> seen = new HashSet<>();
        List<Transformation<?>> todo = new ArrayList<>(env.getTransformations());
        while (!todo.isEmpty()) {
            Transformation<?> next = todo.remove(todo.size() - 1);
            if (seen.add(next.getId())) {
                if (next instanceof SourceTransformation<?, ?, ?> source) {
                    found.put(source.getId(), source);
                }
                todo.addAll(next.getInputs());
            }
        }
        return found;
    }

    private boolean isBehindSink(StreamNode node, Set<Integer> behindSinks) {
        return !node.getInEdges().isEmpty()
                && node.getInEdges().stream()
                        .allMatch(edge -> behindSinks.contains(edge.getSourceId()));
    }

    /** Null, and a problem, for an operator that can't be hosted. */
    private @Nullable Kind kindOf(StreamNode node) {
        StreamOperatorFactory<?> factory = node.getOperatorFactory();
        Class<? extends TaskInvokable> task = node.getJobVertexClass();
        if (factory == null) {
            return refuse(
                    node,
                    node.getOperatorName().startsWith(StreamGraph.ITERATION_SOURCE_NAME_PREFIX)
                                    || node.getOperatorName()
                                            .startsWith(StreamGraph.ITERATION_SINK_NAME_PREFIX)
                            ? "iterations are not supported"
                            : "it has no operator (" + task.getSimpleName() + ")");
        }
        if (factory instanceof SinkWriterOperatorFactory
                || graph.getSinkIDs().contains(node.getId())) {
            return Kind.SINK;
        }
        if (factory instanceof SourceOperatorFactory) {
            return Kind.SOURCE;
        }
        if (isLegacySource(task)) {
            return Kind.RAW_SOURCE;
        }
        if (factory instanceof CoordinatedOperatorFactory) {
            return refuse(
                    node,
                    "it needs an operator coordinator ("
                            + factory.getClass().getSimpleName()
                            + ")");
        }
        if (task == OneInputStreamTask.class) {
            return Kind.ONE_INPUT;
        }
        if ((task == TwoInputStreamTask.class || task == MultipleInputStreamTask.class)
                && InputSelectable.class.isAssignableFrom(
                        factory.getStreamOperatorClass(classLoader))) {
            return refuse(node, "it chooses itself which input it reads (InputSelectable)");
        }
        if (task == TwoInputStreamTask.class) {
            return Kind.TWO_INPUT;
        }
        if (task == MultipleInputStreamTask.class) {
            return Kind.MULTIPLE_INPUT;
        }
        if (task == SourceOperatorStreamTask.class) {
            return refuse(
                    node,
                    "it is a source of an unknown kind ("
                            + factory.getClass().getSimpleName()
                            + ")");
        }
        return refuse(node, "tasks of type " + task.getSimpleName() + " are not supported");
    }

    /** Sources before FLIP-27 are deprecated as a whole; pipelines have them all the same. */
    @SuppressWarnings("deprecation")
    private static boolean isLegacySource(Class<? extends TaskInvokable> task) {
        return task == SourceStreamTask.class;
    }

    private @Nullable Kind refuse(StreamNode node, String why) {
        problems.add("operator '%s': %s".formatted(node.getOperatorName(), why));
        return null;
    }

    private static String sinkName(StreamNode node) {
        String name = node.getOperatorName();
        return node.getOperatorFactory() instanceof SinkWriterOperatorFactory
                ? name.replaceFirst(": Writer$", "")
                : name.replaceFirst("^Sink: ", "");
    }

    private List<VertexPlan> planVertices() {
        List<NodePlan> heads = new ArrayList<>();
        for (NodePlan node : nodes.values()) {
            if (isHead(graph.getStreamNode(node.nodeId))) {
                heads.add(node);
            }
        }
        heads.sort(
                Comparator.comparing((NodePlan node) -> !node.kind.isSource())
                        .thenComparing(node -> node.nodeId));
        List<VertexPlan> vertices = new ArrayList<>();
        for (NodePlan head : heads) {
            StreamNode streamNode = graph.getStreamNode(head.nodeId);
            int maxParallelism = maxParallelism(streamNode);
            List<NodePlan> chain = new ArrayList<>();
            String name = chain(head, 1, chain);
            VertexPlan vertex =
                    new VertexPlan(
                            vertices.size(),
                            head,
                            name,
                            streamNode.getParallelism(),
                            maxParallelism > 0
                                    ? maxParallelism
                                    : KeyGroupRangeAssignment.computeDefaultMaxParallelism(
                                            streamNode.getParallelism()),
                            head.kind.isSource() ? 0 : head.inputSerializers.length);
            vertex.nodes.addAll(chain);
            chain.forEach(node -> vertexOf.put(node, vertex));
            vertices.add(vertex);
            if (head.kind.isSource()) {
                head.publicName = head.name.replaceFirst("^Source: ", "");
                if (sources.putIfAbsent(head.publicName, vertex) != null) {
                    problems.add(
                            "two sources are called '%s': give each a name of its own"
                                    .formatted(head.publicName));
                }
            }
        }
        return vertices;
    }

    private boolean isHead(StreamNode node) {
        List<StreamEdge> inEdges = node.getInEdges();
        return inEdges.size() != 1
                || !StreamingJobGraphGenerator.isChainable(inEdges.get(0), graph);
    }

    private String chain(NodePlan node, int chainIndex, List<NodePlan> chain) {
        node.chainIndex = chainIndex;
        chain.add(node);
        List<String> names = new ArrayList<>();
        for (StreamEdge edge : graph.getStreamNode(node.nodeId).getOutEdges()) {
            NodePlan target = nodes.get(edge.getTargetId());
            if (target != null
                    && node.kind != Kind.SINK
                    && StreamingJobGraphGenerator.isChainable(edge, graph)) {
                names.add(chain(target, chainIndex + 1, chain));
            }
        }
        return switch (names.size()) {
            case 0 -> node.name;
            case 1 -> node.name + " -> " + names.get(0);
            default -> node.name + " -> (" + String.join(", ", names) + ")";
        };
    }

    private void planEdges(List<VertexPlan> vertices) {
        Map<StreamEdge, EdgePlan> edges = new LinkedHashMap<>();
        for (NodePlan node : nodes.values()) {
            if (node.kind == Kind.SINK) {
                continue;
            }
            for (StreamEdge streamEdge : graph.getStreamNode(node.nodeId).getOutEdges()) {
                NodePlan target = nodes.get(streamEdge.getTargetId());
                if (target == null) {
                    continue;
                }
                EdgePlan edge = planEdge(edges.size(), node, target, streamEdge);
                if (edge != null) {
                    edges.put(streamEdge, edge);
                    boolean chained = StreamingJobGraphGenerator.isChainable(streamEdge, graph);
                    (chained ? node.chainedOutputs : node.networkOutputs).add(edge);
                }
            }
        }
        for (VertexPlan vertex : vertices) {
            if (vertex.inputCount > 0) {
                for (StreamEdge streamEdge : graph.getStreamNode(vertex.head.nodeId).getInEdges()) {
                    EdgePlan edge = edges.get(streamEdge);
                    if (edge != null) {
                        vertex.inputs.add(edge);
                    }
                }
            }
        }
    }

    @SuppressWarnings("unchecked")
    private @Nullable EdgePlan planEdge(
            int index, NodePlan source, NodePlan target, StreamEdge edge) {
        OutputTag<Object> tag = edge.getOutputTag();
        TypeSerializer<?> serializer =
                tag == null
                        ? source.outputSerializer
                        : tag.getTypeInfo()
                                .createSerializer(graph.getExecutionConfig().getSerializerConfig());
        StreamPartitioner<Object> partitioner = (StreamPartitioner<Object>) edge.getPartitioner();
        try {
            return new EdgePlan(
                    index,
                    source,
                    target,
                    Math.max(0, edge.getTypeNumber() - 1),
                    tag,
                    (TypeSerializer<Object>) serializer,
                    Blueprint.of(partitioner, classLoader),
                    partitioner.isPointwise());
        } catch (IOException e) {
            problems.add(
                    "the partitioner from '%s' to '%s' is not serializable: %s"
                            .formatted(source.name, target.name, e.getMessage()));
            return null;
        }
    }

    private static Method maxParallelismOfStreamNode() {
        try {
            Method method = StreamNode.class.getDeclaredMethod("getMaxParallelism");
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static int maxParallelism(StreamNode node) {
        try {
            return (int) MAX_PARALLELISM.invoke(node);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "Can't read the maximum parallelism of '" + node.getOperatorName() + "'", e);
        }
    }
}
