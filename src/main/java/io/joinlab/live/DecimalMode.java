package io.joinlab.live;

import java.util.Locale;

/**
 * Debezium's {@code decimal.handling.mode}: how a DECIMAL or NUMERIC column appears in an envelope.
 */
public enum DecimalMode {
    /** Exact: Kafka Connect's {@code Decimal}, in JSON the base64 of the unscaled value's bytes. */
    PRECISE,
    /** Exact: the decimal digits as a JSON string. */
    STRING,
    /** Inexact: a JSON number read through a {@code double}. */
    DOUBLE;

    /** The value of the property. */
    public String debezium() {
        return name().toLowerCase(Locale.ROOT);
    }
}
