package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * The part that all window joins share: both inputs become one stream of tagged events, and each
 * window of a key pairs up what it holds.
 *
 * <p>{@code left.join(right)} and {@code left.coGroup(right)} are built the same way inside Flink
 * ({@code CoGroupedStreams}), but they hide the window operator: with them there is no side output
 * for late rows and no way to learn a window's bounds. Written out, both come for free.
 */
final class WindowJoin {
    private WindowJoin() {}

    static JoinOutputs join(
            DataStream<ChangeEvent> left,
            DataStream<ChangeEvent> right,
            JoinOptions options,
            JoinType type,
            WindowAssigner<Object, TimeWindow> windows) {
        OutputTag<SideEvent> tooLate = new OutputTag<>("late", TypeInformation.of(SideEvent.class));
        JoinKey leftKey = new JoinKey(Side.LEFT, options.keys());
        JoinKey rightKey = new JoinKey(Side.RIGHT, options.keys());

        SingleOutputStreamOperator<JoinedRow> joined =
                tag(left, Side.LEFT)
                        .union(tag(right, Side.RIGHT))
                        .keyBy(
                                row ->
                                        (row.side() == Side.LEFT ? leftKey : rightKey)
                                                .getKey(row.event()))
                        .window(windows)
                        .allowedLateness(options.windows().allowedLateness())
                        .sideOutputLateData(tooLate)
                        .process(new PairUp(type))
                        .name("window join");
        return new JoinOutputs(joined, joined.getSideOutput(tooLate));
    }

    /**
     * As parallel as its input: more subtasks would spread one row's changes over several, and they
     * would lose their order.
     */
    private static DataStream<SideEvent> tag(DataStream<ChangeEvent> input, Side side) {
        return input.map(event -> new SideEvent(side, event))
                .setParallelism(input.getParallelism())
                .name("tag " + side.label());
    }

    /**
     * Pairs every left row of a window with every right one; rows that stay alone are padded if the
     * join keeps their side.
     */
    private static final class PairUp
            extends ProcessWindowFunction<SideEvent, JoinedRow, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        private final JoinType type;

        PairUp(JoinType type) {
            this.type = type;
        }

        @Override
        public void process(
                String key, Context context, Iterable<SideEvent> rows, Collector<JoinedRow> out) {
            JoinedRow.Window window =
                    new JoinedRow.Window(context.window().getStart(), context.window().getEnd());
            List<ChangeEvent> lefts = new ArrayList<>();
            List<ChangeEvent> rights = new ArrayList<>();
            for (SideEvent row : rows) {
                (row.side() == Side.LEFT ? lefts : rights).add(row.event());
            }

            for (ChangeEvent left : lefts) {
                for (ChangeEvent right : rights) {
                    out.collect(new JoinedRow(left, right, window));
                }
            }
            if (rights.isEmpty() && type.keeps(Side.LEFT)) {
                lefts.forEach(left -> out.collect(new JoinedRow(left, null, window)));
            }
            if (lefts.isEmpty() && type.keeps(Side.RIGHT)) {
                rights.forEach(right -> out.collect(new JoinedRow(null, right, window)));
            }
        }
    }
}
