package io.joinlab.report;

/** The colours that output uses; each with one meaning. */
public enum Ink {
    PLAIN(""),
    /** What matters most: titles, joined rows. */
    STRONG("\u001b[1m"),
    /** Frames and rulers. */
    FAINT("\u001b[2m"),
    /** It is as it should be. */
    GOOD("\u001b[32m"),
    /** Worth a look: late, out of order, taken back. */
    NOTICE("\u001b[33m"),
    /** It is lost, or it differs. */
    BAD("\u001b[31m");

    private static final String RESET = "\u001b[0m";

    private final String code;

    Ink(String code) {
        this.code = code;
    }

    String paint(String text) {
        return this == PLAIN || text.isEmpty() ? text : code + text + RESET;
    }
}
