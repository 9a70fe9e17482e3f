package io.joinlab.sim;

import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.jobgraph.OperatorID;

/**
 * A completed checkpoint: the state of all operators, and how far sources and sinks were. A job
 * restored from it with {@link Simulation#restore(Checkpoint)} goes on as if it had crashed right
 * after.
 */
public final class Checkpoint {

    /**
     * What one task has acknowledged.
     *
     * @param ended whether it had processed all of its input
     * @param finished whether it was gone by then: an ended task stays for one checkpoint more
     */
    record TaskState(
            Map<OperatorID, OperatorSubtaskState> operators,
            Map<String, Integer> sinkPositions,
            long sourcePosition,
            boolean ended,
            boolean finished) {}

    private final long id;
    private final long clock;
    private final Plan plan;
    private final Map<TaskId, TaskState> tasks;

    Checkpoint(long id, long clock, Plan plan, Map<TaskId, TaskState> tasks) {
        this.id = id;
        this.clock = clock;
        this.plan = plan;
        this.tasks = tasks;
    }

    /** Number of the checkpoint within its job, from 1; goes on counting after a restore. */
    public long id() {
        return id;
    }

    /** Where the clock stood when the checkpoint completed, in ms. */
    public long clock() {
        return clock;
    }

    /**
     * Number of elements (records, watermarks, idle, active, end) that had been sent to a subtask
     * of a source before the checkpoint: after a restore, go on with the element of this index.
     */
    public long sourcePosition(String source, int subtask) {
        VertexPlan vertex = plan.vertexOfSource(source);
        TaskState state =
                tasks.get(
                        new TaskId(
                                vertex.index, vertex.name, checkSubtask(source, vertex, subtask)));
        return state.sourcePosition();
    }

    /** {@link #sourcePosition(String, int)} of the only subtask; fails if there are more. */
    public long sourcePosition(String source) {
        requireOneSubtask(source, plan.vertexOfSource(source));
        return sourcePosition(source, 0);
    }

    /**
     * Number of elements that a subtask of a sink had received before the checkpoint: the length of
     * the prefix of {@link SimulatedSink#elements(int)} that is part of it.
     */
    public int sinkPosition(String sink, int subtask) {
        VertexPlan vertex = plan.vertexOfSink(sink);
        TaskState state =
                tasks.get(
                        new TaskId(vertex.index, vertex.name, checkSubtask(sink, vertex, subtask)));
        return state.sinkPositions().get(sink);
    }

    /** {@link #sinkPosition(String, int)} of the only subtask; fails if there are more. */
    public int sinkPosition(String sink) {
        requireOneSubtask(sink, plan.vertexOfSink(sink));
        return sinkPosition(sink, 0);
    }

    Plan plan() {
        return plan;
    }

    /** True if all subtasks of the vertex had finished: Flink then doesn't start them again. */
    boolean hasFinished(VertexPlan vertex) {
        for (int subtask = 0; subtask < vertex.parallelism; subtask++) {
            if (!tasks.get(new TaskId(vertex.index, vertex.name, subtask)).finished()) {
                return false;
            }
        }
        return true;
    }

    TaskState task(TaskId task) {
        return tasks.get(task);
    }

    private static int checkSubtask(String name, VertexPlan vertex, int subtask) {
        if (subtask < 0 || subtask >= vertex.parallelism) {
            throw new IndexOutOfBoundsException(
                    "'%s' has subtasks 0 to %d, not %d"
                            .formatted(name, vertex.parallelism - 1, subtask));
        }
        return subtask;
    }

    private static void requireOneSubtask(String name, VertexPlan vertex) {
        if (vertex.parallelism > 1) {
            throw new IllegalArgumentException(
                    "'%s' has %d subtasks: say which one".formatted(name, vertex.parallelism));
        }
    }

    @Override
    public String toString() {
        return "checkpoint " + id + " at " + clock + " ms";
    }
}
