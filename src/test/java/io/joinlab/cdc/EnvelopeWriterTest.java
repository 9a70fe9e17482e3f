package io.joinlab.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class EnvelopeWriterTest {

    static Stream<Arguments> recordings() {
        return Stream.of("teacher-course", "product-order", "business-order")
                .map(name -> Dataset.read(Path.of("fixtures", name)))
                .flatMap(dataset -> Stream.of(dataset.left(), dataset.right()))
                .flatMap(
                        table ->
                                table.recordings().values().stream()
                                        .map(recording -> Arguments.of(table, recording)));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void writes_what_a_database_wrote_field_by_field(TableSpec table, Recording recording) {
        EnvelopeWriter writer = new EnvelopeWriter(table, recording.schema());
        EnvelopeParser parser = new EnvelopeParser(recording.schema());

        for (String line : recording.lines()) {
            ChangeEvent recorded = parsed(parser, line);
            String written =
                    writer.write(recorded.op(), recorded.before(), recorded.after(), 1_000, 7);

            JSONObject expected = JSON.parseObject(line);
            JSONObject actual = JSON.parseObject(written);
            assertThat(actual.get("before")).isEqualTo(expected.get("before"));
            assertThat(actual.get("after")).isEqualTo(expected.get("after"));
            assertThat(actual.get("op")).isEqualTo(expected.get("op"));
            assertThat(fields(actual)).isEqualTo(fields(expected));
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void what_it_writes_is_parsed_back(TableSpec table, Recording recording) {
        EnvelopeWriter writer = new EnvelopeWriter(table, recording.schema());
        EnvelopeParser parser = new EnvelopeParser(recording.schema());

        for (String line : recording.lines()) {
            ChangeEvent recorded = parsed(parser, line);
            ChangeEvent read =
                    parsed(
                            parser,
                            writer.write(
                                    recorded.op(), recorded.before(), recorded.after(), 1_000, 7));

            assertThat(read.op()).isEqualTo(recorded.op());
            assertThat(read.before()).isEqualTo(recorded.before());
            assertThat(read.after()).isEqualTo(recorded.after());
            assertThat(read.tsMs()).isEqualTo(1_000);
            assertThat(read.source().tsMs()).isEqualTo(1_000);
            assertThat(read.source().connector()).isEqualTo(recorded.source().connector());
            assertThat(read.source().database()).isEqualTo(recorded.source().database());
            assertThat(read.source().schema()).isEqualTo(recorded.source().schema());
            assertThat(read.source().table()).isEqualTo(recorded.source().table());
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void every_type_of_column_is_parsed_back(DatabaseKind database) {
        Map<String, Object> values = new LinkedHashMap<>();
        List<Column> columns = new ArrayList<>();
        add(columns, values, "boolean", true);
        add(columns, values, "tinyint", -128L);
        add(columns, values, "smallint", 32767L);
        add(columns, values, "int", -1L);
        add(columns, values, "bigint", Long.MIN_VALUE);
        add(columns, values, "double", 0.1);
        add(columns, values, "decimal(10,2)", new BigDecimal("-0.10"));
        add(columns, values, "string", "张三😀\"\\\n");
        add(columns, values, "date", LocalDate.parse("1969-12-31"));
        add(columns, values, "time(3)", LocalTime.parse("10:30:00.123"));
        add(columns, values, "time(6)", LocalTime.parse("10:30:00.123456"));
        add(columns, values, "timestamp(0)", LocalDateTime.parse("1969-12-31T23:59:59"));
        add(columns, values, "timestamp(3)", LocalDateTime.parse("1969-12-31T23:59:59.999"));
        add(columns, values, "timestamp(6)", LocalDateTime.parse("1969-12-31T23:59:59.999999"));
        add(columns, values, "timestamptz(3)", Instant.parse("2023-10-27T10:30:00.123Z"));
        add(columns, values, "bytes", ByteString.copyOf(new byte[] {0, -1}));
        TableSchema schema =
                new TableSchema(database, "t", columns, List.of(), DecimalMode.PRECISE);
        RowImage row = RowImage.of(values);

        String written =
                new EnvelopeWriter(table(database), schema).write(Op.CREATE, null, row, 1, 1);

        assertThat(parsed(new EnvelopeParser(schema), written).after()).isEqualTo(row);
    }

    @Test
    void null_is_parsed_back_as_null() {
        List<Column> columns =
                List.of(
                        new Column("id", ColumnType.parse("int").orElseThrow()),
                        new Column("price", ColumnType.parse("decimal(10,2)").orElseThrow()));
        TableSchema schema =
                new TableSchema(DatabaseKind.MYSQL, "t", columns, List.of(), DecimalMode.PRECISE);
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("id", null);
        values.put("price", null);

        String written =
                new EnvelopeWriter(table(DatabaseKind.MYSQL), schema)
                        .write(Op.DELETE, RowImage.of(values), null, 1, 1);

        ChangeEvent event = parsed(new EnvelopeParser(schema), written);
        assertThat(event.before()).isEqualTo(RowImage.of(values));
        assertThat(event.after()).isNull();
    }

    @Test
    void a_truncate_has_no_rows() {
        TableSchema schema =
                new TableSchema(DatabaseKind.MYSQL, "t", List.of(), List.of(), DecimalMode.PRECISE);

        String written =
                new EnvelopeWriter(table(DatabaseKind.MYSQL), schema)
                        .write(Op.TRUNCATE, null, null, 1, 1);

        ChangeEvent event = parsed(new EnvelopeParser(schema), written);
        assertThat(event.op()).isEqualTo(Op.TRUNCATE);
        assertThat(event.image()).isNull();
    }

    @Test
    void a_column_that_the_table_has_not_is_refused() {
        TableSchema schema =
                new TableSchema(DatabaseKind.MYSQL, "t", List.of(), List.of(), DecimalMode.PRECISE);
        EnvelopeWriter writer = new EnvelopeWriter(table(DatabaseKind.MYSQL), schema);

        assertThatThrownBy(() -> writer.write(Op.CREATE, null, RowImage.of(Map.of("x", 1L)), 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("table t has no column x");
    }

    private static void add(
            List<Column> columns, Map<String, Object> values, String type, Object value) {
        columns.add(new Column(type, ColumnType.parse(type).orElseThrow()));
        values.put(type, value);
    }

    private static TableSpec table(DatabaseKind kind) {
        String schema = kind == DatabaseKind.MYSQL ? null : "public";
        return new TableSpec(
                "t",
                new TableSpec.Database(kind, "db", schema),
                List.of(),
                "id",
                List.of(),
                Map.of(),
                Map.of());
    }

    private static List<Object> fields(JSONObject envelope) {
        return List.of(
                List.copyOf(envelope.keySet()),
                List.copyOf(envelope.getJSONObject("source").keySet()));
    }

    private static ChangeEvent parsed(EnvelopeParser parser, String raw) {
        assertThat(parser.parse(raw)).isInstanceOf(ParseResult.Parsed.class);
        return ((ParseResult.Parsed) parser.parse(raw)).event();
    }
}
