import io.joinlab.cdc.ChangeEvent;
import io.joinlab.join.JoinInput;
import io.joinlab.join.JoinKey;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinOutputs;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import io.joinlab.lab.LabJoin;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Asks an operator that has no late rows. */
public class LateRows implements LabJoin {

    @Override
    public JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options) {
        OutputTag<SideEvent> tooLate = new OutputTag<>("late", TypeInformation.of(SideEvent.class));
        JoinKey leftKey = new JoinKey(Side.LEFT, options.keys());
        JoinKey rightKey = new JoinKey(Side.RIGHT, options.keys());

        // What left.join(right) does inside: one stream of both inputs, and one window operator.
        DataStream<SideEvent> both =
                left.events()
                        .map(event -> new SideEvent(Side.LEFT, event))
                        .union(right.events().map(event -> new SideEvent(Side.RIGHT, event)));
        SingleOutputStreamOperator<JoinedRow> joined =
                both.keyBy(
                                row ->
                                        row.side() == Side.LEFT
                                                ? leftKey.getKey(row.event())
                                                : rightKey.getKey(row.event()))
                        .window(TumblingEventTimeWindows.of(options.windows().size()))
                        .sideOutputLateData(tooLate)
                        .process(new Pairs())
                        .filter(row -> row.left() != null)
                        .returns(TypeInformation.of(JoinedRow.class));

        return new JoinOutputs(joined, joined.getSideOutput(tooLate));
    }

    private static class Pairs
            extends ProcessWindowFunction<SideEvent, JoinedRow, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String key, Context context, Iterable<SideEvent> rows, Collector<JoinedRow> out) {
            TimeWindow window = context.window();
            for (SideEvent left : rows) {
                for (SideEvent right : rows) {
                    if (left.side() == Side.LEFT && right.side() == Side.RIGHT) {
                        out.collect(row(left.event(), right.event(), window));
                    }
                }
            }
        }

        private static JoinedRow row(ChangeEvent left, ChangeEvent right, TimeWindow window) {
            return new JoinedRow(
                    left, right, new JoinedRow.Window(window.getStart(), window.getEnd()));
        }
    }
}
