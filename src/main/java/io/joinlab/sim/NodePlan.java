package io.joinlab.sim;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;

/** One operator of the plan. Carries no state: shared by all jobs and subtasks. */
final class NodePlan {

    enum Kind {
        /** A FLIP-27 source: Flink's {@code SourceOperator} over a reader that the driver feeds. */
        SOURCE,
        /**
         * A source of another kind: records and watermarks are emitted as the driver sends them.
         */
        RAW_SOURCE,
        ONE_INPUT,
        TWO_INPUT,
        MULTIPLE_INPUT,
        /** The place of a sink, taken by a recorder. */
        SINK;

        boolean isSource() {
            return this == SOURCE || this == RAW_SOURCE;
        }
    }

    final int nodeId;
    final int index;
    final String name;
    final Kind kind;

    /** What the driver calls a source or a sink; null for other operators. */
    @Nullable String publicName;

    OperatorID operatorId;
    int chainIndex;

    /** Null for sources and sinks. */
    @Nullable Blueprint<StreamOperatorFactory<Object>> factory;

    /** Whether the operator can be called through its mailbox, as async functions do. */
    boolean usesMailbox;

    @Nullable Blueprint<WatermarkStrategy<Object>> watermarkStrategy;

    TypeSerializer<?>[] inputSerializers = new TypeSerializer<?>[0];
    @Nullable TypeSerializer<?> outputSerializer;
    List<Blueprint<KeySelector<?, ?>>> keySelectors = List.of();
    @Nullable TypeSerializer<?> keySerializer;

    /** In Flink's order: first to other tasks, then to chained operators. */
    final List<EdgePlan> networkOutputs = new ArrayList<>();

    final List<EdgePlan> chainedOutputs = new ArrayList<>();

    NodePlan(int nodeId, int index, String name, Kind kind) {
        this.nodeId = nodeId;
        this.index = index;
        this.name = name;
        this.kind = kind;
    }
}
