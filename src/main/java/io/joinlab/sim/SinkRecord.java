package io.joinlab.sim;

import javax.annotation.Nullable;

/**
 * A record that reached a sink.
 *
 * @param value may be null
 * @param timestamp event time in ms; null for a record without one; {@code Long.MIN_VALUE} from a
 *     FLIP-27 source whose records were sent without a time and that assigns none, as in Flink
 * @param subtask index of the sink's subtask that received it, from 0
 */
public record SinkRecord<T>(@Nullable T value, @Nullable Long timestamp, int subtask) {}
