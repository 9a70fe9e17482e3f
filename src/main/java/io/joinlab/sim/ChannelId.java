package io.joinlab.sim;

import java.util.Comparator;

/**
 * A FIFO channel between two subtasks. Two subtasks may be connected by several channels, one for
 * each edge.
 *
 * @param edge position of the edge in the plan, from 0
 * @param from the sending subtask
 * @param to the receiving subtask
 * @param input input of the receiving operator, from 0; edges of a union share one input
 */
public record ChannelId(int edge, TaskId from, TaskId to, int input)
        implements Comparable<ChannelId> {

    private static final Comparator<ChannelId> ORDER =
            Comparator.comparingInt(ChannelId::edge)
                    .thenComparing(ChannelId::from)
                    .thenComparing(ChannelId::to);

    @Override
    public int compareTo(ChannelId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return from + " -> " + to + (input == 0 ? "" : " (input " + (input + 1) + ")");
    }
}
