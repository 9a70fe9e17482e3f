package io.joinlab.sim;

import io.joinlab.sim.ChannelOutput.ChannelSelector;
import java.util.Random;
import javax.annotation.Nullable;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.runtime.partitioner.ConfigurableStreamPartitioner;
import org.apache.flink.streaming.runtime.partitioner.RebalancePartitioner;
import org.apache.flink.streaming.runtime.partitioner.ShufflePartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Which channel a record takes: Flink's own partitioners, with the two that start at random made
 * repeatable. Round robin starts at the channel whose index is the sender's (modulo); shuffle draws
 * from the simulation's seed.
 */
final class Routing {

    private Routing() {}

    /** Returns null if every record goes to all channels. */
    static @Nullable ChannelSelector selector(
            EdgePlan edge, int channels, int subtask, int targetMaxParallelism, long seed) {
        StreamPartitioner<Object> partitioner = edge.partitioner().fresh();
        if (partitioner.isBroadcast()) {
            return null;
        }
        if (partitioner instanceof ShufflePartitioner) {
            Random random = new Random(seed * 31 + edge.index() * 1_000_003L + subtask);
            return record -> random.nextInt(channels);
        }
        if (partitioner instanceof ConfigurableStreamPartitioner configurable) {
            configurable.configure(targetMaxParallelism);
        }
        partitioner.setup(channels);
        if (partitioner instanceof RebalancePartitioner) {
            SerializationDelegate<StreamRecord<Object>> nothing = new SerializationDelegate<>(null);
            int before = Math.floorMod(subtask - 1, channels);
            for (int i = 0; i < channels && partitioner.selectChannel(nothing) != before; i++) {
                // Each call moves the round robin one channel on.
            }
        }
        return partitioner::selectChannel;
    }
}
