package io.joinlab.report;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.join.Side;

/**
 * What became of one delivered record.
 *
 * @param step the step's number
 * @param side the input
 * @param event the change event; {@code null} if the record is none
 * @param time the time that counts for the join, in epoch milliseconds: event time, or for
 *     processing time the clock; {@code null} if it has none
 * @param fate what became of it
 */
public record Delivery(int step, Side side, ChangeEvent event, Long time, Fate fate) {

    /** What became of a record. */
    public enum Fate {
        IN_ORDER("•", "*", "in order", Ink.PLAIN),
        OUT_OF_ORDER("‹", "<", "out of order", Ink.NOTICE),
        LATE("!", "!", "late", Ink.NOTICE),
        DROPPED("x", "x", "dropped", Ink.BAD),
        MALFORMED("?", "?", "malformed", Ink.BAD),
        IGNORED("~", "~", "ignored", Ink.FAINT);

        private final String unicode;
        private final String ascii;
        private final String meaning;
        private final Ink ink;

        Fate(String unicode, String ascii, String meaning, Ink ink) {
            this.unicode = unicode;
            this.ascii = ascii;
            this.meaning = meaning;
            this.ink = ink;
        }

        /** The sign by which a picture marks it. */
        public String sign(Terminal terminal) {
            return terminal.either(unicode, ascii);
        }

        /** The sign in words. */
        public String meaning() {
            return meaning;
        }

        /** Its colour. */
        public Ink ink() {
            return ink;
        }
    }

    /** Whether it reached the join and was kept there. */
    public boolean joins() {
        return fate == Fate.IN_ORDER || fate == Fate.OUT_OF_ORDER;
    }
}
