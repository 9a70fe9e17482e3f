package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

class ListenerTest {

    private static final class Diary implements SimulationListener {
        final List<String> lines = new ArrayList<>();

        @Override
        public void delivered(ChannelId channel, Element element) {
            lines.add("deliver " + element + " on " + channel);
        }

        @Override
        public void emitted(TaskId task, String operator, Element element) {
            lines.add(operator + " emits " + element);
        }

        @Override
        public void emittedToSideOutput(
                TaskId task, String operator, String outputTag, Element element) {
            lines.add(operator + " emits " + element + " to " + outputTag);
        }

        @Override
        public void watermarkAdvanced(TaskId task, int input, long watermark) {
            lines.add(task + " input " + input + " is at " + watermark);
        }

        @Override
        public void checkpointCompleted(long checkpointId) {
            lines.add("completed " + checkpointId);
        }
    }

    private static final class Tell extends ProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;
        static final OutputTag<String> SIDE = new OutputTag<>("side", Types.STRING);

        @Override
        public void processElement(String value, Context context, Collector<String> out) {
            out.collect(value);
            context.output(SIDE, value + "'");
        }
    }

    @Test
    void theListenerSeesWhatHappensInTheOrderInWhichItHappens() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        DataStream<String> left = Pipelines.strings(env, "left");
        Pipelines.sink(
                left.union(Pipelines.strings(env, "right"))
                        .process(new Tell())
                        .returns(Types.STRING)
                        .name("tell"),
                "out");
        Diary diary = new Diary();
        try (SimulatedJob job = Simulation.of(env).withListener(diary).start()) {
            job.<String>source("left").send("a", 1).watermark(5);
            job.source("right").watermark(3);
            job.checkpoint();
        }
        assertThat(diary.lines)
                .containsExactly(
                        "Source: left emits a @ 1",
                        "deliver a @ 1 on Source: left[0] -> tell -> out: Writer[0]",
                        "tell emits a @ 1",
                        "tell emits a' @ 1 to side",
                        "Source: left emits watermark 5",
                        "deliver watermark 5 on Source: left[0] -> tell -> out: Writer[0]",
                        "Source: right emits watermark 3",
                        "deliver watermark 3 on Source: right[0] -> tell -> out: Writer[0]",
                        "tell -> out: Writer[0] input 0 is at 3",
                        "tell emits watermark 3",
                        "deliver barrier 1 on Source: left[0] -> tell -> out: Writer[0]",
                        "deliver barrier 1 on Source: right[0] -> tell -> out: Writer[0]",
                        "completed 1");
    }
}
