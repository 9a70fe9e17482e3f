package io.joinlab.bench;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.ChangeEventSerializer;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.StreamJoined;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;

/**
 * An interval join in Kafka Streams, run by its {@link TopologyTestDriver} with in-memory stores
 * that log no changes.
 */
final class KafkaIntervalJoin {
    private KafkaIntervalJoin() {}

    /** Joins the events within {@code bound} to either side; returns the number of joined pairs. */
    static long run(List<SideEvent> events, Duration bound) {
        Serde<String> keys = Serdes.String();
        Serde<ChangeEvent> values =
                Serdes.serdeFrom((topic, event) -> write(event), (topic, bytes) -> read(bytes));
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, ChangeEvent> left = builder.stream("left", Consumed.with(keys, values));
        KStream<String, ChangeEvent> right = builder.stream("right", Consumed.with(keys, values));
        left.join(
                        right,
                        (product, order) -> 1L,
                        JoinWindows.ofTimeDifferenceAndGrace(bound, Duration.ZERO),
                        StreamJoined.with(keys, values, values)
                                .withThisStoreSupplier(inMemory("left-rows", bound))
                                .withOtherStoreSupplier(inMemory("right-rows", bound))
                                .withLoggingDisabled())
                .to("joined", Produced.with(keys, Serdes.Long()));

        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "bench");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:0");
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config)) {
            TestInputTopic<String, ChangeEvent> lefts =
                    driver.createInputTopic("left", keys.serializer(), values.serializer());
            TestInputTopic<String, ChangeEvent> rights =
                    driver.createInputTopic("right", keys.serializer(), values.serializer());
            for (SideEvent row : events) {
                ChangeEvent event = row.event();
                if (row.side() == Side.LEFT) {
                    lefts.pipeInput(event.after().get("id").toString(), event, event.tsMs());
                } else {
                    rights.pipeInput(
                            event.after().get("product_id").toString(), event, event.tsMs());
                }
            }
            return driver.createOutputTopic(
                            "joined", keys.deserializer(), Serdes.Long().deserializer())
                    .getQueueSize();
        }
    }

    private static WindowBytesStoreSupplier inMemory(String name, Duration bound) {
        Duration kept = bound.multipliedBy(2);
        return Stores.inMemoryWindowStore(name, kept, kept, true);
    }

    private static byte[] write(ChangeEvent event) {
        try {
            DataOutputSerializer out = new DataOutputSerializer(256);
            ChangeEventSerializer.INSTANCE.serialize(event, out);
            return out.getCopyOfBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ChangeEvent read(byte[] bytes) {
        try {
            return ChangeEventSerializer.INSTANCE.deserialize(new DataInputDeserializer(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
