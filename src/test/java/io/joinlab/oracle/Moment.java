package io.joinlab.oracle;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.ParseResult;
import io.joinlab.join.Side;

/** One thing that the join, or the pipeline in front of it, sees. */
sealed interface Moment {

    /** The step while which it happens. */
    int step();

    /**
     * A row reaches the join.
     *
     * @param time its event time, or the clock's time for a join by processing time, in ms
     * @param watermark the join's watermark at that moment
     */
    record Arrival(int step, Side side, ChangeEvent event, Key key, long time, long watermark)
            implements Moment {}

    /** The join's watermark rises. */
    record Watermark(int step, long watermark) implements Moment {}

    /** The clock moves, for a join by processing time. */
    record Clock(int step, long clock) implements Moment {}

    /** An input ends. */
    record End(int step, Side side) implements Moment {}

    /** A row is refused before the join. */
    record Dropped(int step, Side side, ChangeEvent event, String reason) implements Moment {}

    /** A line is no envelope. */
    record BadLine(int step, Side side, ParseResult.Malformed line) implements Moment {}

    /** A record that is no change of a row. */
    record Ignored(int step) implements Moment {}
}
