package io.joinlab.join;

import java.util.Locale;

/**
 * The options that shape a join, by the names they have in a scenario. Keys and times concern every
 * join and are not listed here.
 */
public enum JoinOption {
    SIZE,
    SLIDE,
    GAP,
    OFFSET,
    ALLOWED_LATENESS,
    LOWER,
    UPPER,
    EXCLUSIVE,
    STATE_TTL,
    WAIT_FOR;

    /** The name in a scenario: {@code allowed-lateness}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
