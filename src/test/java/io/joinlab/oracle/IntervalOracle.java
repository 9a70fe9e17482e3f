package io.joinlab.oracle;

import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.oracle.Moment.Arrival;
import java.util.ArrayList;
import java.util.List;

/**
 * The interval join, from its definition: two rows of one key join if {@code nearest <= right.time
 * - left.time <= farthest}, neither came late, and the first was still remembered when the second
 * came.
 *
 * <p>Flink's own operator (inner) forgets a row as soon as the watermark reaches the last time at
 * which it could match, the outer ones of the catalogue once it is beyond.
 */
final class IntervalOracle {
    private final List<Moment> moments;
    private final JoinType type;
    private final long nearest;
    private final long farthest;

    /**
     * @param nearest the smallest distance that joins, inclusive
     * @param farthest the largest distance that joins, inclusive
     */
    IntervalOracle(List<Moment> moments, JoinType type, long nearest, long farthest) {
        this.moments = moments;
        this.type = type;
        this.nearest = nearest;
        this.farthest = farthest;
    }

    boolean isLate(Arrival row) {
        return row.time() < row.watermark();
    }

    List<Row> joined() {
        List<Row> rows = new ArrayList<>();
        for (int second = 0; second < moments.size(); second++) {
            for (int first = 0; first < second; first++) {
                if (moments.get(first) instanceof Arrival early
                        && moments.get(second) instanceof Arrival now
                        && joins(first, early, second, now)) {
                    Arrival left = early.side() == Side.LEFT ? early : now;
                    Arrival right = early.side() == Side.LEFT ? now : early;
                    rows.add(
                            new Row(
                                    second,
                                    0,
                                    new JoinedRow(
                                            left.event(),
                                            right.event(),
                                            new JoinedRow.Distance(right.time() - left.time()))));
                }
            }
        }
        padded(Side.LEFT, rows);
        padded(Side.RIGHT, rows);
        return rows;
    }

    private void padded(Side side, List<Row> rows) {
        for (int i = 0; i < moments.size(); i++) {
            if (moments.get(i) instanceof Arrival row
                    && row.side() == side
                    && type.keeps(side)
                    && !isLate(row)
                    && !hasMatch(i, row)) {
                int end = momentOfForgetting(i, row);
                if (end < moments.size()) {
                    rows.add(
                            new Row(
                                    end,
                                    lastMatch(row),
                                    new JoinedRow(
                                            side == Side.LEFT ? row.event() : null,
                                            side == Side.RIGHT ? row.event() : null,
                                            new JoinedRow.Unmatched())));
                }
            }
        }
    }

    private boolean joins(int first, Arrival early, int second, Arrival now) {
        if (!early.key().equals(now.key()) || early.side() == now.side()) {
            return false;
        }
        long distance =
                early.side() == Side.LEFT ? now.time() - early.time() : early.time() - now.time();
        return nearest <= distance
                && distance <= farthest
                && !isLate(early)
                && !isLate(now)
                && second < momentOfForgetting(first, early);
    }

    private boolean hasMatch(int index, Arrival row) {
        for (int other = 0; other < moments.size(); other++) {
            if (moments.get(other) instanceof Arrival partner
                    && (other < index
                            ? joins(other, partner, index, row)
                            : joins(index, row, other, partner))) {
                return true;
            }
        }
        return false;
    }

    /** The last time at which a row of the other side can match this one. */
    private long lastMatch(Arrival row) {
        return row.side() == Side.LEFT ? row.time() + farthest : row.time() - nearest;
    }

    /** The index of the moment at which the row is forgotten; that of no moment if it never is. */
    private int momentOfForgetting(int index, Arrival row) {
        long reached =
                type == JoinType.INNER ? Math.max(row.time(), lastMatch(row)) : lastMatch(row) + 1;
        if (type != JoinType.INNER && row.watermark() >= reached) {
            return index;
        }
        for (int i = index + 1; i < moments.size(); i++) {
            if (moments.get(i) instanceof Moment.Watermark risen && risen.watermark() >= reached) {
                return i;
            }
        }
        return moments.size();
    }
}
