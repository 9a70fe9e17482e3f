package io.joinlab.oracle;

import io.joinlab.cdc.Op;
import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.oracle.Moment.Arrival;
import java.util.ArrayList;
import java.util.List;

/**
 * The temporal join, from its definition: every left row that is not late comes out once, at the
 * moment at which its right row is settled, with the version that is valid then.
 */
final class TemporalOracle {
    private final List<Moment> moments;
    private final JoinType type;
    private final boolean eventTime;
    private final boolean waitsForSnapshot;

    TemporalOracle(
            List<Moment> moments, JoinType type, boolean eventTime, boolean waitsForSnapshot) {
        this.moments = moments;
        this.type = type;
        this.eventTime = eventTime;
        this.waitsForSnapshot = waitsForSnapshot;
    }

    /** A row at the watermark or behind it: the watermark has promised that there is none. */
    boolean isLate(Arrival row) {
        return eventTime && row.time() <= row.watermark();
    }

    List<Row> joined() {
        List<Row> rows = new ArrayList<>();
        for (int index = 0; index < moments.size(); index++) {
            if (moments.get(index) instanceof Arrival left
                    && left.side() == Side.LEFT
                    && !isLate(left)) {
                int settled = eventTime ? reached(index, left.time()) : released(index);
                if (settled < moments.size()) {
                    add(left, settled, rows);
                }
            }
        }
        return rows;
    }

    private void add(Arrival left, int settled, List<Row> rows) {
        Arrival version = eventTime ? validAt(left, settled) : lastBefore(left, settled);
        long order = eventTime ? left.time() : 0;
        if (version != null && version.event().op() != Op.DELETE) {
            JoinedRow.Version validFrom = new JoinedRow.Version(version.time());
            rows.add(
                    new Row(
                            settled,
                            order,
                            new JoinedRow(left.event(), version.event(), validFrom)));
        } else if (type.keeps(Side.LEFT)) {
            rows.add(
                    new Row(
                            settled,
                            order,
                            new JoinedRow(left.event(), null, new JoinedRow.Unmatched())));
        }
    }

    /** The first moment after the given one at which the watermark is there; none: the end. */
    private int reached(int after, long time) {
        for (int i = after + 1; i < moments.size(); i++) {
            if (moments.get(i) instanceof Moment.Watermark risen && risen.watermark() >= time) {
                return i;
            }
        }
        return moments.size();
    }

    /** The moment at which a left row need not wait any longer: its own, or the snapshot's end. */
    private int released(int arrival) {
        if (!waitsForSnapshot) {
            return arrival;
        }
        for (int i = 0; i < moments.size(); i++) {
            Moment moment = moments.get(i);
            boolean change =
                    moment instanceof Arrival right
                            && right.side() == Side.RIGHT
                            && right.event().op() != Op.READ;
            boolean end = moment instanceof Moment.End ended && ended.side() == Side.RIGHT;
            if (change || end) {
                return Math.max(i, arrival);
            }
        }
        return moments.size();
    }

    private Arrival lastBefore(Arrival left, int settled) {
        Arrival last = null;
        for (int i = 0; i <= settled; i++) {
            if (moments.get(i) instanceof Arrival right && isVersionFor(left, right)) {
                last = right;
            }
        }
        return last;
    }

    private Arrival validAt(Arrival left, int settled) {
        Arrival newest = null;
        for (int i = 0; i < settled; i++) {
            if (moments.get(i) instanceof Arrival right
                    && isVersionFor(left, right)
                    && right.time() <= left.time()
                    && !isForgotten(i, right, settled)
                    && (newest == null || right.time() >= newest.time())) {
                newest = right;
            }
        }
        return newest;
    }

    /**
     * Whether a newer version had become the one at the watermark before. That counts only after a
     * crash, which sets the watermark back: left rows are on time again whose version is forgotten.
     */
    private boolean isForgotten(int index, Arrival version, int before) {
        for (int i = 0; i < before; i++) {
            if (moments.get(i) instanceof Arrival newer
                    && isVersionFor(version, newer)
                    && newer.time() > version.time()) {
                int from = Math.max(i, index);
                boolean onArrival =
                        isLate(newer) && i > index
                                || isLate(version)
                                        && i < index
                                        && newer.time() <= version.watermark();
                if (onArrival || reached(from, newer.time()) < before) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isVersionFor(Arrival row, Arrival right) {
        return right.side() == Side.RIGHT && right.key().equals(row.key());
    }
}
