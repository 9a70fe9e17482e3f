package io.joinlab.join;

import java.io.Serializable;

/**
 * Which of an event's times a join goes by.
 *
 * @param kind where the time stands
 * @param column the column's name for {@link Kind#COLUMN}, else {@code null}
 */
public record EventTimeField(Kind kind, String column) implements Serializable {

    /** Where the time stands. */
    public enum Kind {
        /** The envelope's {@code ts_ms}: when Debezium processed the change. */
        TS_MS,
        /**
         * {@code source.ts_ms}: when the database committed it; see {@link
         * io.joinlab.cdc.SourceInfo#tsMs()} for snapshot rows.
         */
        SOURCE_TS_MS,
        /**
         * A column of the row image: a timestamp, a date, or epoch milliseconds. A timestamp
         * without time zone is read as UTC.
         */
        COLUMN
    }

    /** The envelope's {@code ts_ms}. */
    public static final EventTimeField TS_MS = new EventTimeField(Kind.TS_MS, null);

    /** {@code source.ts_ms}. */
    public static final EventTimeField SOURCE_TS_MS = new EventTimeField(Kind.SOURCE_TS_MS, null);

    /** A column of the row image. */
    public static EventTimeField column(String name) {
        return new EventTimeField(Kind.COLUMN, name);
    }

    /** {@code ts_ms}, {@code source.ts_ms} or the column's name, as in a scenario. */
    @Override
    public String toString() {
        return switch (kind) {
            case TS_MS -> "ts_ms";
            case SOURCE_TS_MS -> "source.ts_ms";
            case COLUMN -> column;
        };
    }
}
