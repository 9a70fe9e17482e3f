package io.joinlab.sim;

import java.util.Comparator;

/**
 * One subtask of one job vertex: a chain of operators that Flink would run in one thread.
 *
 * @param vertexIndex position of the vertex in the plan, from 0; the same for every job of equal
 *     pipelines
 * @param vertex names of the chained operators, head first, as Flink's web UI shows them
 * @param subtask index of the subtask, from 0
 */
public record TaskId(int vertexIndex, String vertex, int subtask) implements Comparable<TaskId> {

    private static final Comparator<TaskId> ORDER =
            Comparator.comparingInt(TaskId::vertexIndex).thenComparingInt(TaskId::subtask);

    @Override
    public int compareTo(TaskId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return vertex + "[" + subtask + "]";
    }
}
