package io.joinlab.live;

import io.joinlab.cdc.ParseResult;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;

/** Something that happened in a live join: what its sources saw, and what came out. */
public sealed interface LiveEvent {

    /**
     * A source emitted an envelope.
     *
     * @param side the input
     * @param envelope its text
     * @param at when, by the system's clock, in epoch milliseconds
     */
    record Arrival(Side side, String envelope, long at) implements LiveEvent {}

    /**
     * An input's watermark rose.
     *
     * @param side the input
     * @param timestamp the watermark, in epoch milliseconds
     */
    record Watermark(Side side, long timestamp) implements LiveEvent {}

    /** An input was declared idle. */
    record Idle(Side side) implements LiveEvent {}

    /** An idle input became active again. */
    record Active(Side side) implements LiveEvent {}

    /** A joined row came out. */
    record Joined(JoinedRow row) implements LiveEvent {}

    /** A row came too late to be joined. */
    record Late(SideEvent row) implements LiveEvent {}

    /** A row could not be joined. */
    record Dropped(DroppedRow row) implements LiveEvent {}

    /** A source sent what is no envelope of its table. */
    record Malformed(Side side, ParseResult.Malformed line) implements LiveEvent {}

    /** A source sent what is no change of a row. */
    record Ignored(Side side) implements LiveEvent {}
}
