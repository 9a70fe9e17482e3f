package io.joinlab.sim;

import java.util.ArrayList;
import java.util.List;

/** A chain of operators that Flink runs in one task per subtask. */
final class VertexPlan {

    final int index;
    final NodePlan head;
    final String name;
    final int parallelism;
    final int maxParallelism;

    /**
     * Network edges into the head, in the order of their channels; an input may have several (a
     * union).
     */
    final List<EdgePlan> inputs = new ArrayList<>();

    final List<NodePlan> nodes = new ArrayList<>();
    final int inputCount;

    VertexPlan(
            int index,
            NodePlan head,
            String name,
            int parallelism,
            int maxParallelism,
            int inputCount) {
        this.index = index;
        this.head = head;
        this.name = name;
        this.parallelism = parallelism;
        this.maxParallelism = maxParallelism;
        this.inputCount = inputCount;
    }
}
