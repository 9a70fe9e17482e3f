package io.joinlab.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvelopeEditorTest {
    private static final String INSERT =
            "{\"before\":null,\"after\":{\"id\":1,\"at\":5,\"price\":99999999.99},"
                    + "\"source\":{\"ts_ms\":6,\"pos\":12345678901234567890},\"op\":\"c\","
                    + "\"ts_ms\":7,\"transaction\":null}";

    @Test
    void ts_ms_is_replaced_and_nothing_else() {
        assertThat(EnvelopeEditor.withTsMs(INSERT, -1_000))
                .isEqualTo(INSERT.replace("\"ts_ms\":7", "\"ts_ms\":-1000"));
    }

    @Test
    void source_ts_ms_is_replaced_and_nothing_else() {
        assertThat(EnvelopeEditor.withSourceTsMs(INSERT, 2_000))
                .isEqualTo(INSERT.replace("\"ts_ms\":6", "\"ts_ms\":2000"));
    }

    @ParameterizedTest
    @CsvSource({
        "timestamp(3), 1500",
        "timestamp(6), 1500000",
        "bigint, 1500",
        "timestamptz(3), '\"1970-01-01T00:00:01.500Z\"'"
    })
    void a_column_is_replaced_in_the_encoding_of_its_type(String type, String written) {
        assertThat(EnvelopeEditor.withColumn(INSERT, "at", 1_500, schema(type)))
                .isEqualTo(INSERT.replace("\"at\":5", "\"at\":" + written));
    }

    @Test
    void a_date_is_replaced_by_whole_days() {
        assertThat(EnvelopeEditor.withColumn(INSERT, "at", 86_400_000, schema("date")))
                .isEqualTo(INSERT.replace("\"at\":5", "\"at\":1"));
        assertThatThrownBy(() -> EnvelopeEditor.withColumn(INSERT, "at", 1_500, schema("date")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column at is a date, which can't hold 1970-01-01T00:00:01.500Z");
    }

    @Test
    void a_delete_has_its_time_in_the_row_before() {
        String delete = "{\"before\":{\"id\":1,\"at\":5},\"after\":null,\"op\":\"d\",\"ts_ms\":7}";

        assertThat(EnvelopeEditor.withColumn(delete, "at", 9, schema("bigint")))
                .isEqualTo(delete.replace("\"at\":5", "\"at\":9"));
    }

    @Test
    void an_update_keeps_the_time_in_its_row_before() {
        String update =
                "{\"before\":{\"id\":1,\"at\":5},\"after\":{\"id\":1,\"at\":6},\"op\":\"u\"}";

        assertThat(EnvelopeEditor.withColumn(update, "at", 9, schema("bigint")))
                .isEqualTo(update.replace("\"at\":6", "\"at\":9"));
    }

    @Test
    void an_envelope_beside_its_schema_is_edited_too() {
        assertThat(EnvelopeEditor.withTsMs("{\"schema\":{},\"payload\":{\"ts_ms\":1}}", 2))
                .isEqualTo("{\"schema\":{},\"payload\":{\"ts_ms\":2}}");
    }

    @ParameterizedTest
    @CsvSource({"'{\"op\":', not JSON", "'[1]', not a JSON object", "'7', not a JSON object"})
    void text_that_is_no_json_object_is_refused(String raw, String message) {
        assertThatThrownBy(() -> EnvelopeEditor.withTsMs(raw, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void a_missing_place_for_the_time_is_refused() {
        assertThatThrownBy(() -> EnvelopeEditor.withSourceTsMs("{\"op\":\"c\"}", 1))
                .hasMessage("the envelope has no source");
        assertThatThrownBy(
                        () ->
                                EnvelopeEditor.withColumn(
                                        "{\"op\":\"d\"}", "at", 1, schema("bigint")))
                .hasMessage("the envelope has no row before");
        assertThatThrownBy(() -> EnvelopeEditor.withColumn(INSERT, "at", 1, schema("int")))
                .hasMessage("column at of type int can't hold a time");
        assertThatThrownBy(() -> EnvelopeEditor.withColumn(INSERT, "on", 1, schema("int")))
                .hasMessage("table t has no column on");
    }

    private static TableSchema schema(String type) {
        return new TableSchema(
                DatabaseKind.POSTGRESQL,
                "t",
                List.of(new Column("at", ColumnType.parse(type).orElseThrow())),
                List.of(),
                DecimalMode.DOUBLE);
    }
}
