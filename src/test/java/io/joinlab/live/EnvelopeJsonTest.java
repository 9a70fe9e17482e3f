package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Schema;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class EnvelopeJsonTest {

    private static final Schema ROW =
            SchemaBuilder.struct()
                    .optional()
                    .field("id", Schema.INT32_SCHEMA)
                    .field("name", Schema.OPTIONAL_STRING_SCHEMA)
                    .build();
    private static final Schema ENVELOPE =
            SchemaBuilder.struct()
                    .field("before", ROW)
                    .field("after", ROW)
                    .field("op", Schema.STRING_SCHEMA)
                    .build();

    @Test
    void isTheEnvelopeWithoutASchemaAndWithNullsWritten() {
        List<String> out = new ArrayList<>();

        new EnvelopeJson()
                .deserialize(event("server.db.product", 1, "篮球"), new ListCollector<>(out));

        assertThat(out)
                .containsExactly(
                        "{\"before\":null,\"after\":{\"id\":1,\"name\":\"篮球\"},\"op\":\"c\"}");
    }

    @Test
    void anEventOfTheMarkerTableIsAMarkerAndEveryOtherAnEnvelope() {
        List<String> out = new ArrayList<>();
        MarkedEnvelopes format = new MarkedEnvelopes();

        format.deserialize(event("server.db.joinlab_marker", 3, null), new ListCollector<>(out));
        format.deserialize(
                event("server.db.not_joinlab_marker", 4, null), new ListCollector<>(out));

        assertThat(out)
                .containsExactly(
                        "marker c 3",
                        "{\"before\":null,\"after\":{\"id\":4,\"name\":null},\"op\":\"c\"}");
    }

    private static SourceRecord event(String topic, int id, String name) {
        Struct row = new Struct(ROW).put("id", id).put("name", name);
        return new SourceRecord(
                Map.of(),
                Map.of(),
                topic,
                ENVELOPE,
                new Struct(ENVELOPE).put("after", row).put("op", "c"));
    }
}
