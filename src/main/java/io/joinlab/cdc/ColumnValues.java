package io.joinlab.cdc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Gives the JSON value of a column its type, from the forms in which Debezium writes it: {@code
 * io.debezium.time.*} with {@code time.precision.mode} adaptive (MySQL:
 * adaptive_time_microseconds), Kafka Connect's {@code Decimal}, base64 for bytes.
 */
final class ColumnValues {
    private static final int MILLIS_PRECISION = 3;
    private static final long MILLIS = 1_000;
    private static final long MICROS = 1_000_000;
    private static final long NANOS = 1_000_000_000;
    private static final int MAX_DECIMAL_DIGITS = 1_100;

    private static final Pattern DECIMAL = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d{1,3})?");

    private ColumnValues() {}

    /**
     * The value of a column that the schema knows.
     *
     * @param field the place in the envelope, for reasons: {@code after.order_price}
     * @param json as {@link Json#read} gives it
     */
    static Object typed(String field, Object json, ColumnType type, TableSchema schema)
            throws MalformedException {
        if (json == null) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN -> bool(field, json, type);
            case TINYINT -> integer(field, json, type, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> integer(field, json, type, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> integer(field, json, type, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> integer(field, json, type, Long.MIN_VALUE, Long.MAX_VALUE);
            case DOUBLE -> floating(field, json);
            case DECIMAL -> decimal(field, json, type, schema.decimal());
            case STRING -> string(field, json, "a string");
            case DATE -> date(field, json);
            case TIME -> time(field, json, type, schema.database());
            case TIMESTAMP -> timestamp(field, json, type);
            case TIMESTAMPTZ -> timestamptz(field, json, type);
            case BYTES -> ByteString.copyOf(base64(field, json, "bytes as base64"));
        };
    }

    /**
     * The value of a column that the schema doesn't know: as JSON has it. Objects and arrays are
     * kept as their JSON text.
     */
    static Object untyped(Object json) {
        return json instanceof Map<?, ?> || json instanceof List<?> ? Json.write(json) : json;
    }

    private static Boolean bool(String field, Object json, ColumnType type)
            throws MalformedException {
        if (json instanceof Boolean bool) {
            return bool;
        }
        if (json instanceof Long number && (number == 0 || number == 1)) {
            return number == 1;
        }
        throw MalformedException.field(field, "a " + type + " (true, false, 0 or 1)", json);
    }

    private static Long integer(String field, Object json, ColumnType type, long min, long max)
            throws MalformedException {
        if (json instanceof Long number && number >= min && number <= max) {
            return number;
        }
        throw MalformedException.field(
                field,
                (type.kind() == ColumnType.Kind.INT ? "an " : "a ")
                        + type
                        + ", an integer from "
                        + min
                        + " to "
                        + max,
                json);
    }

    private static Double floating(String field, Object json) throws MalformedException {
        if (json instanceof Number number) {
            double value = number.doubleValue();
            if (Double.isFinite(value)) {
                return value;
            }
        } else if (json instanceof String name) {
            // Kafka Connect's JsonConverter quotes what JSON has no number for.
            switch (name) {
                case "NaN":
                    return Double.NaN;
                case "Infinity":
                    return Double.POSITIVE_INFINITY;
                case "-Infinity":
                    return Double.NEGATIVE_INFINITY;
                default:
                    break;
            }
        }
        throw MalformedException.field(field, "a double", json);
    }

    private static BigDecimal decimal(String field, Object json, ColumnType type, DecimalMode mode)
            throws MalformedException {
        BigDecimal value =
                switch (mode) {
                    case PRECISE -> json instanceof String base64 ? unscaled(base64, type) : null;
                    case STRING -> json instanceof String digits ? digits(digits, type) : null;
                    case DOUBLE -> json instanceof Number number ? rounded(number, type) : null;
                };
        if (value == null || value.precision() > type.precision()) {
            String form =
                    switch (mode) {
                        case PRECISE -> " as base64";
                        case STRING -> " as a string";
                        case DOUBLE -> " as a number";
                    };
            throw MalformedException.field(field, "a " + type + form, json);
        }
        return value;
    }

    private static BigDecimal unscaled(String base64, ColumnType type) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            return bytes.length > 0 && bytes.length <= type.precision() / 2 + 2
                    ? new BigDecimal(new BigInteger(bytes), type.scale())
                    : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static BigDecimal digits(String digits, ColumnType type) {
        if (digits.length() > MAX_DECIMAL_DIGITS || !DECIMAL.matcher(digits).matches()) {
            return null;
        }
        BigDecimal value = new BigDecimal(digits);
        return value.signum() == 0 || value.stripTrailingZeros().scale() <= type.scale()
                ? value.setScale(type.scale(), RoundingMode.UNNECESSARY)
                : null;
    }

    /** A double has a few digits too many where its decimal has more than 15. */
    private static BigDecimal rounded(Number number, ColumnType type) {
        return Double.isFinite(number.doubleValue())
                ? new BigDecimal(number.toString()).setScale(type.scale(), RoundingMode.HALF_EVEN)
                : null;
    }

    private static String string(String field, Object json, String expected)
            throws MalformedException {
        if (json instanceof String string) {
            return string;
        }
        throw MalformedException.field(field, expected, json);
    }

    private static byte[] base64(String field, Object json, String expected)
            throws MalformedException {
        try {
            return Base64.getDecoder().decode(string(field, json, expected));
        } catch (IllegalArgumentException e) {
            throw MalformedException.field(field, expected, json);
        }
    }

    private static LocalDate date(String field, Object json) throws MalformedException {
        try {
            if (json instanceof Long days) {
                return LocalDate.ofEpochDay(days);
            }
        } catch (DateTimeException e) {
            throw MalformedException.field(field, "a date as days since 1970-01-01", json);
        }
        throw MalformedException.field(field, "a date as days since 1970-01-01", json);
    }

    private static LocalTime time(String field, Object json, ColumnType type, DatabaseKind database)
            throws MalformedException {
        boolean millis =
                database == DatabaseKind.POSTGRESQL && type.precision() <= MILLIS_PRECISION;
        long perSecond = millis ? MILLIS : MICROS;
        if (json instanceof Long value && value >= 0 && value < 86_400 * perSecond) {
            return LocalTime.ofNanoOfDay(value * (NANOS / perSecond));
        }
        throw MalformedException.field(
                field,
                "a " + type + " as " + (millis ? "milli" : "micro") + "seconds of a day",
                json);
    }

    private static LocalDateTime timestamp(String field, Object json, ColumnType type)
            throws MalformedException {
        boolean millis = type.precision() <= MILLIS_PRECISION;
        if (json instanceof Long value) {
            long perSecond = millis ? MILLIS : MICROS;
            return LocalDateTime.ofEpochSecond(
                    Math.floorDiv(value, perSecond),
                    (int) (Math.floorMod(value, perSecond) * (NANOS / perSecond)),
                    ZoneOffset.UTC);
        }
        throw MalformedException.field(
                field,
                "a " + type + " as " + (millis ? "milli" : "micro") + "seconds since 1970",
                json);
    }

    private static Object timestamptz(String field, Object json, ColumnType type)
            throws MalformedException {
        String expected = "a " + type + " such as \"2023-10-27T02:30:00Z\"";
        try {
            return OffsetDateTime.parse(string(field, json, expected)).toInstant();
        } catch (DateTimeException e) {
            throw MalformedException.field(field, expected, json);
        }
    }
}
