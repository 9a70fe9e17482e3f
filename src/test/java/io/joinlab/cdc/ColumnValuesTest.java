package io.joinlab.cdc;

import static io.joinlab.cdc.Envelopes.insert;
import static io.joinlab.cdc.Envelopes.parsed;
import static io.joinlab.cdc.Envelopes.reason;
import static io.joinlab.cdc.Envelopes.schema;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnValuesTest {

    private static ParseResult parse(
            DatabaseKind database, DecimalMode decimal, String type, String json) {
        return new EnvelopeParser(schema(database, decimal, "c " + type))
                .parse(insert("{\"c\":" + json + "}"));
    }

    private static ParseResult parse(String type, String json) {
        return parse(DatabaseKind.POSTGRESQL, DecimalMode.PRECISE, type, json);
    }

    private static Object value(String type, String json) {
        return parsed(parse(type, json)).after().get("c");
    }

    private static Object decimal(DecimalMode mode, String json) {
        return parsed(parse(DatabaseKind.POSTGRESQL, mode, "decimal(10,2)", json)).after().get("c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "boolean",
                "tinyint",
                "smallint",
                "int",
                "bigint",
                "double",
                "decimal(10,2)",
                "string",
                "date",
                "time(3)",
                "timestamp(3)",
                "timestamptz(3)",
                "bytes"
            })
    void everyTypeHasNullButNoObjects(String type) {
        assertThat(value(type, "null")).isNull();
        assertThat(reason(parse(type, "{}")))
                .startsWith("field after.c: expected ")
                .endsWith(", got an object");
        assertThat(reason(parse(type, "[1]"))).endsWith(", got an array");
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false", "1, true", "0, false"})
    void aBooleanIsTrueOrFalseOrMysqlsTinyint1(String json, boolean value) {
        assertThat(value("boolean", json)).isEqualTo(value);
        assertThat(reason(parse("boolean", "2")))
                .isEqualTo("field after.c: expected a boolean (true, false, 0 or 1), got 2");
    }

    @ParameterizedTest
    @CsvSource({
        "tinyint, -128, 127, 128",
        "smallint, -32768, 32767, -32769",
        "int, -2147483648, 2147483647, 2147483648",
        "bigint, -9223372036854775808, 9223372036854775807, 9223372036854775808"
    })
    void integersHaveTheRangeOfTheirType(String type, String min, String max, String beyond) {
        assertThat(value(type, min)).isEqualTo(Long.valueOf(min));
        assertThat(value(type, max)).isEqualTo(Long.valueOf(max));
        assertThat(reason(parse(type, beyond)))
                .startsWith(
                        "field after.c: expected "
                                + (type.equals("int") ? "an " : "a ")
                                + type
                                + ", an integer from "
                                + min)
                .endsWith(", got " + beyond);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1e3", "\"1\"", "true"})
    void anIntegerIsNothingElse(String json) {
        assertThat(reason(parse("int", json)))
                .startsWith("field after.c: expected an int, an integer from -2147483648")
                .endsWith(", got " + json.replace("1e3", "1E+3"));
    }

    @Test
    void aDoubleIsANumberOrTheNameOfOneThatJsonDoesNotHave() {
        assertThat(value("double", "1.1")).isEqualTo(1.1);
        assertThat(value("double", "7")).isEqualTo(7.0);
        assertThat(value("double", "1.7976931348623157E308")).isEqualTo(Double.MAX_VALUE);
        assertThat(value("double", "\"NaN\"")).isEqualTo(Double.NaN);
        assertThat(value("double", "\"Infinity\"")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(value("double", "\"-Infinity\"")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(reason(parse("double", "1e400")))
                .isEqualTo("field after.c: expected a double, got 1E+400");
        assertThat(reason(parse("double", "\"1.1\"")))
                .isEqualTo("field after.c: expected a double, got \"1.1\"");
    }

    @ParameterizedTest
    @CsvSource({
        "Irg=, 88.88",
        "BOI=, 12.50",
        "AQ==, 0.01",
        "AlQL4/8=, 99999999.99",
        "/gw=, -5.00",
        "AA==, 0.00"
    })
    void aPreciseDecimalIsTheBase64OfItsUnscaledValue(String base64, BigDecimal value) {
        assertThat(decimal(DecimalMode.PRECISE, '"' + base64 + '"')).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "true, true",
        "88.88, 88.88",
        "'\"88.88\"', '\"88.88\"'",
        "'\"\"', '\"\"'",
        "'\"Irg\"x', ",
        "'\"AlQL5AA=\"', '\"AlQL5AA=\"'",
        "'\"AAAAAAAAAAAAAAAA\"', '\"AAAAAAAAAAAAAAAA\"'",
    })
    void anythingElseIsNoPreciseDecimal(String json, String shown) {
        ParseResult result = parse("decimal(10,2)", json);
        if (shown == null) {
            assertThat(reason(result)).startsWith("not JSON");
        } else {
            assertThat(reason(result))
                    .isEqualTo("field after.c: expected a decimal(10,2) as base64, got " + shown);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "88.88, 88.88",
        "12.5, 12.50",
        "7, 7.00",
        "-0.01, -0.01",
        "1E+3, 1000.00",
        "1.000, 1.00",
        "0E-9, 0.00",
        "99999999.99, 99999999.99"
    })
    void aDecimalAsAStringIsExact(String digits, BigDecimal value) {
        assertThat(decimal(DecimalMode.STRING, '"' + digits + '"')).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"0.001\"",
                "\"100000000.00\"",
                "\"1E+999\"",
                "\"NaN\"",
                "\"\"",
                "\".5\"",
                "\"5.\"",
                "\" 5\"",
                "\"+5\"",
                "\"1e9999\"",
                "88.88"
            })
    void anythingElseIsNoDecimalAsAString(String json) {
        assertThat(
                        reason(
                                parse(
                                        DatabaseKind.POSTGRESQL,
                                        DecimalMode.STRING,
                                        "decimal(10,2)",
                                        json)))
                .isEqualTo("field after.c: expected a decimal(10,2) as a string, got " + json);
    }

    @ParameterizedTest
    @CsvSource({
        "88.88, 88.88",
        "12.5, 12.50",
        "9.999999999E7, 99999999.99",
        "-5.0, -5.00",
        "7, 7.00",
        "12.500000000000001, 12.50"
    })
    void aDecimalAsADoubleIsRoundedToItsScale(String number, BigDecimal value) {
        assertThat(decimal(DecimalMode.DOUBLE, number)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"88.88\"", "1E+8", "1E+400", "true", "\"NaN\""})
    void anythingElseIsNoDecimalAsADouble(String json) {
        assertThat(
                        reason(
                                parse(
                                        DatabaseKind.POSTGRESQL,
                                        DecimalMode.DOUBLE,
                                        "decimal(10,2)",
                                        json)))
                .isEqualTo("field after.c: expected a decimal(10,2) as a number, got " + json);
    }

    @Test
    void aStringIsAString() {
        assertThat(value("string", "\"\"")).isEqualTo("");
        assertThat(value("string", "\"羽毛球\\uD83C\\uDFF8\"")).isEqualTo("羽毛球🏸");
        assertThat(reason(parse("string", "7")))
                .isEqualTo("field after.c: expected a string, got 7");
    }

    @Test
    void aDateIsItsEpochDay() {
        assertThat(value("date", "19657")).isEqualTo(LocalDate.of(2023, 10, 27));
        assertThat(value("date", "-1")).isEqualTo(LocalDate.of(1969, 12, 31));
        assertThat(reason(parse("date", "9223372036854775807")))
                .isEqualTo(
                        "field after.c: expected a date as days since 1970-01-01, got"
                                + " 9223372036854775807");
        assertThat(reason(parse("date", "\"2023-10-27\"")))
                .isEqualTo(
                        "field after.c: expected a date as days since 1970-01-01, got"
                                + " \"2023-10-27\"");
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, time(3), 37800123, 10:30:00.123",
        "POSTGRESQL, time(6), 37800123456, 10:30:00.123456",
        "MYSQL, time(0), 37800000000, 10:30",
        "MYSQL, time(6), 0, 00:00",
        "MYSQL, time(6), 86399999999, 23:59:59.999999"
    })
    void aTimeIsMillisecondsInPostgresqlUpToThreeDigitsElseMicroseconds(
            DatabaseKind database, String type, String json, LocalTime value) {
        assertThat(parsed(parse(database, DecimalMode.PRECISE, type, json)).after().get("c"))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "86400000000", "\"10:30\""})
    void aTimeOutsideADayIsMalformed(String json) {
        assertThat(reason(parse(DatabaseKind.MYSQL, DecimalMode.PRECISE, "time(0)", json)))
                .isEqualTo(
                        "field after.c: expected a time(0) as microseconds of a day, got " + json);
    }

    @ParameterizedTest
    @CsvSource({
        "timestamp(3), 1698402605123, 2023-10-27T10:30:05.123",
        "timestamp(0), 1698402600000, 2023-10-27T10:30:00",
        "timestamp(6), 1698402605123456, 2023-10-27T10:30:05.123456",
        "timestamp(3), -500, 1969-12-31T23:59:59.500",
        "timestamp(6), -500000, 1969-12-31T23:59:59.500",
        "timestamp(3), 9223372036854775807, +292278994-08-17T07:12:55.807"
    })
    void aTimestampIsMillisecondsUpToThreeDigitsElseMicroseconds(
            String type, String json, LocalDateTime value) {
        assertThat(value(type, json)).isEqualTo(value);
        assertThat(reason(parse(type, "\"2023-10-27T10:30:05\"")))
                .startsWith("field after.c: expected a " + type + " as m");
    }

    @ParameterizedTest
    @CsvSource({
        "2023-10-27T02:30:00Z, 2023-10-27T02:30:00Z",
        "2023-10-27T10:30:05.123456+08:00, 2023-10-27T02:30:05.123456Z"
    })
    void aTimestampWithTimeZoneIsItsInstant(String text, Instant value) {
        assertThat(value("timestamptz(6)", '"' + text + '"')).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"2023-10-27T10:30:00\"", "\"infinity\"", "1698402605123"})
    void aTimestampWithoutTimeZoneIsNoInstant(String json) {
        assertThat(reason(parse("timestamptz(6)", json)))
                .isEqualTo(
                        "field after.c: expected a timestamptz(6) such as"
                                + " \"2023-10-27T02:30:00Z\", got "
                                + json);
    }

    @Test
    void bytesAreBase64() {
        assertThat(value("bytes", "\"AAH/\""))
                .isEqualTo(ByteString.copyOf(new byte[] {0, 1, (byte) 0xFF}));
        assertThat(value("bytes", "\"\"")).isEqualTo(ByteString.copyOf(new byte[0]));
        assertThat(reason(parse("bytes", "\"*\"")))
                .isEqualTo("field after.c: expected bytes as base64, got \"*\"");
    }
}
