package io.joinlab.join;

/** The clock that a join goes by. */
public enum TimeDomain {
    /** The time that each record carries, made to progress by watermarks. */
    EVENT,
    /** The clock of the machine (in the simulator: the virtual clock) when a record arrives. */
    PROCESSING;

    /** The middle part of a variant's name: {@code event} or {@code processing}. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
