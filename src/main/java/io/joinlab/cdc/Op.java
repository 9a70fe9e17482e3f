package io.joinlab.cdc;

/** The operation of a change event, the {@code op} field of a Debezium envelope. */
public enum Op {
    /** A row read by the snapshot: {@code r}. */
    READ("r"),
    /** An insert: {@code c}. */
    CREATE("c"),
    /** An update: {@code u}. */
    UPDATE("u"),
    /** A delete: {@code d}. */
    DELETE("d"),
    /** A truncated table: {@code t}; it carries no row image. */
    TRUNCATE("t");

    private final String code;

    Op(String code) {
        this.code = code;
    }

    /** The one-letter code that Debezium writes. */
    public String code() {
        return code;
    }
}
