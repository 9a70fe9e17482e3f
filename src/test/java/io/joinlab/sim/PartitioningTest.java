package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/**
 * Which subtask gets a record. The sink is chained to the receiver, so its subtask is the
 * receiver's.
 */
class PartitioningTest {

    private static final List<String> RECORDS = List.of("a", "b", "c", "d", "e", "f");

    private interface Partitioning {
        DataStream<String> apply(DataStream<String> stream);
    }

    private static SimulatedJob start(int senders, int receivers, Partitioning partitioning) {
        StreamExecutionEnvironment env = Pipelines.env(senders);
        DataStream<String> received =
                partitioning
                        .apply(Pipelines.strings(env, "in"))
                        .map(value -> value)
                        .returns(Types.STRING)
                        .setParallelism(receivers);
        received.sinkTo(new Pipelines.NeverRunningSink<>()).name("out").setParallelism(receivers);
        return Simulation.of(env).start();
    }

    private static List<Integer> receivers(int senders, int receivers, Partitioning partitioning) {
        try (SimulatedJob job = start(senders, receivers, partitioning)) {
            RECORDS.forEach(record -> job.<String>source("in").send(record));
            assertThat(job.<String>sink("out").values()).isEqualTo(RECORDS);
            return job.<String>sink("out").records().stream().map(SinkRecord::subtask).toList();
        }
    }

    @Test
    void rebalanceGoesRound() {
        assertThat(receivers(1, 3, DataStream::rebalance)).containsExactly(0, 1, 2, 0, 1, 2);
    }

    @Test
    void eachSenderStartsItsRoundAtItsOwnIndex() {
        try (SimulatedJob job = start(3, 4, DataStream::rebalance)) {
            for (int sender = 0; sender < 3; sender++) {
                job.<String>source("in").subtask(sender).send("a").send("b");
            }
            assertThat(job.<String>sink("out").records())
                    .extracting(SinkRecord::subtask)
                    .containsExactly(0, 1, 1, 2, 2, 3);
        }
    }

    @Test
    void aDifferentParallelismRebalancesByItself() {
        assertThat(receivers(1, 2, stream -> stream)).containsExactly(0, 1, 0, 1, 0, 1);
    }

    @Test
    void forwardStaysInItsSubtask() {
        try (SimulatedJob job = start(2, 2, DataStream::forward)) {
            job.<String>source("in").subtask(1).send("a");
            assertThat(job.<String>sink("out").records())
                    .extracting(SinkRecord::subtask)
                    .containsExactly(1);
        }
    }

    @Test
    void globalGoesToTheFirst() {
        assertThat(receivers(2, 2, DataStream::global)).containsOnly(0);
    }

    @Test
    void broadcastGoesToAll() {
        try (SimulatedJob job = start(1, 3, DataStream::broadcast)) {
            job.<String>source("in").send("a");
            assertThat(job.<String>sink("out").records())
                    .extracting(SinkRecord::subtask)
                    .containsExactly(0, 1, 2);
        }
    }

    @Test
    void rescaleStaysWithinItsGroup() {
        try (SimulatedJob job = start(2, 4, DataStream::rescale)) {
            job.<String>source("in").subtask(0).send("a").send("b").send("c");
            job.<String>source("in").subtask(1).send("d").send("e").send("f");
            assertThat(job.<String>sink("out").records())
                    .extracting(SinkRecord::subtask)
                    .containsExactly(0, 1, 0, 2, 3, 2);
        }
        try (SimulatedJob job = start(5, 2, DataStream::rescale)) {
            for (int sender = 0; sender < 5; sender++) {
                job.<String>source("in").subtask(sender).send("a");
            }
            assertThat(job.<String>sink("out").records())
                    .extracting(SinkRecord::subtask)
                    .containsExactly(0, 0, 1, 1, 1);
        }
    }

    @Test
    void rescaleBetweenNumbersThatDoNotDivideFollowsFlinksScheduler() {
        try (SimulatedJob job = start(2, 3, DataStream::rescale)) {
            job.<String>source("in").subtask(0).send("a").send("b");
            job.<String>source("in").subtask(1).send("c").send("d");
            assertThat(job.<String>sink("out").records())
                    .extracting(SinkRecord::subtask)
                    .containsExactly(0, 1, 2, 2);
        }
    }

    @Test
    void shuffleDrawsFromTheSeed() {
        StreamExecutionEnvironment env = Pipelines.env(1);
        Pipelines.strings(env, "in")
                .shuffle()
                .sinkTo(new Pipelines.NeverRunningSink<>())
                .name("out")
                .setParallelism(3);
        Simulation simulation = Simulation.of(env);
        Set<String> orders = new TreeSet<>();
        for (long seed = 0; seed < 10; seed++) {
            String first = shuffled(simulation.withSeed(seed));
            assertThat(shuffled(simulation.withSeed(seed))).isEqualTo(first);
            orders.add(first);
        }
        assertThat(orders).hasSizeGreaterThan(5);
    }

    private static String shuffled(Simulation simulation) {
        try (SimulatedJob job = simulation.start()) {
            RECORDS.forEach(record -> job.<String>source("in").send(record));
            return job.<String>sink("out").records().toString();
        }
    }

    @Test
    void aCustomPartitionerIsAsked() {
        assertThat(
                        receivers(
                                1,
                                3,
                                stream ->
                                        stream.partitionCustom(
                                                (key, channels) -> key.charAt(0) % channels,
                                                value -> value)))
                .containsExactly('a' % 3, 'b' % 3, 'c' % 3, 'd' % 3, 'e' % 3, 'f' % 3);
    }

    @Test
    void keysAreSpreadOverKeyGroups() {
        StreamExecutionEnvironment env = Pipelines.env(3);
        env.setMaxParallelism(7);
        Pipelines.sink(
                Pipelines.strings(env, "in")
                        .keyBy(value -> value, Types.STRING)
                        .map(new SubtaskOf()),
                "out");
        try (SimulatedJob job = Simulation.of(env).start()) {
            SimulatedSource<String> in = job.source("in");
            for (int key = 0; key < 20; key++) {
                in.subtask(key % 3).send("key" + key);
            }
            for (int key = 0; key < 20; key++) {
                int expected =
                        KeyGroupRangeAssignment.assignKeyToParallelOperator("key" + key, 7, 3);
                assertThat(job.<String>sink("out").values())
                        .contains("key" + key + " in " + expected + " of 3/7");
            }
            assertThat(job.<String>sink("out").records())
                    .extracting(SinkRecord::subtask)
                    .contains(0, 1, 2)
                    .hasSize(20);
        }
    }

    private static final class SubtaskOf extends RichMapFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(String value) {
            var task = getRuntimeContext().getTaskInfo();
            return value
                    + " in "
                    + task.getIndexOfThisSubtask()
                    + " of "
                    + task.getNumberOfParallelSubtasks()
                    + "/"
                    + task.getMaxNumberOfParallelSubtasks();
        }
    }
}
