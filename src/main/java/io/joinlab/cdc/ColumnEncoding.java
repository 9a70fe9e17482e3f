package io.joinlab.cdc;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Base64;

/**
 * How Debezium writes a column's value into an envelope, in its default {@code time.precision.mode}
 * and in the table's {@code decimal.handling.mode}. The parser does the opposite.
 */
final class ColumnEncoding {
    /** The most fraction digits of the seconds that Debezium still writes as milliseconds. */
    private static final int MILLISECONDS = 3;

    private static final long MICROS_PER_MILLI = 1_000;
    private static final long NANOS_PER_MICRO = 1_000;

    private ColumnEncoding() {}

    /**
     * The value as it stands in the envelope's JSON.
     *
     * @param value of a type that a {@link RowImage} holds for this column; may be null
     */
    static Object encode(Object value, Column column, TableSchema schema) {
        ColumnType type = column.type();
        if (value instanceof BigDecimal decimal) {
            return decimal(decimal, schema.decimal());
        } else if (value instanceof LocalDate date) {
            return date.toEpochDay();
        } else if (value instanceof LocalTime time) {
            long micros = time.toNanoOfDay() / NANOS_PER_MICRO;
            boolean millis =
                    schema.database() == DatabaseKind.POSTGRESQL
                            && type.precision() <= MILLISECONDS;
            return millis ? micros / MICROS_PER_MILLI : micros;
        } else if (value instanceof LocalDateTime dateTime) {
            return type.precision() <= MILLISECONDS
                    ? (Object) dateTime.toInstant(ZoneOffset.UTC).toEpochMilli()
                    : (Object) micros(dateTime);
        } else if (value instanceof Instant instant) {
            return instant.toString();
        } else if (value instanceof ByteString bytes) {
            return Base64.getEncoder().encodeToString(bytes.toByteArray());
        }
        return value;
    }

    /**
     * A point in time as the envelope's JSON has it in this column.
     *
     * @throws IllegalArgumentException if the column can't hold it; the message says why
     */
    static Object encodeTime(long epochMillis, Column column, TableSchema schema) {
        Instant instant = Instant.ofEpochMilli(epochMillis);
        return switch (column.type().kind()) {
            case TIMESTAMP ->
                    encode(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), column, schema);
            case TIMESTAMPTZ -> instant.toString();
            case BIGINT -> epochMillis;
            case DATE -> {
                if (!instant.truncatedTo(ChronoUnit.DAYS).equals(instant)) {
                    throw new IllegalArgumentException(
                            "column " + column.name() + " is a date, which can't hold " + instant);
                }
                yield LocalDate.ofInstant(instant, ZoneOffset.UTC).toEpochDay();
            }
            default ->
                    throw new IllegalArgumentException(
                            "column "
                                    + column.name()
                                    + " of type "
                                    + column.type()
                                    + " can't hold a time");
        };
    }

    private static Object decimal(BigDecimal decimal, DecimalMode mode) {
        return switch (mode) {
            case PRECISE ->
                    Base64.getEncoder().encodeToString(decimal.unscaledValue().toByteArray());
            case STRING -> decimal.toPlainString();
            case DOUBLE -> decimal.doubleValue();
        };
    }

    private static long micros(LocalDateTime dateTime) {
        return ChronoUnit.MICROS.between(
                LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), dateTime);
    }
}
