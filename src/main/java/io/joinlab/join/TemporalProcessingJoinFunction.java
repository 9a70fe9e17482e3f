package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Joins a left row with the right row as it is known when the left one arrives.
 *
 * <p>Which one is known depends on a race between the two inputs, and while the right table's
 * snapshot is still being read, there may be none for a row that has one. A join that waits keeps
 * left rows until the snapshot is over, as {@link SnapshotWatermarks} say.
 */
final class TemporalProcessingJoinFunction
        extends KeyedCoProcessFunction<String, ChangeEvent, ChangeEvent, JoinedRow>
        implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    private final JoinType type;
    private final boolean waits;

    /** The right row and since when, by the clock, it is known. */
    private transient ValueState<Tuple2<ChangeEvent, Long>> known;

    private transient ListState<ChangeEvent> waiting;

    /**
     * Whether the snapshot is over. After a restart the right source does not read it again, and
     * watermarks are not restored, so this is.
     */
    private transient ListState<Boolean> overState;

    private transient boolean over;

    TemporalProcessingJoinFunction(JoinType type, boolean waits) {
        this.type = type;
        this.waits = waits;
    }

    @Override
    public void open(OpenContext context) {
        TypeInformation<ChangeEvent> event = TypeInformation.of(ChangeEvent.class);
        known =
                getRuntimeContext()
                        .getState(
                                new ValueStateDescriptor<>(
                                        "right", Types.TUPLE(event, Types.LONG)));
        waiting = getRuntimeContext().getListState(new ListStateDescriptor<>("left", event));
    }

    @Override
    public void processElement1(ChangeEvent left, Context context, Collector<JoinedRow> out)
            throws Exception {
        notice(context);
        if (waits && !over) {
            waiting.add(left);
            context.timerService().registerEventTimeTimer(SnapshotWatermarks.OVER);
        } else {
            join(left, out);
        }
    }

    @Override
    public void processElement2(ChangeEvent right, Context context, Collector<JoinedRow> out)
            throws Exception {
        notice(context);
        if (right.op() == Op.DELETE) {
            known.clear();
        } else {
            known.update(Tuple2.of(right, context.timerService().currentProcessingTime()));
        }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<JoinedRow> out)
            throws Exception {
        over = true;
        for (ChangeEvent left : waiting.get()) {
            join(left, out);
        }
        waiting.clear();
    }

    private void notice(Context context) {
        over |= context.timerService().currentWatermark() >= SnapshotWatermarks.OVER;
    }

    private void join(ChangeEvent left, Collector<JoinedRow> out) throws Exception {
        Tuple2<ChangeEvent, Long> right = known.value();
        if (right != null) {
            out.collect(new JoinedRow(left, right.f0, new JoinedRow.Version(right.f1)));
        } else if (type.keeps(Side.LEFT)) {
            out.collect(new JoinedRow(left, null, new JoinedRow.Unmatched()));
        }
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        overState =
                context.getOperatorStateStore()
                        .getUnionListState(
                                new ListStateDescriptor<>("snapshot is over", Types.BOOLEAN));
        for (boolean ofSubtask : overState.get()) {
            over |= ofSubtask;
        }
    }

    /** A subtask without rows since the end of the snapshot has not noticed it; another has. */
    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        overState.clear();
        overState.add(over);
    }
}
