package io.joinlab.join;

import java.io.Serializable;
import java.time.Duration;

/**
 * Everything that can be set on a join. A variant reads the parts that concern it.
 *
 * @param keys the columns that are compared
 * @param times where event time comes from
 * @param windows the windows of a window join; {@code null} for others
 * @param interval the bounds of an interval join; {@code null} for others
 * @param stateTtl how long a regular join keeps a row that does not change; {@code null} for ever
 * @param waitFor what left rows of a temporal join by processing time wait for; {@code null} for
 *     nothing
 */
public record JoinOptions(
        Keys keys,
        Times times,
        Windows windows,
        Interval interval,
        Duration stateTtl,
        WaitFor waitFor)
        implements Serializable {

    /** The options of a join that forgets by its windows or bounds alone. */
    public JoinOptions(Keys keys, Times times, Windows windows, Interval interval) {
        this(keys, times, windows, interval, null, null);
    }

    /** What left rows can wait for. */
    public enum WaitFor {
        /** The end of the right table's snapshot. */
        SNAPSHOT
    }

    /**
     * The columns that must be equal for two rows to join. NULL equals nothing, not even NULL.
     *
     * @param left the left table's column
     * @param right the right table's column
     */
    public record Keys(String left, String right) implements Serializable {

        /** The column of the given side. */
        public String of(Side side) {
            return side == Side.LEFT ? left : right;
        }
    }

    /**
     * Where event time and watermarks come from.
     *
     * @param left the left input's time
     * @param right the right input's time
     * @param outOfOrderness the bound of Flink's {@code forBoundedOutOfOrderness}; {@code null} if
     *     the source itself gives timestamps and watermarks
     * @param idleness after how long without events an input is declared idle; {@code null} for
     *     never
     */
    public record Times(
            EventTimeField left, EventTimeField right, Duration outOfOrderness, Duration idleness)
            implements Serializable {

        /** The time of the given side. */
        public EventTimeField of(Side side) {
            return side == Side.LEFT ? left : right;
        }
    }

    /**
     * The windows of a window join; windows are half-open, {@code [start, end)}.
     *
     * @param size the length of tumbling and sliding windows; {@code null} for others
     * @param slide the distance between the starts of sliding windows; {@code null} for others
     * @param gap the silence that ends a session window; {@code null} for others
     * @param offset shifts the window starts from the epoch; may be negative; zero by default
     * @param allowedLateness how long after a window's end late records still fire it again; zero
     *     by default
     */
    public record Windows(
            Duration size, Duration slide, Duration gap, Duration offset, Duration allowedLateness)
            implements Serializable {}

    /**
     * The bounds of an interval join: {@code left.time + lower <= right.time <= left.time + upper}.
     *
     * @param lower may be negative
     * @param upper may be negative, not below {@code lower}
     * @param lowerInclusive whether the lower bound itself still joins
     * @param upperInclusive whether the upper bound itself still joins
     */
    public record Interval(
            Duration lower, Duration upper, boolean lowerInclusive, boolean upperInclusive)
            implements Serializable {}
}
