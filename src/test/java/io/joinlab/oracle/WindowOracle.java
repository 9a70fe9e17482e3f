package io.joinlab.oracle;

import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.oracle.Moment.Arrival;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tumbling and sliding windows, from their definition: the window {@code [start, start + size)}
 * exists for every start that lies a whole number of slides from the offset; a row is in every
 * window that contains its time.
 */
final class WindowOracle {
    private final List<Moment> moments;
    private final JoinType type;
    private final boolean eventTime;
    private final long size;
    private final long slide;
    private final long offset;
    private final long allowedLateness;

    WindowOracle(
            List<Moment> moments,
            JoinType type,
            boolean eventTime,
            long size,
            long slide,
            long offset,
            long allowedLateness) {
        this.moments = moments;
        this.type = type;
        this.eventTime = eventTime;
        this.size = size;
        this.slide = slide;
        this.offset = offset;
        this.allowedLateness = allowedLateness;
    }

    /** A row is late if no window takes it any more, and its own time has passed too. */
    boolean isLate(Arrival row) {
        return eventTime
                && startsOfWindowsAround(row.time()).stream().allMatch(start -> isOver(start, row))
                && row.time() + allowedLateness <= row.watermark();
    }

    /** Whether the row comes too late for the window. */
    private boolean isOver(long start, Arrival row) {
        return eventTime && start + size - 1 + allowedLateness <= row.watermark();
    }

    private Set<Long> startsOfWindowsAround(long time) {
        Set<Long> starts = new TreeSet<>();
        long latest = time - Math.floorMod(time - offset, slide);
        for (long start = latest; start > time - size; start -= slide) {
            starts.add(start);
        }
        return starts;
    }

    List<Row> joined() {
        List<Row> rows = new ArrayList<>();
        for (Key key : Moments.keys(moments)) {
            Set<Long> starts = new TreeSet<>();
            for (Arrival row : Moments.arrivals(moments, key)) {
                starts.addAll(startsOfWindowsAround(row.time()));
            }
            starts.forEach(start -> rows.addAll(joinedIn(key, start)));
        }
        return rows;
    }

    private List<Row> joinedIn(Key key, long start) {
        JoinedRow.Window window = new JoinedRow.Window(start, start + size);
        long last = start + size - 1;
        List<Row> rows = new ArrayList<>();
        List<Arrival> contents = new ArrayList<>();
        boolean willFire = false;
        for (int i = 0; i < moments.size(); i++) {
            Moment moment = moments.get(i);
            if (moment instanceof Arrival row
                    && row.key().equals(key)
                    && start <= row.time()
                    && row.time() <= last
                    && !isOver(start, row)) {
                contents.add(row);
                if (eventTime && last <= row.watermark()) {
                    // An element's windows are visited from the latest to the earliest.
                    rows.addAll(Pairs.of(contents, type, window, i, -start));
                } else {
                    willFire = true;
                }
            } else if (eventTime && moment instanceof Moment.Watermark risen) {
                if (willFire && last <= risen.watermark()) {
                    rows.addAll(Pairs.of(contents, type, window, i, last));
                    willFire = false;
                }
                if (last + allowedLateness <= risen.watermark()) {
                    contents.clear();
                }
            } else if (!eventTime && moment instanceof Moment.Clock moved && last < moved.clock()) {
                rows.addAll(Pairs.of(contents, type, window, i, last));
                contents.clear();
            }
        }
        return rows;
    }
}
