package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.KeyedStream.IntervalJoined;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Two rows of one key join if their times are near enough: {@code left.time + lower <= right.time
 * <= left.time + upper}.
 *
 * <pre>
 *     left            1
 *     right      a  b    c     d
 *                   |-+--|                1b 1c joined: they lie within the bounds around 1
 * </pre>
 *
 * There are no windows and no edges between them. A pair is emitted as soon as its second row
 * arrives; the watermark only decides when rows are forgotten, and, in an outer join, when a row is
 * known to stay alone. Inner is Flink's own operator; Flink has no outer one, so {@link
 * IntervalOuterJoinFunction} is written here.
 */
public record IntervalJoin(JoinType type) implements Variant {

    @Override
    public JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options) {
        KeyedStream<ChangeEvent, String> keyedLeft =
                left.events().keyBy(new JoinKey(Side.LEFT, options.keys()));
        KeyedStream<ChangeEvent, String> keyedRight =
                right.events().keyBy(new JoinKey(Side.RIGHT, options.keys()));
        return type == JoinType.INNER
                ? inner(keyedLeft, keyedRight, options.interval())
                : outer(keyedLeft, keyedRight, options.interval());
    }

    private static JoinOutputs inner(
            KeyedStream<ChangeEvent, String> left,
            KeyedStream<ChangeEvent, String> right,
            JoinOptions.Interval interval) {
        OutputTag<ChangeEvent> lateLeft =
                new OutputTag<>("late left", TypeInformation.of(ChangeEvent.class));
        OutputTag<ChangeEvent> lateRight =
                new OutputTag<>("late right", TypeInformation.of(ChangeEvent.class));

        IntervalJoined<ChangeEvent, ChangeEvent, String> within =
                left.intervalJoin(right)
                        .between(interval.lower(), interval.upper())
                        .sideOutputLeftLateData(lateLeft)
                        .sideOutputRightLateData(lateRight);
        if (!interval.lowerInclusive()) {
            within = within.lowerBoundExclusive();
        }
        if (!interval.upperInclusive()) {
            within = within.upperBoundExclusive();
        }
        SingleOutputStreamOperator<JoinedRow> joined =
                within.process(new Pair()).name("interval join");

        DataStream<SideEvent> late =
                joined.getSideOutput(lateLeft)
                        .map(event -> new SideEvent(Side.LEFT, event))
                        .name("late left")
                        .union(
                                joined.getSideOutput(lateRight)
                                        .map(event -> new SideEvent(Side.RIGHT, event))
                                        .name("late right"));
        return new JoinOutputs(joined, late);
    }

    private JoinOutputs outer(
            KeyedStream<ChangeEvent, String> left,
            KeyedStream<ChangeEvent, String> right,
            JoinOptions.Interval interval) {
        SingleOutputStreamOperator<JoinedRow> joined =
                left.connect(right)
                        .process(new IntervalOuterJoinFunction(interval, type))
                        .name("interval join");
        return new JoinOutputs(joined, joined.getSideOutput(IntervalOuterJoinFunction.LATE));
    }

    @Override
    public String family() {
        return "interval";
    }

    @Override
    public TimeDomain time() {
        return TimeDomain.EVENT;
    }

    @Override
    public Class<? extends JoinedRow.Relation> relation() {
        return JoinedRow.Distance.class;
    }

    @Override
    public String summary() {
        return "joins rows whose times differ by no more than the bounds, as soon as both are"
                + " there";
    }

    @Override
    public List<String> since() {
        return List.of("article A", "claim 4", "claim 5", "claim 12", "claim 16");
    }

    @Override
    public Set<JoinOption> required() {
        return Set.of(JoinOption.LOWER, JoinOption.UPPER);
    }

    @Override
    public Set<JoinOption> optional() {
        return Set.of(JoinOption.EXCLUSIVE);
    }

    private static final class Pair
            extends ProcessJoinFunction<ChangeEvent, ChangeEvent, JoinedRow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                ChangeEvent left, ChangeEvent right, Context context, Collector<JoinedRow> out) {
            long distance = context.getRightTimestamp() - context.getLeftTimestamp();
            out.collect(new JoinedRow(left, right, new JoinedRow.Distance(distance)));
        }
    }
}
