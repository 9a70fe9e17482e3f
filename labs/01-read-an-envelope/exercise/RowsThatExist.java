import io.joinlab.cdc.ChangeEvent;
import io.joinlab.join.JoinInput;
import io.joinlab.join.JoinKey;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinOutputs;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.lab.LabJoin;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.util.Collector;

/** Joins courses with their teachers. Deleted rows must not take part. */
public class RowsThatExist implements LabJoin {

    @Override
    public JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options) {
        DataStream<JoinedRow> joined =
                left.events()
                        .filter(RowsThatExist::isThere)
                        .keyBy(new JoinKey(Side.LEFT, options.keys()))
                        .intervalJoin(
                                right.events()
                                        .filter(RowsThatExist::isThere)
                                        .keyBy(new JoinKey(Side.RIGHT, options.keys())))
                        .between(options.interval().lower(), options.interval().upper())
                        .process(new Pair());
        return new JoinOutputs(joined, null);
    }

    /** Whether the change leaves a row that can be joined. */
    private static boolean isThere(ChangeEvent event) {
        return event.image() != null;
    }

    private static class Pair extends ProcessJoinFunction<ChangeEvent, ChangeEvent, JoinedRow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                ChangeEvent left, ChangeEvent right, Context context, Collector<JoinedRow> out) {
            long distance = context.getRightTimestamp() - context.getLeftTimestamp();
            out.collect(new JoinedRow(left, right, new JoinedRow.Distance(distance)));
        }
    }
}
