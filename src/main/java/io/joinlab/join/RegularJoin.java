package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/**
 * Joins the two tables as they are now, as a database would, and keeps the result up to date: the
 * output is a changelog, which takes rows back.
 *
 * <pre>
 *     left     1                  2 (was 1)        gone
 *     right          a
 *              +I 1- -D 1- +I 1a  -U 1a +U 2a      -D 2a      a left join
 * </pre>
 *
 * No clock is involved, nothing is late, and nothing is forgotten: state holds every row that the
 * tables hold. At any time the rows that came out and were not taken back are the join of all
 * changes so far. That needs two stages. The first, keyed by primary key, turns events into rows
 * that come to a join key or leave it ({@link JoinKeyTracker}); the second, keyed by join key,
 * joins them ({@link RegularJoinFunction}).
 */
public record RegularJoin(JoinType type) implements Variant {
    private static final OutputTag<SideEvent> NOTHING_IS_LATE =
            new OutputTag<>("late", TypeInformation.of(SideEvent.class));

    @Override
    public JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options) {
        StateTtl ttl = new StateTtl(options.stateTtl());
        SingleOutputStreamOperator<JoinedRow> joined =
                byJoinKey(Side.LEFT, left, options.keys(), ttl)
                        .connect(byJoinKey(Side.RIGHT, right, options.keys(), ttl))
                        .process(new RegularJoinFunction(type, ttl))
                        .name("regular join");
        return new JoinOutputs(joined, joined.getSideOutput(NOTHING_IS_LATE));
    }

    private static KeyedStream<RowChange, String> byJoinKey(
            Side side, JoinInput input, JoinOptions.Keys keys, StateTtl ttl) {
        DataStream<ChangeEvent> events = input.events();
        return events.flatMap(new RowChanges(side, input.table(), keys))
                .setParallelism(events.getParallelism())
                .name("rows " + side.label())
                .keyBy(RowChange::primaryKey)
                .process(new JoinKeyTracker(ttl))
                .name("join keys " + side.label())
                .keyBy(RowChange::joinKey);
    }

    @Override
    public String family() {
        return "regular";
    }

    @Override
    public TimeDomain time() {
        return TimeDomain.CHANGELOG;
    }

    @Override
    public boolean appendOnly() {
        return false;
    }

    @Override
    public Class<? extends JoinedRow.Relation> relation() {
        return JoinedRow.Timeless.class;
    }

    @Override
    public String summary() {
        return "joins the two tables as they are now, and takes a row back when it no longer holds";
    }

    @Override
    public List<String> since() {
        return List.of("article D", "claim 4", "claim 5", "claim 10", "claim 16");
    }

    @Override
    public Set<JoinOption> required() {
        return Set.of();
    }

    @Override
    public Set<JoinOption> optional() {
        return Set.of(JoinOption.STATE_TTL);
    }
}
