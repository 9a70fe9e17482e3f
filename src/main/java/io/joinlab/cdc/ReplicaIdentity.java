package io.joinlab.cdc;

import java.util.Locale;

/**
 * PostgreSQL's {@code REPLICA IDENTITY}: what of the old row an UPDATE or DELETE writes to the log.
 */
public enum ReplicaIdentity {
    /** The whole old row. */
    FULL,
    /** The primary key's columns, for an UPDATE only if it changes them. */
    DEFAULT;

    /** The name in files: {@code full} or {@code default}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
