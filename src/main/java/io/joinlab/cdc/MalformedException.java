package io.joinlab.cdc;

/**
 * A message is not an envelope; the message of the exception is the reason. Never leaves the
 * parser, and so carries no stack trace.
 */
final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException(String reason) {
        super(reason, null, false, false);
    }

    /** A field doesn't hold what it should. */
    static MalformedException field(String field, String expected, Object actual) {
        return new MalformedException(
                "field " + field + ": expected " + expected + ", got " + Json.show(actual));
    }

    /** A field that every envelope has is not there. */
    static MalformedException missing(String field) {
        return new MalformedException("field " + field + ": missing");
    }
}
