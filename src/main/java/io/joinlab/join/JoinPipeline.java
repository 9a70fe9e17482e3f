package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EventParser;
import io.joinlab.cdc.ParseResult.Ignored;
import io.joinlab.cdc.ParseResult.Malformed;
import io.joinlab.cdc.TableSchema;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Everything between two sources of Debezium envelopes and the outputs of a join: parse, set aside
 * what can't be joined, assign times and watermarks, join. It is the same on every runtime.
 */
public final class JoinPipeline {
    private JoinPipeline() {}

    /**
     * Where everything goes; each element that enters leaves by at least one of these, stays alone
     * in an inner join, or tells a join of tables nothing new.
     *
     * @param joined the joined rows
     * @param late the rows that came too late to be joined
     * @param dropped the rows that the join could not take, with the reason
     * @param left what else the left source sent
     * @param right what else the right source sent
     */
    public record Outputs(
            DataStream<JoinedRow> joined,
            DataStream<SideEvent> late,
            DataStream<DroppedRow> dropped,
            Rejects left,
            Rejects right) {}

    /**
     * What one source sent beside change events.
     *
     * @param malformed lines that are no envelope of the table, with the reason
     * @param ignored records that are no change of a row: tombstones, heartbeats, schema changes,
     *     transaction borders
     */
    public record Rejects(DataStream<Malformed> malformed, DataStream<Ignored> ignored) {}

    /**
     * Changes an input's watermark strategy, for runtimes that put watermarks under a clock of
     * their own or note them down. {@link #NONE} leaves it as it is.
     */
    @FunctionalInterface
    public interface WatermarkAdapter {
        /** Changes nothing. */
        WatermarkAdapter NONE = (side, strategy) -> strategy;

        /** The strategy to use instead of the given one. */
        WatermarkStrategy<ChangeEvent> adapt(Side side, WatermarkStrategy<ChangeEvent> strategy);
    }

    /**
     * Builds the pipeline.
     *
     * @param left the left table's envelopes
     * @param right the right table's envelopes
     * @param watermarks applied to each input's watermark strategy before it is used
     * @throws IllegalArgumentException if an option makes no sense for the variant
     */
    public static Outputs build(
            DataStream<String> left,
            DataStream<String> right,
            TableSchema leftTable,
            TableSchema rightTable,
            Variant variant,
            JoinOptions options,
            WatermarkAdapter watermarks) {
        SingleOutputStreamOperator<ChangeEvent> parsedLeft = parse(left, leftTable, Side.LEFT);
        SingleOutputStreamOperator<ChangeEvent> parsedRight = parse(right, rightTable, Side.RIGHT);
        SingleOutputStreamOperator<ChangeEvent> leftEvents =
                guard(parsedLeft, Side.LEFT, leftTable, variant, options);
        SingleOutputStreamOperator<ChangeEvent> rightEvents =
                guard(parsedRight, Side.RIGHT, rightTable, variant, options);

        JoinOutputs outputs =
                variant.join(
                        new JoinInput(
                                withTimes(leftEvents, Side.LEFT, variant, options, watermarks),
                                leftTable),
                        new JoinInput(
                                withTimes(rightEvents, Side.RIGHT, variant, options, watermarks),
                                rightTable),
                        options);

        return new Outputs(
                outputs.joined(),
                outputs.late(),
                leftEvents
                        .getSideOutput(JoinGuard.DROPPED)
                        .union(rightEvents.getSideOutput(JoinGuard.DROPPED)),
                rejects(parsedLeft),
                rejects(parsedRight));
    }

    /**
     * As parallel as the source, here and in the next two: otherwise one row's changes would be
     * spread over subtasks and overtake each other.
     */
    private static SingleOutputStreamOperator<ChangeEvent> parse(
            DataStream<String> envelopes, TableSchema table, Side side) {
        return envelopes
                .process(new EventParser(table))
                .setParallelism(envelopes.getParallelism())
                .name("parse " + side.label());
    }

    private static SingleOutputStreamOperator<ChangeEvent> guard(
            DataStream<ChangeEvent> events,
            Side side,
            TableSchema table,
            Variant variant,
            JoinOptions options) {
        EventTimeField assigned = assignsTimes(variant, options) ? options.times().of(side) : null;
        JoinGuard guard =
                variant.time() == TimeDomain.CHANGELOG
                        ? JoinGuard.ofChanges(side, options.keys(), table)
                        : JoinGuard.ofRows(side, options.keys(), variant.type(), assigned);
        return events.process(guard)
                .setParallelism(events.getParallelism())
                .name("guard " + side.label());
    }

    private static DataStream<ChangeEvent> withTimes(
            DataStream<ChangeEvent> events,
            Side side,
            Variant variant,
            JoinOptions options,
            WatermarkAdapter watermarks) {
        if (!assignsTimes(variant, options)) {
            return events;
        }
        EventTimeField time = options.times().of(side);
        WatermarkStrategy<ChangeEvent> strategy =
                WatermarkStrategy.<ChangeEvent>forBoundedOutOfOrderness(
                                options.times().outOfOrderness())
                        .withTimestampAssigner(
                                (event, sourceTimestamp) -> EventTimes.of(event, time));
        if (options.times().idleness() != null) {
            strategy = strategy.withIdleness(options.times().idleness());
        }
        return events.assignTimestampsAndWatermarks(watermarks.adapt(side, strategy))
                .setParallelism(events.getParallelism())
                .name("times " + side.label());
    }

    private static boolean assignsTimes(Variant variant, JoinOptions options) {
        return variant.time() == TimeDomain.EVENT && options.times().outOfOrderness() != null;
    }

    private static Rejects rejects(SingleOutputStreamOperator<ChangeEvent> parsed) {
        return new Rejects(
                parsed.getSideOutput(EventParser.MALFORMED),
                parsed.getSideOutput(EventParser.IGNORED));
    }
}
