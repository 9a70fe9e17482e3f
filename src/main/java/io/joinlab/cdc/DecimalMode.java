package io.joinlab.cdc;

import java.util.Locale;

/** Debezium's {@code decimal.handling.mode}: how a decimal column appears in an envelope. */
public enum DecimalMode {
    /** Exact: in JSON the base64 of the unscaled value's big-endian bytes. The default. */
    PRECISE,
    /** Exact: the digits as a JSON string. */
    STRING,
    /** As exact as a {@code double}: a JSON number. */
    DOUBLE;

    /** The property's value: {@code precise}, {@code string} or {@code double}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
