package io.joinlab.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * Sends one subtask's elements into the channels of one edge, as Flink's {@code RecordWriterOutput}
 * does.
 */
final class ChannelOutput implements TaskOutput {

    /** Chooses one of several channels. */
    @FunctionalInterface
    interface ChannelSelector {
        int select(SerializationDelegate<StreamRecord<Object>> record);
    }

    private final SimulatedJob job;
    private final @Nullable OutputTag<Object> outputTag;
    private final TypeSerializer<Object> serializer;

    /**
     * The receiver's serializer when records go through bytes, as on a network; null when they are
     * copied.
     */
    private final @Nullable TypeSerializer<Object> deserializer;

    private final DataOutputSerializer bytes;
    private final DataInputDeserializer reader;
    private final List<Channel> channels = new ArrayList<>(1);
    private final SerializationDelegate<StreamRecord<Object>> delegate =
            new SerializationDelegate<>(null);

    /** Null when every record goes to all channels, or there is only one. */
    private @Nullable ChannelSelector selector;

    private WatermarkStatus announcedStatus = WatermarkStatus.ACTIVE;

    ChannelOutput(SimulatedJob job, EdgePlan edge, boolean serializeChannels) {
        this.job = job;
        this.outputTag = edge.outputTag();
        this.serializer = edge.serializer().duplicate();
        this.deserializer = serializeChannels ? deserializer(edge) : null;
        this.bytes = job.channelBytes();
        this.reader = job.channelReader();
    }

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> deserializer(EdgePlan edge) {
        return (TypeSerializer<Object>) edge.target().inputSerializers[edge.input()].duplicate();
    }

    void connect(Channel channel) {
        channels.add(channel);
    }

    /** To be called when all channels are connected. */
    void connected(EdgePlan edge, int subtask, int targetMaxParallelism, long seed) {
        if (channels.size() > 1) {
            selector = Routing.selector(edge, channels.size(), subtask, targetMaxParallelism, seed);
        }
    }

    @Override
    public void collect(StreamRecord<Object> record) {
        if (outputTag == null) {
            send(record);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {
        if (OutputTag.isResponsibleFor(outputTag, tag)) {
            send((StreamRecord<Object>) record);
        }
    }

    private void send(StreamRecord<Object> record) {
        if (selector == null) {
            for (int i = 0; i < channels.size(); i++) {
                job.enqueue(channels.get(i), copy(record));
            }
        } else {
            delegate.setInstance(record);
            job.enqueue(channels.get(selector.select(delegate)), copy(record));
        }
    }

    private StreamRecord<Object> copy(StreamRecord<Object> record) {
        if (deserializer == null) {
            return record.copy(serializer.copy(record.getValue()));
        }
        try {
            bytes.clear();
            serializer.serialize(record.getValue(), bytes);
            reader.setBuffer(bytes.getSharedBuffer(), 0, bytes.length());
            Object value = deserializer.deserialize(reader);
            if (reader.available() > 0) {
                throw new IOException(
                        "the receiver has read %d of %d bytes: the serializers %s and %s don't match"
                                .formatted(
                                        bytes.length() - reader.available(),
                                        bytes.length(),
                                        serializer.getClass().getSimpleName(),
                                        deserializer.getClass().getSimpleName()));
            }
            return record.copy(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        if (announcedStatus.isActive()) {
            broadcast(watermark);
        }
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
        if (!announcedStatus.equals(status)) {
            announcedStatus = status;
            broadcast(status);
        }
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
        job.enqueue(channels.get(0), marker);
    }

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {
        broadcast(attributes);
    }

    void broadcast(Object element) {
        for (int i = 0; i < channels.size(); i++) {
            job.enqueue(channels.get(i), element);
        }
    }
}
