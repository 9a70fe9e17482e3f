package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * An interval join that also keeps unmatched rows. A row without a match is emitted once, padded
 * with null, when the watermark has passed the last time at which a match could lie; then nothing
 * of it is left in state.
 *
 * <p>What is late is decided as in Flink's {@code IntervalJoinOperator}: a row whose time is before
 * the watermark. Unlike there, a row stays until the watermark is beyond its last match, not just
 * at it: a row with exactly the watermark's time is not late and must still find its partner.
 */
final class IntervalOuterJoinFunction
        extends KeyedCoProcessFunction<String, ChangeEvent, ChangeEvent, JoinedRow> {
    private static final long serialVersionUID = 1L;

    static final OutputTag<SideEvent> LATE =
            new OutputTag<>("late", TypeInformation.of(SideEvent.class));

    private final JoinType type;

    /** The distances right.time - left.time that join, both inclusive, in ms. */
    private final long nearest;

    private final long farthest;

    /** The rows of each side by their time, each with whether it has found a match. */
    private transient MapState<Long, List<Tuple2<ChangeEvent, Boolean>>> leftRows;

    private transient MapState<Long, List<Tuple2<ChangeEvent, Boolean>>> rightRows;

    IntervalOuterJoinFunction(JoinOptions.Interval interval, JoinType type) {
        this.type = type;
        this.nearest = interval.lower().toMillis() + (interval.lowerInclusive() ? 0 : 1);
        this.farthest = interval.upper().toMillis() - (interval.upperInclusive() ? 0 : 1);
        if (nearest > farthest) {
            throw new IllegalArgumentException(
                    "no distance lies within the bounds: lower "
                            + interval.lower()
                            + ", upper "
                            + interval.upper());
        }
    }

    @Override
    public void open(OpenContext context) {
        leftRows = getRuntimeContext().getMapState(rowsByTime("left"));
        rightRows = getRuntimeContext().getMapState(rowsByTime("right"));
    }

    private static MapStateDescriptor<Long, List<Tuple2<ChangeEvent, Boolean>>> rowsByTime(
            String name) {
        return new MapStateDescriptor<>(
                name,
                Types.LONG,
                Types.LIST(Types.TUPLE(TypeInformation.of(ChangeEvent.class), Types.BOOLEAN)));
    }

    @Override
    public void processElement1(ChangeEvent left, Context context, Collector<JoinedRow> out)
            throws Exception {
        long time = context.timestamp();
        long watermark = context.timerService().currentWatermark();
        if (time < watermark) {
            context.output(LATE, new SideEvent(Side.LEFT, left));
            return;
        }
        boolean matched = false;
        for (Map.Entry<Long, List<Tuple2<ChangeEvent, Boolean>>> rights : rightRows.entries()) {
            long distance = rights.getKey() - time;
            if (nearest <= distance && distance <= farthest) {
                matched = true;
                for (Tuple2<ChangeEvent, Boolean> right : rights.getValue()) {
                    out.collect(new JoinedRow(left, right.f0, new JoinedRow.Distance(distance)));
                    right.f1 = true;
                }
                rightRows.put(rights.getKey(), rights.getValue());
            }
        }
        long lastMatch = time + farthest;
        if (watermark <= lastMatch) {
            add(leftRows, time, left, matched);
            context.timerService().registerEventTimeTimer(lastMatch + 1);
        } else if (!matched && type.keeps(Side.LEFT)) {
            out.collect(new JoinedRow(left, null, new JoinedRow.Unmatched()));
        }
    }

    @Override
    public void processElement2(ChangeEvent right, Context context, Collector<JoinedRow> out)
            throws Exception {
        long time = context.timestamp();
        long watermark = context.timerService().currentWatermark();
        if (time < watermark) {
            context.output(LATE, new SideEvent(Side.RIGHT, right));
            return;
        }
        boolean matched = false;
        for (Map.Entry<Long, List<Tuple2<ChangeEvent, Boolean>>> lefts : leftRows.entries()) {
            long distance = time - lefts.getKey();
            if (nearest <= distance && distance <= farthest) {
                matched = true;
                for (Tuple2<ChangeEvent, Boolean> left : lefts.getValue()) {
                    out.collect(new JoinedRow(left.f0, right, new JoinedRow.Distance(distance)));
                    left.f1 = true;
                }
                leftRows.put(lefts.getKey(), lefts.getValue());
            }
        }
        long lastMatch = time - nearest;
        if (watermark <= lastMatch) {
            add(rightRows, time, right, matched);
            context.timerService().registerEventTimeTimer(lastMatch + 1);
        } else if (!matched && type.keeps(Side.RIGHT)) {
            out.collect(new JoinedRow(null, right, new JoinedRow.Unmatched()));
        }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<JoinedRow> out)
            throws Exception {
        long lastMatch = timestamp - 1;
        for (ChangeEvent left : removeUnmatched(leftRows, lastMatch - farthest)) {
            if (type.keeps(Side.LEFT)) {
                out.collect(new JoinedRow(left, null, new JoinedRow.Unmatched()));
            }
        }
        for (ChangeEvent right : removeUnmatched(rightRows, lastMatch + nearest)) {
            if (type.keeps(Side.RIGHT)) {
                out.collect(new JoinedRow(null, right, new JoinedRow.Unmatched()));
            }
        }
    }

    private static void add(
            MapState<Long, List<Tuple2<ChangeEvent, Boolean>>> rows,
            long time,
            ChangeEvent event,
            boolean matched)
            throws Exception {
        List<Tuple2<ChangeEvent, Boolean>> sameTime = rows.get(time);
        if (sameTime == null) {
            sameTime = new ArrayList<>();
        }
        sameTime.add(Tuple2.of(event, matched));
        rows.put(time, sameTime);
    }

    /** Forgets all rows of this time; returns those that found no match. */
    private static List<ChangeEvent> removeUnmatched(
            MapState<Long, List<Tuple2<ChangeEvent, Boolean>>> rows, long time) throws Exception {
        List<Tuple2<ChangeEvent, Boolean>> sameTime = rows.get(time);
        if (sameTime == null) {
            return List.of();
        }
        rows.remove(time);
        return sameTime.stream().filter(row -> !row.f1).map(row -> row.f0).toList();
    }
}
