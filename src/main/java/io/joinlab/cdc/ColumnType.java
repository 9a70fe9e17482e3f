package io.joinlab.cdc;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column's SQL type, as far as it decides how Debezium writes a value and how {@link RowImage}
 * holds it.
 *
 * @param kind the type without its parameters
 * @param precision all digits of a decimal; the fraction digits of the seconds of a time or
 *     timestamp, from 0 to 6; else 0
 * @param scale the fraction digits of a decimal; else 0
 */
public record ColumnType(Kind kind, int precision, int scale) implements Serializable {

    /** A SQL type without its parameters. */
    public enum Kind {
        /** A {@link Boolean}; also MySQL's {@code tinyint(1)}, which arrives as 0 or 1. */
        BOOLEAN,
        /** A {@link Long} of one byte. */
        TINYINT,
        /** A {@link Long} of two bytes. */
        SMALLINT,
        /** A {@link Long} of four bytes. */
        INT,
        /** A {@link Long}. */
        BIGINT,
        /** A {@link Double}. */
        DOUBLE,
        /** A {@link java.math.BigDecimal} of the type's scale. */
        DECIMAL,
        /** A {@link String}. */
        STRING,
        /** A {@link java.time.LocalDate}. */
        DATE,
        /** A {@link java.time.LocalTime}. */
        TIME,
        /**
         * A {@link java.time.LocalDateTime}: MySQL's {@code datetime}, PostgreSQL's {@code
         * timestamp}.
         */
        TIMESTAMP,
        /**
         * An {@link java.time.Instant}: MySQL's {@code timestamp}, PostgreSQL's {@code
         * timestamptz}.
         */
        TIMESTAMPTZ,
        /** A {@link ByteString}. */
        BYTES;

        private boolean takesSeconds() {
            return this == TIME || this == TIMESTAMP || this == TIMESTAMPTZ;
        }
    }

    private static final int MAX_DECIMAL_PRECISION = 1000;
    private static final int MAX_SECONDS_PRECISION = 6;
    private static final Map<String, Kind> KINDS = new LinkedHashMap<>();

    static {
        for (Kind kind : Kind.values()) {
            KINDS.put(kind.name().toLowerCase(Locale.ROOT), kind);
        }
    }

    private static final Pattern FORM =
            Pattern.compile("([a-z]+)(?:\\((\\d{1,4})(?:, *(\\d{1,4}))?\\))?");

    /** What {@link #parse} reads, for error messages. */
    static final String EXPECTED =
            "a column type: boolean, tinyint, smallint, int, bigint, double, decimal(p,s), string,"
                    + " date, time(n), timestamp(n), timestamptz(n) or bytes";

    /**
     * Reads a type such as {@code int}, {@code decimal(10,2)} or {@code timestamp(3)}.
     *
     * @return empty if the text is not one
     */
    public static Optional<ColumnType> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || !KINDS.containsKey(matcher.group(1))) {
            return Optional.empty();
        }
        Kind kind = KINDS.get(matcher.group(1));
        boolean hasPrecision = matcher.group(2) != null;
        boolean hasScale = matcher.group(3) != null;
        int precision = hasPrecision ? Integer.parseInt(matcher.group(2)) : 0;
        int scale = hasScale ? Integer.parseInt(matcher.group(3)) : 0;
        boolean valid =
                switch (kind) {
                    case DECIMAL ->
                            hasScale
                                    && precision >= 1
                                    && precision <= MAX_DECIMAL_PRECISION
                                    && scale <= precision;
                    case TIME, TIMESTAMP, TIMESTAMPTZ ->
                            hasPrecision && !hasScale && precision <= MAX_SECONDS_PRECISION;
                    default -> !hasPrecision;
                };
        return valid ? Optional.of(new ColumnType(kind, precision, scale)) : Optional.empty();
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        String name = kind.name().toLowerCase(Locale.ROOT);
        if (kind == Kind.DECIMAL) {
            return name + "(" + precision + "," + scale + ")";
        }
        return kind.takesSeconds() ? name + "(" + precision + ")" : name;
    }
}
