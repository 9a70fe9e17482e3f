package io.joinlab.join;

/** The clock that a join goes by, if it goes by one. */
public enum TimeDomain {
    /** The time that each record carries, made to progress by watermarks. */
    EVENT,
    /** The clock of the machine (in the simulator: the virtual clock) when a record arrives. */
    PROCESSING,
    /**
     * None: the join keeps two tables, as their changes make them, and says what changes in their
     * join.
     */
    CHANGELOG;

    /**
     * The middle part of a variant's name: {@code event}, {@code processing} or {@code changelog}.
     */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
