package io.joinlab.sim;

import javax.annotation.Nullable;

/**
 * A record that reached a sink.
 *
 * @param value may be null
 * @param timestamp event time in ms, or null for a record without one
 * @param subtask index of the sink's subtask that received it, from 0
 */
public record SinkRecord<T>(@Nullable T value, @Nullable Long timestamp, int subtask) {}
