package io.joinlab.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.functions.CoGroupFunction;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * The functions of random pipelines, over pairs of a key and a text that tells the record's
 * history, so that two runs can't agree by chance. Some change the record they are given, which
 * must not be seen anywhere else.
 */
final class RandomFunctions {
    private RandomFunctions() {}

    record Key() implements KeySelector<Tuple2<Integer, String>, Integer> {
        @Override
        public Integer getKey(Tuple2<Integer, String> value) {
            return value.f0;
        }
    }

    /** Adds a mark to the text, in place, and moves the key on. */
    record Mark(String mark)
            implements MapFunction<Tuple2<Integer, String>, Tuple2<Integer, String>> {
        @Override
        public Tuple2<Integer, String> map(Tuple2<Integer, String> value) {
            value.f0 = (value.f0 * 3 + 1) % 5;
            value.f1 += mark;
            return value;
        }
    }

    record KeyIsNot(int key) implements FilterFunction<Tuple2<Integer, String>> {
        @Override
        public boolean filter(Tuple2<Integer, String> value) {
            return value.f0 != key;
        }
    }

    /** None, one or two copies, depending on the key. */
    record Copies(String mark)
            implements FlatMapFunction<Tuple2<Integer, String>, Tuple2<Integer, String>> {
        @Override
        public void flatMap(Tuple2<Integer, String> value, Collector<Tuple2<Integer, String>> out) {
            for (int copy = 0; copy < value.f0 % 3; copy++) {
                out.collect(Tuple2.of(value.f0 + copy, value.f1 + mark + copy));
            }
        }
    }

    /** One key goes to the side output, and every other one to both. */
    static final class Split
            extends ProcessFunction<Tuple2<Integer, String>, Tuple2<Integer, String>> {
        private static final long serialVersionUID = 1L;

        private final OutputTag<Tuple2<Integer, String>> side;
        private final int key;

        Split(OutputTag<Tuple2<Integer, String>> side, int key) {
            this.side = side;
            this.key = key;
        }

        @Override
        public void processElement(
                Tuple2<Integer, String> value,
                Context context,
                Collector<Tuple2<Integer, String>> out) {
            if (value.f0 >= key) {
                context.output(side, Tuple2.of(value.f0, value.f1 + "/"));
            }
            if (value.f0 != key) {
                out.collect(value);
            }
        }
    }

    /** Counts, tells the watermark, and tells the count again by a timer; depends on the order. */
    static final class Running
            extends KeyedProcessFunction<
                    Integer, Tuple2<Integer, String>, Tuple2<Integer, String>> {
        private static final long serialVersionUID = 1L;

        private final int delay;
        private transient ValueState<Integer> count;

        Running(int delay) {
            this.delay = delay;
        }

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.INT));
        }

        @Override
        public void processElement(
                Tuple2<Integer, String> value,
                Context context,
                Collector<Tuple2<Integer, String>> out)
                throws Exception {
            int next = count.value() == null ? 1 : count.value() + 1;
            count.update(next);
            context.timerService().registerEventTimeTimer(context.timestamp() + delay);
            String watermark = shown(context.timerService().currentWatermark());
            out.collect(Tuple2.of(value.f0, value.f1 + "#" + next + "w" + watermark));
        }

        @Override
        public void onTimer(
                long timestamp, OnTimerContext context, Collector<Tuple2<Integer, String>> out)
                throws Exception {
            out.collect(
                    Tuple2.of(context.getCurrentKey(), "timer" + timestamp + "#" + count.value()));
            if (timestamp % 2 == 0) {
                count.clear();
            }
        }
    }

    /** Keeps texts by the time of the timer that tells them; does not depend on the order. */
    static final class Buckets
            extends KeyedProcessFunction<
                    Integer, Tuple2<Integer, String>, Tuple2<Integer, String>> {
        private static final long serialVersionUID = 1L;

        private final int delay;
        private transient MapState<Long, String> texts;

        Buckets(int delay) {
            this.delay = delay;
        }

        @Override
        public void open(OpenContext context) {
            texts =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("texts", Types.LONG, Types.STRING));
        }

        @Override
        public void processElement(
                Tuple2<Integer, String> value,
                Context context,
                Collector<Tuple2<Integer, String>> out)
                throws Exception {
            long time = context.timestamp() + delay;
            texts.put(time, merged(texts.get(time), value.f1));
            context.timerService().registerEventTimeTimer(time);
        }

        @Override
        public void onTimer(
                long timestamp, OnTimerContext context, Collector<Tuple2<Integer, String>> out)
                throws Exception {
            out.collect(Tuple2.of(context.getCurrentKey(), texts.get(timestamp) + "@" + timestamp));
            texts.remove(timestamp);
        }
    }

    /** All texts of a window with its bounds; depends on the order only if told to. */
    static final class Concatenation
            extends ProcessWindowFunction<
                    Tuple2<Integer, String>, Tuple2<Integer, String>, Integer, TimeWindow> {
        private static final long serialVersionUID = 1L;

        private final boolean ordered;

        Concatenation(boolean ordered) {
            this.ordered = ordered;
        }

        @Override
        public void process(
                Integer key,
                Context context,
                Iterable<Tuple2<Integer, String>> values,
                Collector<Tuple2<Integer, String>> out) {
            TimeWindow window = context.window();
            String watermark = ordered ? "w" + shown(context.currentWatermark()) : "";
            out.collect(
                    Tuple2.of(
                            key,
                            "["
                                    + window.getStart()
                                    + " "
                                    + texts(values, ordered)
                                    + " "
                                    + window.getEnd()
                                    + watermark
                                    + ")"));
        }
    }

    /** All texts of both sides. */
    record Group(boolean ordered)
            implements CoGroupFunction<
                    Tuple2<Integer, String>, Tuple2<Integer, String>, Tuple2<Integer, String>> {
        @Override
        public void coGroup(
                Iterable<Tuple2<Integer, String>> left,
                Iterable<Tuple2<Integer, String>> right,
                Collector<Tuple2<Integer, String>> out) {
            int key = (left.iterator().hasNext() ? left : right).iterator().next().f0;
            out.collect(
                    Tuple2.of(key, "(" + texts(left, ordered) + "|" + texts(right, ordered) + ")"));
        }
    }

    /** A pair with both times. */
    static final class Pair
            extends ProcessJoinFunction<
                    Tuple2<Integer, String>, Tuple2<Integer, String>, Tuple2<Integer, String>> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                Tuple2<Integer, String> left,
                Tuple2<Integer, String> right,
                Context context,
                Collector<Tuple2<Integer, String>> out) {
            out.collect(
                    Tuple2.of(
                            left.f0,
                            "<"
                                    + left.f1
                                    + context.getLeftTimestamp()
                                    + ","
                                    + right.f1
                                    + context.getRightTimestamp()
                                    + ">"));
        }
    }

    /** Counts one input and adds the count to the other; depends on the order. */
    static final class RunningPair
            extends KeyedCoProcessFunction<
                    Integer,
                    Tuple2<Integer, String>,
                    Tuple2<Integer, String>,
                    Tuple2<Integer, String>> {
        private static final long serialVersionUID = 1L;

        private final int delay;
        private transient ValueState<String> last;

        RunningPair(int delay) {
            this.delay = delay;
        }

        @Override
        public void open(OpenContext context) {
            last = getRuntimeContext().getState(new ValueStateDescriptor<>("last", Types.STRING));
        }

        @Override
        public void processElement1(
                Tuple2<Integer, String> value,
                Context context,
                Collector<Tuple2<Integer, String>> out)
                throws Exception {
            last.update(value.f1);
            context.timerService().registerEventTimeTimer(context.timestamp() + delay);
        }

        @Override
        public void processElement2(
                Tuple2<Integer, String> value,
                Context context,
                Collector<Tuple2<Integer, String>> out)
                throws Exception {
            String watermark = shown(context.timerService().currentWatermark());
            out.collect(Tuple2.of(value.f0, value.f1 + "&" + last.value() + "w" + watermark));
        }

        @Override
        public void onTimer(
                long timestamp, OnTimerContext context, Collector<Tuple2<Integer, String>> out)
                throws Exception {
            out.collect(
                    Tuple2.of(context.getCurrentKey(), "timer" + timestamp + "&" + last.value()));
            last.clear();
        }
    }

    /** {@link Buckets} over two inputs. */
    static final class BucketPairs
            extends KeyedCoProcessFunction<
                    Integer,
                    Tuple2<Integer, String>,
                    Tuple2<Integer, String>,
                    Tuple2<Integer, String>> {
        private static final long serialVersionUID = 1L;

        private final int delay;
        private transient MapState<Long, String> texts;

        BucketPairs(int delay) {
            this.delay = delay;
        }

        @Override
        public void open(OpenContext context) {
            texts =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("texts", Types.LONG, Types.STRING));
        }

        @Override
        public void processElement1(
                Tuple2<Integer, String> value,
                Context context,
                Collector<Tuple2<Integer, String>> out)
                throws Exception {
            keep(value.f1 + "<", context);
        }

        @Override
        public void processElement2(
                Tuple2<Integer, String> value,
                Context context,
                Collector<Tuple2<Integer, String>> out)
                throws Exception {
            keep(value.f1 + ">", context);
        }

        private void keep(String text, Context context) throws Exception {
            long time = context.timestamp() + delay;
            texts.put(time, merged(texts.get(time), text));
            context.timerService().registerEventTimeTimer(time);
        }

        @Override
        public void onTimer(
                long timestamp, OnTimerContext context, Collector<Tuple2<Integer, String>> out)
                throws Exception {
            out.collect(Tuple2.of(context.getCurrentKey(), texts.get(timestamp) + "@" + timestamp));
            texts.remove(timestamp);
        }
    }

    private static String shown(long watermark) {
        return watermark == Long.MIN_VALUE ? "-" : Long.toString(watermark);
    }

    private static String texts(Iterable<Tuple2<Integer, String>> values, boolean ordered) {
        List<String> texts = new ArrayList<>();
        values.forEach(value -> texts.add(value.f1));
        if (!ordered) {
            Collections.sort(texts);
        }
        return String.join(";", texts);
    }

    /** The texts of both, separated by commas, sorted. */
    private static String merged(String some, String one) {
        if (some == null) {
            return one;
        }
        List<String> texts = new ArrayList<>(List.of(some.split("~")));
        texts.add(one);
        Collections.sort(texts);
        return String.join("~", texts);
    }
}
