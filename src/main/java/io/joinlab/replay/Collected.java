package io.joinlab.replay;

/**
 * Something that arrived at a {@link CollectingSink}.
 *
 * @param <T> the rows' type
 */
public sealed interface Collected<T> {

    /** The step while which it arrived. */
    int step();

    /** The sink's subtask it arrived at, counted from 0. */
    int subtask();

    /**
     * A row.
     *
     * @param timestamp its timestamp in epoch milliseconds; {@code null} if it has none
     */
    record Row<T>(int step, int subtask, T value, Long timestamp) implements Collected<T> {}

    /**
     * A watermark.
     *
     * @param timestamp in epoch milliseconds; {@link Long#MAX_VALUE} for the last
     */
    record Watermark<T>(int step, int subtask, long timestamp) implements Collected<T> {}
}
