package io.joinlab.live;

import io.joinlab.cdc.Op;
import java.util.OptionalInt;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.apache.flink.cdc.debezium.DebeziumDeserializationSchema;
import org.apache.flink.util.Collector;

/**
 * Envelopes as {@link EnvelopeJson} has them, except that an event of the marker table becomes a
 * text that is no JSON.
 */
final class MarkedEnvelopes implements DebeziumDeserializationSchema<String> {

    /** The table whose rows, an id each, are markers. */
    static final String TABLE = "joinlab_marker";

    private static final long serialVersionUID = 1L;
    private static final String PREFIX = "marker ";

    private final EnvelopeJson envelopes = new EnvelopeJson();

    @Override
    public void deserialize(SourceRecord record, Collector<String> out) {
        if (record.topic().endsWith("." + TABLE)) {
            Struct event = (Struct) record.value();
            out.collect(
                    PREFIX + event.getString("op") + " " + event.getStruct("after").getInt32("id"));
        } else {
            envelopes.deserialize(record, out);
        }
    }

    /** The marker's id, if the text is not an envelope. */
    static OptionalInt marker(String text) {
        return text.startsWith(PREFIX)
                ? OptionalInt.of(Integer.parseInt(text.substring(text.lastIndexOf(' ') + 1)))
                : OptionalInt.empty();
    }

    /** Whether the marker was read from the log, not with the snapshot. */
    static boolean isFromLog(String marker) {
        return marker.startsWith(PREFIX + Op.CREATE.code() + " ");
    }

    @Override
    public TypeInformation<String> getProducedType() {
        return envelopes.getProducedType();
    }
}
