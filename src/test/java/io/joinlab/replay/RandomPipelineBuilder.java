package io.joinlab.replay;

import io.joinlab.replay.RandomPipeline.NodeSpec;
import io.joinlab.replay.RandomPipeline.SourceSpec;
import io.joinlab.replay.RandomPipeline.Watermarks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.OutputTag;

/**
 * Builds a {@link RandomPipeline} and knows what Flink guarantees of the order in each stream.
 *
 * <p>Flink promises order within one channel only. Where records of one step can reach a subtask
 * through several channels, or reach a subtask that is drawn at random, no runtime has to repeat
 * another's order; functions there must not depend on it (they would tell nothing), and results are
 * compared as multisets.
 */
final class RandomPipelineBuilder {
    static final TypeInformation<Tuple2<Integer, String>> TYPE =
            Types.TUPLE(Types.INT, Types.STRING);
    static final Duration WATERMARK_INTERVAL = Duration.ofMillis(20);

    private final StreamExecutionEnvironment env;
    private final ReplayRun run;
    private final boolean underReplayClock;
    private final List<Flow> flows = new ArrayList<>();
    private final Map<String, Flow> sinks = new LinkedHashMap<>();
    private final boolean withIdleness;
    private boolean hasPeriodicSource;

    /**
     * A stream.
     *
     * @param ordered whether what each subtask emits during one step has a determined order
     * @param placed whether it is determined which subtask emits what
     * @param roots the sources it comes from
     */
    record Flow(
            DataStream<Tuple2<Integer, String>> stream,
            int parallelism,
            boolean ordered,
            boolean placed,
            Set<Integer> roots) {

        /** What arrives through an edge that keeps each subtask's records together. */
        Arrival forward(int parallelism) {
            return parallelism == this.parallelism
                    ? new Arrival(ordered, placed, roots)
                    : atRandom(parallelism);
        }

        /** What arrives through an edge that starts at a random subtask. */
        Arrival atRandom(int parallelism) {
            return new Arrival(inOneChannel(), parallelism == 1, roots);
        }

        /** What arrives through an edge that picks subtasks by the record alone. */
        Arrival determined() {
            return new Arrival(inOneChannel(), true, roots);
        }

        private boolean inOneChannel() {
            return ordered && parallelism == 1;
        }
    }

    /** What is determined about the records that arrive at an operator. */
    record Arrival(boolean ordered, boolean placed, Set<Integer> roots) {
        Arrival and(Arrival other) {
            Set<Integer> all = new HashSet<>(roots);
            all.addAll(other.roots);
            return new Arrival(
                    ordered && other.ordered && Collections.disjoint(roots, other.roots),
                    placed && other.placed,
                    all);
        }
    }

    /**
     * @param withIdleness whether sources may become idle
     * @param underReplayClock whether periodic watermarks follow the run's clock rather than the
     *     runtime's own
     */
    RandomPipelineBuilder(ReplayRun run, boolean withIdleness, boolean underReplayClock) {
        this.run = run;
        this.withIdleness = withIdleness;
        this.underReplayClock = underReplayClock;
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        this.env =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration).setParallelism(1);
        env.getConfig().setAutoWatermarkInterval(WATERMARK_INTERVAL.toMillis());
    }

    /** The environment with the pipeline in it; a sink reads each stream. */
    StreamExecutionEnvironment build(RandomPipeline pipeline) {
        for (int i = 0; i < pipeline.sources().size(); i++) {
            source(i, pipeline.sources().get(i));
        }
        for (NodeSpec node : pipeline.nodes()) {
            add(node);
        }
        return env;
    }

    /**
     * Whether idleness has a determined effect. Where a source's records reach a subtask through
     * several channels, it has none: when the source becomes active again, one channel's watermark
     * can arrive while the other still counts as idle, and makes late what is under way on it.
     */
    static boolean canBeIdle(RandomPipeline pipeline) {
        try (ReplayRun run = ReplayRun.open()) {
            RandomPipelineBuilder builder = new RandomPipelineBuilder(run, false, false);
            builder.build(pipeline);
            return builder.flows.stream().allMatch(flow -> flow.ordered() && flow.placed());
        }
    }

    /** The sinks' names with the streams they read. */
    Map<String, Flow> sinks() {
        return sinks;
    }

    static String sourceName(int index) {
        return "source " + index;
    }

    /** How many subtasks the source has. */
    static int parallelism(SourceSpec source) {
        return isPeriodic(source) ? 1 : source.parallelism();
    }

    private static boolean isPeriodic(SourceSpec source) {
        return source.watermarks() == Watermarks.PERIODIC
                || source.watermarks() == Watermarks.PERIODIC_WITH_IDLENESS;
    }

    private void source(int index, SourceSpec spec) {
        int parallelism = parallelism(spec);
        SingleOutputStreamOperator<Tuple2<Integer, String>> stream =
                env.fromSource(
                                run.source(
                                        sourceName(index),
                                        TYPE,
                                        index % 2 == 0
                                                ? Boundedness.CONTINUOUS_UNBOUNDED
                                                : Boundedness.BOUNDED),
                                strategy(spec),
                                sourceName(index))
                        .setParallelism(parallelism);
        read(stream, parallelism, new Arrival(true, true, Set.of(index)));
    }

    private WatermarkStrategy<Tuple2<Integer, String>> strategy(SourceSpec spec) {
        if (spec.watermarks() == Watermarks.PUNCTUATED) {
            return context -> new Punctuated();
        }
        if (!isPeriodic(spec) || hasPeriodicSource) {
            return WatermarkStrategy.noWatermarks();
        }
        hasPeriodicSource = true;
        WatermarkStrategy<Tuple2<Integer, String>> strategy =
                WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofMillis(5));
        if (withIdleness && spec.watermarks() == Watermarks.PERIODIC_WITH_IDLENESS) {
            strategy = strategy.withIdleness(Duration.ofMillis(50));
        }
        return underReplayClock
                ? ClockedWatermarkStrategy.onSource(run, strategy, WATERMARK_INTERVAL)
                : strategy;
    }

    /** Each record is followed by its own timestamp as watermark. */
    private static final class Punctuated implements WatermarkGenerator<Tuple2<Integer, String>> {
        @Override
        public void onEvent(
                Tuple2<Integer, String> event, long eventTimestamp, WatermarkOutput output) {
            output.emitWatermark(new Watermark(eventTimestamp));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    private void add(NodeSpec node) {
        Flow input = flows.get(node.input() % flows.size());
        Flow other = flows.get(node.other() % flows.size());
        DataStream<Tuple2<Integer, String>> stream = input.stream();
        int parallelism = node.parallelism();
        String mark = Character.toString('a' + flows.size() % 26);
        var map = new RandomFunctions.Mark(mark);
        switch (node.kind()) {
            case MAP -> flow(stream.map(map), parallelism, input.forward(parallelism));
            case FILTER ->
                    flow(
                            stream.filter(new RandomFunctions.KeyIsNot(node.number() % 3)),
                            parallelism,
                            input.forward(parallelism));
            case FLAT_MAP ->
                    flow(
                            stream.flatMap(new RandomFunctions.Copies(mark)),
                            parallelism,
                            input.forward(parallelism));
            case SIDE_OUTPUT -> {
                Arrival arrival = input.forward(parallelism);
                var main =
                        flow(
                                stream.process(new RandomFunctions.Split(SIDE, node.number() % 3)),
                                parallelism,
                                arrival);
                sideOutput(main, SIDE, parallelism, arrival);
            }
            case UNION ->
                    flow(
                            stream.union(other.stream()).map(map),
                            parallelism,
                            input.forward(parallelism).and(other.forward(parallelism)));
            case REBALANCE ->
                    flow(stream.rebalance().map(map), parallelism, input.atRandom(parallelism));
            case SHUFFLE ->
                    flow(stream.shuffle().map(map), parallelism, input.atRandom(parallelism));
            case RESCALE ->
                    flow(
                            stream.rescale().map(map),
                            parallelism,
                            new Arrival(
                                    input.ordered() && parallelism >= input.parallelism(),
                                    input.ordered() && input.placed(),
                                    input.roots()));
            case GLOBAL -> flow(stream.global().map(map), parallelism, input.determined());
            case BROADCAST -> flow(stream.broadcast().map(map), parallelism, input.determined());
            case KEYED_PROCESS -> {
                Arrival arrival = input.determined();
                flow(
                        keyed(input)
                                .process(
                                        arrival.ordered()
                                                ? new RandomFunctions.Running(node.number())
                                                : new RandomFunctions.Buckets(node.number())),
                        parallelism,
                        arrival);
            }
            case TUMBLING_WINDOW ->
                    window(
                            input,
                            TumblingEventTimeWindows.of(
                                    Duration.ofMillis(10), Duration.ofMillis(node.number() % 10)),
                            node);
            case SLIDING_WINDOW ->
                    window(
                            input,
                            SlidingEventTimeWindows.of(
                                    Duration.ofMillis(15),
                                    Duration.ofMillis(5),
                                    Duration.ofMillis(node.number() % 5)),
                            node);
            case SESSION_WINDOW ->
                    // Which records are late for a session depends on which came before.
                    window(
                            input,
                            input.determined().ordered()
                                    ? EventTimeSessionWindows.withGap(Duration.ofMillis(8))
                                    : TumblingEventTimeWindows.of(Duration.ofMillis(8)),
                            node);
            case CO_GROUP -> {
                Arrival arrival = input.determined().and(other.determined());
                flow(
                        (SingleOutputStreamOperator<Tuple2<Integer, String>>)
                                stream.coGroup(other.stream())
                                        .where(new RandomFunctions.Key())
                                        .equalTo(new RandomFunctions.Key())
                                        .window(
                                                TumblingEventTimeWindows.of(
                                                        Duration.ofMillis(10 + node.number() % 10)))
                                        .apply(new RandomFunctions.Group(arrival.ordered()), TYPE),
                        parallelism,
                        arrival);
            }
            case INTERVAL_JOIN -> {
                Arrival arrival = input.determined().and(other.determined());
                var joined =
                        flow(
                                keyed(input)
                                        .intervalJoin(keyed(other))
                                        .between(
                                                Duration.ofMillis(node.number() % 5 - 5),
                                                Duration.ofMillis(node.number() % 7))
                                        .sideOutputLeftLateData(LATE)
                                        .sideOutputRightLateData(RIGHT_LATE)
                                        .process(new RandomFunctions.Pair(), TYPE),
                                parallelism,
                                arrival);
                sideOutput(joined, LATE, parallelism, arrival);
                sideOutput(joined, RIGHT_LATE, parallelism, arrival);
            }
            case CONNECT -> {
                Arrival arrival = input.determined().and(other.determined());
                flow(
                        keyed(input)
                                .connect(keyed(other))
                                .process(
                                        arrival.ordered()
                                                ? new RandomFunctions.RunningPair(node.number())
                                                : new RandomFunctions.BucketPairs(node.number()),
                                        TYPE),
                        parallelism,
                        arrival);
            }
        }
    }

    private static final OutputTag<Tuple2<Integer, String>> SIDE = new OutputTag<>("side", TYPE);
    private static final OutputTag<Tuple2<Integer, String>> LATE = new OutputTag<>("late", TYPE);
    private static final OutputTag<Tuple2<Integer, String>> RIGHT_LATE =
            new OutputTag<>("right late", TYPE);

    private void window(
            Flow input,
            WindowAssigner<? super Tuple2<Integer, String>, TimeWindow> windows,
            NodeSpec node) {
        Arrival arrival = input.determined();
        @SuppressWarnings("unchecked") // the assigners take any object
        WindowedStream<Tuple2<Integer, String>, Integer, TimeWindow> windowed =
                keyed(input).window((WindowAssigner<Object, TimeWindow>) windows);
        // With lateness, each late record fires its window again: what with depends on the order.
        var fired =
                flow(
                        windowed.allowedLateness(
                                        Duration.ofMillis(
                                                arrival.ordered() ? node.number() % 3 * 10 : 0))
                                .sideOutputLateData(LATE)
                                .process(new RandomFunctions.Concatenation(arrival.ordered())),
                        node.parallelism(),
                        arrival);
        sideOutput(fired, LATE, node.parallelism(), arrival);
    }

    private static KeyedStream<Tuple2<Integer, String>, Integer> keyed(Flow flow) {
        return flow.stream().keyBy(new RandomFunctions.Key());
    }

    private SingleOutputStreamOperator<Tuple2<Integer, String>> flow(
            SingleOutputStreamOperator<Tuple2<Integer, String>> operator,
            int parallelism,
            Arrival arrival) {
        operator.setParallelism(parallelism);
        read(operator, parallelism, arrival);
        return operator;
    }

    private void sideOutput(
            SingleOutputStreamOperator<Tuple2<Integer, String>> operator,
            OutputTag<Tuple2<Integer, String>> tag,
            int parallelism,
            Arrival arrival) {
        read(operator.getSideOutput(tag), parallelism, arrival);
    }

    private void read(
            DataStream<Tuple2<Integer, String>> stream, int parallelism, Arrival arrival) {
        Flow flow =
                new Flow(stream, parallelism, arrival.ordered(), arrival.placed(), arrival.roots());
        String sink = "sink " + flows.size();
        stream.sinkTo(run.sink(sink)).name(sink).setParallelism(parallelism);
        flows.add(flow);
        sinks.put(sink, flow);
    }
}
