import io.joinlab.cdc.ChangeEvent;
import io.joinlab.join.JoinInput;
import io.joinlab.join.JoinKey;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinOutputs;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.lab.LabJoin;
import org.apache.flink.api.common.functions.CoGroupFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.util.Collector;

/** Pairs every right row with one left row only. */
public class EveryPair implements LabJoin {

    @Override
    public JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options) {
        long size = options.windows().size().toMillis();
        DataStream<JoinedRow> joined =
                left.events()
                        .coGroup(right.events())
                        .where(new JoinKey(Side.LEFT, options.keys()))
                        .equalTo(new JoinKey(Side.RIGHT, options.keys()))
                        .window(TumblingEventTimeWindows.of(options.windows().size()))
                        .apply(new Match(size));
        return new JoinOutputs(joined, null);
    }

    private static class Match implements CoGroupFunction<ChangeEvent, ChangeEvent, JoinedRow> {
        private static final long serialVersionUID = 1L;

        private final long size;

        Match(long size) {
            this.size = size;
        }

        @Override
        public void coGroup(
                Iterable<ChangeEvent> lefts,
                Iterable<ChangeEvent> rights,
                Collector<JoinedRow> out) {
            ChangeEvent left = null;
            for (ChangeEvent event : lefts) {
                left = event;
            }
            if (left == null) {
                return;
            }
            boolean matched = false;
            for (ChangeEvent right : rights) {
                matched = true;
                out.collect(row(left, right));
            }
            if (!matched) {
                out.collect(row(left, null));
            }
        }

        private JoinedRow row(ChangeEvent left, ChangeEvent right) {
            return new JoinedRow(left, right, new JoinedRow.Window(0, size));
        }
    }
}
