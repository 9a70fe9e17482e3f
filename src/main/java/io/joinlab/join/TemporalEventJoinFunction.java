package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Joins a left row, when the watermark reaches its time, with the newest version whose time is not
 * after it; of two versions of the same time the one that arrived last counts.
 *
 * <p>As in Flink's {@code TemporalRowTimeJoinOperator}, the newest version at the watermark is
 * kept, and with it a delete, so that a late version can't bring a deleted row back; older ones are
 * forgotten. Unlike there, a row of either side that comes at or behind the watermark is late:
 *
 * <ul>
 *   <li>a late left row is not joined, since the version that it needs may be forgotten;
 *   <li>a late version is missed by the left rows that came out already. It still counts for those
 *       to come, unless a newer one at or before the watermark is known: the table must not stay
 *       wrong.
 * </ul>
 */
final class TemporalEventJoinFunction
        extends KeyedCoProcessFunction<String, ChangeEvent, ChangeEvent, JoinedRow> {
    private static final long serialVersionUID = 1L;

    static final OutputTag<SideEvent> LATE =
            new OutputTag<>("late", TypeInformation.of(SideEvent.class));

    private final JoinType type;

    /** The left rows that wait for the watermark, by their time. */
    private transient MapState<Long, List<ChangeEvent>> waiting;

    /** What made the right row what it is, by the time from which that is valid. */
    private transient MapState<Long, ChangeEvent> versions;

    TemporalEventJoinFunction(JoinType type) {
        this.type = type;
    }

    @Override
    public void open(OpenContext context) {
        TypeInformation<ChangeEvent> event = TypeInformation.of(ChangeEvent.class);
        waiting =
                getRuntimeContext()
                        .getMapState(
                                new MapStateDescriptor<>("left", Types.LONG, Types.LIST(event)));
        versions =
                getRuntimeContext()
                        .getMapState(new MapStateDescriptor<>("right", Types.LONG, event));
    }

    @Override
    public void processElement1(ChangeEvent left, Context context, Collector<JoinedRow> out)
            throws Exception {
        long time = context.timestamp();
        if (time <= context.timerService().currentWatermark()) {
            context.output(LATE, new SideEvent(Side.LEFT, left));
            return;
        }
        List<ChangeEvent> sameTime = waiting.get(time);
        if (sameTime == null) {
            sameTime = new ArrayList<>();
        }
        sameTime.add(left);
        waiting.put(time, sameTime);
        context.timerService().registerEventTimeTimer(time);
    }

    @Override
    public void processElement2(ChangeEvent right, Context context, Collector<JoinedRow> out)
            throws Exception {
        long time = context.timestamp();
        long watermark = context.timerService().currentWatermark();
        if (time > watermark) {
            versions.put(time, right);
            context.timerService().registerEventTimeTimer(time);
            return;
        }
        context.output(LATE, new SideEvent(Side.RIGHT, right));
        versions.put(time, right);
        newestAt(watermark);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<JoinedRow> out)
            throws Exception {
        Long validFrom = newestAt(time);
        List<ChangeEvent> lefts = waiting.get(time);
        if (lefts == null) {
            return;
        }
        waiting.remove(time);
        ChangeEvent version = validFrom == null ? null : versions.get(validFrom);
        for (ChangeEvent left : lefts) {
            if (version != null && version.op() != Op.DELETE) {
                out.collect(new JoinedRow(left, version, new JoinedRow.Version(validFrom)));
            } else if (type.keeps(Side.LEFT)) {
                out.collect(new JoinedRow(left, null, new JoinedRow.Unmatched()));
            }
        }
    }

    /**
     * The time from which the version that is valid at a time is valid, and forgets all before it.
     *
     * @return {@code null} if there is none
     */
    private Long newestAt(long time) throws Exception {
        Long newest = null;
        List<Long> older = new ArrayList<>();
        for (Long validFrom : versions.keys()) {
            if (validFrom <= time) {
                if (newest == null || validFrom > newest) {
                    if (newest != null) {
                        older.add(newest);
                    }
                    newest = validFrom;
                } else {
                    older.add(validFrom);
                }
            }
        }
        for (Long validFrom : older) {
            versions.remove(validFrom);
        }
        return newest;
    }
}
