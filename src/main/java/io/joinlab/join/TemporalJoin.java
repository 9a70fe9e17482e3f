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
 * Each left row is joined once, with the version of the right row that is valid at its time: {@code
 * FOR SYSTEM_TIME AS OF} in Flink SQL.
 *
 * <pre>
 *     right    a ------- b --------- (deleted)
 *     left         1           2        3        1a 2b 3- a left join
 * </pre>
 *
 * The right input is a table with a history: an insert or update begins a version, the next one or
 * a delete ends it. The left input is a stream: each of its events is one more row, and nothing
 * that comes later changes a row that has come out. By event time a left row waits until the
 * watermark says that all versions up to its time are there ({@link TemporalEventJoinFunction}). By
 * processing time it meets what is known at that moment ({@link TemporalProcessingJoinFunction}).
 */
public record TemporalJoin(TimeDomain time, JoinType type) implements Variant {

    private static final OutputTag<SideEvent> NOTHING_IS_LATE =
            new OutputTag<>("late", TypeInformation.of(SideEvent.class));

    /** The types that it comes in: a version without a left row is no row. */
    static final List<JoinType> TYPES = List.of(JoinType.INNER, JoinType.LEFT);

    /**
     * @throws IllegalArgumentException if the right table is not joined by its primary key: then
     *     several of its rows are valid at a time
     */
    @Override
    public JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options) {
        requireVersionsByPrimaryKey(right, options.keys());
        return time == TimeDomain.EVENT
                ? byEventTime(left, right, options.keys())
                : byProcessingTime(left, right, options);
    }

    private JoinOutputs byEventTime(JoinInput left, JoinInput right, JoinOptions.Keys keys) {
        SingleOutputStreamOperator<JoinedRow> joined =
                keyed(left.events(), Side.LEFT, keys)
                        .connect(keyed(right.events(), Side.RIGHT, keys))
                        .process(new TemporalEventJoinFunction(type))
                        .name("temporal join");
        return new JoinOutputs(joined, joined.getSideOutput(TemporalEventJoinFunction.LATE));
    }

    private JoinOutputs byProcessingTime(JoinInput left, JoinInput right, JoinOptions options) {
        boolean waits = options.waitFor() == JoinOptions.WaitFor.SNAPSHOT;
        DataStream<ChangeEvent> leftEvents = left.events();
        DataStream<ChangeEvent> rightEvents = right.events();
        if (waits) {
            leftEvents =
                    leftEvents
                            .assignTimestampsAndWatermarks(SnapshotWatermarks.ofLeft())
                            .setParallelism(leftEvents.getParallelism())
                            .name("does not hold back");
            rightEvents =
                    rightEvents
                            .assignTimestampsAndWatermarks(SnapshotWatermarks.ofRight())
                            .setParallelism(rightEvents.getParallelism())
                            .name("end of snapshot");
        }
        SingleOutputStreamOperator<JoinedRow> joined =
                keyed(leftEvents, Side.LEFT, options.keys())
                        .connect(keyed(rightEvents, Side.RIGHT, options.keys()))
                        .process(new TemporalProcessingJoinFunction(type, waits))
                        .name("temporal join");
        return new JoinOutputs(joined, joined.getSideOutput(NOTHING_IS_LATE));
    }

    private static KeyedStream<ChangeEvent, String> keyed(
            DataStream<ChangeEvent> events, Side side, JoinOptions.Keys keys) {
        return events.keyBy(new JoinKey(side, keys));
    }

    private static void requireVersionsByPrimaryKey(JoinInput right, JoinOptions.Keys keys) {
        List<String> primaryKey = right.table().primaryKey();
        if (!primaryKey.equals(List.of(keys.right()))) {
            throw new IllegalArgumentException(
                    "a temporal join finds the right row by its primary key, but table "
                            + right.table().table()
                            + " is joined by "
                            + keys.right()
                            + (primaryKey.isEmpty()
                                    ? " and has none"
                                    : "; its primary key is " + String.join(", ", primaryKey)));
        }
    }

    @Override
    public String family() {
        return "temporal";
    }

    @Override
    public Class<? extends JoinedRow.Relation> relation() {
        return JoinedRow.Version.class;
    }

    @Override
    public String summary() {
        return "joins each left row once, with the version of the right row that is valid at its"
                + " time";
    }

    @Override
    public List<String> since() {
        return List.of("article B", "claim 5", "claim 12", "claim 15");
    }

    @Override
    public Set<JoinOption> required() {
        return Set.of();
    }

    @Override
    public Set<JoinOption> optional() {
        return time == TimeDomain.PROCESSING ? Set.of(JoinOption.WAIT_FOR) : Set.of();
    }
}
