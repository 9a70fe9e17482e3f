package io.joinlab.live;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.json.JsonConverter;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.json.JsonConverterConfig;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.apache.flink.cdc.debezium.DebeziumDeserializationSchema;
import org.apache.flink.util.Collector;

/**
 * The envelope of a change event as JSON, without its schema: what Flink CDC's {@code
 * JsonDebeziumDeserializationSchema} gives, except that the bytes are read as UTF-8. That class
 * reads them in the JVM's default charset, which on Java 17 follows the locale: under {@code
 * LANG=C} every Chinese character is lost.
 */
public final class EnvelopeJson implements DebeziumDeserializationSchema<String> {

    private static final long serialVersionUID = 1L;

    private transient JsonConverter converter;

    @Override
    public void deserialize(SourceRecord record, Collector<String> out) {
        if (converter == null) {
            converter = new JsonConverter();
            converter.configure(Map.of(JsonConverterConfig.SCHEMAS_ENABLE_CONFIG, false), false);
        }
        byte[] json =
                converter.fromConnectData(record.topic(), record.valueSchema(), record.value());
        out.collect(new String(json, StandardCharsets.UTF_8));
    }

    @Override
    public TypeInformation<String> getProducedType() {
        return Types.STRING;
    }
}
