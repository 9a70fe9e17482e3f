package io.joinlab.live;

import java.util.Locale;

/** Where a capture starts: Flink CDC's startup modes of these names. */
public enum StartupMode {
    /** With a snapshot of the rows that are there, then every change. */
    INITIAL,
    /** With the next change; the rows that are there are not read. */
    LATEST_OFFSET;

    /** The name on the command line: {@code initial} or {@code latest-offset}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
