package io.joinlab.explore;

import io.joinlab.sim.Pipelines;
import io.joinlab.sim.Simulation;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Pipelines whose outcome depends on the order in every way that there is. */
final class TestPipelines {

    private TestPipelines() {}

    /**
     * Sources left and right; for each first letter, how the words of both came one after another.
     */
    static Simulation words(int parallelism) {
        StreamExecutionEnvironment env = env(parallelism);
        Pipelines.sink(both(env).keyBy(word -> word.charAt(0)).process(new History()), "histories");
        return Simulation.of(env);
    }

    /** Two stages: the second sees in which order the keys of the first came. */
    static Simulation stages() {
        StreamExecutionEnvironment env = env(1);
        DataStream<String> first = both(env).keyBy(word -> word.charAt(0)).process(new History());
        Pipelines.sink(first.keyBy(history -> 'x').process(new History()), "histories");
        return Simulation.of(env);
    }

    /** Each word comes out with the watermark and with what the word before it was. */
    static Simulation watermarks() {
        StreamExecutionEnvironment env = env(1);
        Pipelines.sink(
                both(env).keyBy(word -> word.charAt(0)).process(new SinceTheWatermark()), "seen");
        return Simulation.of(env);
    }

    /** Each word comes out 10 ms after it came, with those that came meanwhile. */
    static Simulation timers() {
        StreamExecutionEnvironment env = env(1);
        Pipelines.sink(both(env).keyBy(word -> word.charAt(0)).process(new TenLater()), "later");
        return Simulation.of(env);
    }

    /** Each word of the left source comes out with the time on the clock. */
    static Simulation stamps() {
        StreamExecutionEnvironment env = env(1);
        Pipelines.sink(
                Pipelines.strings(env, "left").keyBy(word -> word.charAt(0)).process(new Stamp()),
                "stamped");
        Pipelines.sink(Pipelines.strings(env, "right"), "unread");
        return Simulation.of(env);
    }

    private static StreamExecutionEnvironment env(int parallelism) {
        StreamExecutionEnvironment env = Pipelines.env(parallelism);
        env.getConfig().setAutoWatermarkInterval(0);
        return env;
    }

    private static DataStream<String> both(StreamExecutionEnvironment env) {
        return Pipelines.strings(env, "left").union(Pipelines.strings(env, "right"));
    }

    private static class History extends KeyedProcessFunction<Character, String, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<String> words;

        @Override
        public void open(OpenContext context) {
            words = getRuntimeContext().getState(new ValueStateDescriptor<>("words", Types.STRING));
        }

        final String append(String word) throws Exception {
            String all = words.value() == null ? word : words.value() + " " + word;
            words.update(all);
            return all;
        }

        final String takeAll() throws Exception {
            String all = words.value();
            words.clear();
            return all;
        }

        @Override
        public void processElement(String word, Context context, Collector<String> out)
                throws Exception {
            out.collect(append(word));
        }
    }

    private static final class SinceTheWatermark extends History {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String word, Context context, Collector<String> out)
                throws Exception {
            out.collect(append(word) + " at " + context.timerService().currentWatermark());
        }
    }

    private static final class Stamp extends KeyedProcessFunction<Character, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String word, Context context, Collector<String> out) {
            out.collect(word + " at " + context.timerService().currentProcessingTime());
        }
    }

    private static final class TenLater extends History {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String word, Context context, Collector<String> out)
                throws Exception {
            append(word);
            context.timerService()
                    .registerProcessingTimeTimer(
                            context.timerService().currentProcessingTime() + 10);
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<String> out)
                throws Exception {
            out.collect(time + ": " + takeAll());
        }
    }
}
