package io.joinlab.oracle;

import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.oracle.Moment.Arrival;
import java.util.ArrayList;
import java.util.List;

/**
 * Session windows, from their definition: every row covers {@code [time, time + gap]}, both ends
 * included, since Flink merges windows that only touch ({@code TimeWindow.intersects}); the
 * connected parts are the sessions. A session that is over takes part in no merge any more.
 */
final class SessionOracle {

    private static final class Session {
        long start;
        long end;
        final List<Arrival> contents = new ArrayList<>();
        boolean willFire;

        long last() {
            return end - 1;
        }

        JoinedRow.Window window() {
            return new JoinedRow.Window(start, end);
        }
    }

    private final List<Moment> moments;
    private final JoinType type;
    private final boolean eventTime;
    private final long gap;
    private final long allowedLateness;

    private final List<Row> joined = new ArrayList<>();
    private final List<Arrival> late = new ArrayList<>();

    SessionOracle(
            List<Moment> moments,
            JoinType type,
            boolean eventTime,
            long gap,
            long allowedLateness) {
        this.moments = moments;
        this.type = type;
        this.eventTime = eventTime;
        this.gap = gap;
        this.allowedLateness = allowedLateness;
        Moments.keys(moments).forEach(this::follow);
    }

    List<Row> joined() {
        return joined;
    }

    boolean isLate(Arrival row) {
        return late.stream().anyMatch(each -> each == row);
    }

    private void follow(Key key) {
        List<Session> live = new ArrayList<>();
        for (int i = 0; i < moments.size(); i++) {
            int moment = i;
            if (moments.get(i) instanceof Arrival row && row.key().equals(key)) {
                arrive(row, live, moment);
            } else if (eventTime && moments.get(i) instanceof Moment.Watermark risen) {
                for (Session session : live) {
                    if (session.willFire && session.last() <= risen.watermark()) {
                        fire(session, moment, session.last());
                    }
                }
                live.removeIf(session -> session.last() + allowedLateness <= risen.watermark());
            } else if (!eventTime && moments.get(i) instanceof Moment.Clock moved) {
                live.stream()
                        .filter(session -> session.last() < moved.clock())
                        .forEach(session -> fire(session, moment, session.last()));
                live.removeIf(session -> session.last() < moved.clock());
            }
        }
    }

    private void arrive(Arrival row, List<Session> live, int moment) {
        Session session = new Session();
        session.start = row.time();
        session.end = row.time() + gap;
        List<Session> touched =
                live.stream()
                        .filter(other -> other.start <= row.time() + gap && row.time() <= other.end)
                        .toList();
        for (Session other : touched) {
            session.start = Math.min(session.start, other.start);
            session.end = Math.max(session.end, other.end);
            session.contents.addAll(other.contents);
        }
        if (eventTime && session.last() + allowedLateness <= row.watermark()) {
            late.add(row);
            return;
        }
        session.contents.add(row);
        live.removeAll(touched);
        live.add(session);
        if (eventTime && session.last() <= row.watermark()) {
            fire(session, moment, 0);
        } else {
            session.willFire = true;
        }
    }

    private void fire(Session session, int moment, long order) {
        joined.addAll(Pairs.of(session.contents, type, session.window(), moment, order));
        session.willFire = false;
    }
}
