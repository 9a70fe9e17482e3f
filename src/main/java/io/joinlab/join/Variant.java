package io.joinlab.join;

import java.util.List;
import java.util.Set;

/** One join of the catalogue. */
public interface Variant {

    /**
     * The family's name, the first part of {@link #name()}: {@code tumbling}, {@code interval}, ...
     */
    String family();

    /** The clock it goes by. */
    TimeDomain time();

    /** Which unmatched rows it keeps. */
    JoinType type();

    /**
     * Whether a row that has come out stays. Otherwise the output is a changelog, whose rows say by
     * their {@link JoinedRow#kind()} what becomes of them.
     */
    default boolean appendOnly() {
        return true;
    }

    /**
     * What its rows say of the times of their sides; where that is {@link JoinedRow.Distance} or
     * {@link JoinedRow.Version}, padded rows have {@link JoinedRow.Unmatched}.
     */
    Class<? extends JoinedRow.Relation> relation();

    /** In one sentence: when two rows join, and when the result comes. */
    String summary();

    /** The claims and articles that make it matter, for {@code joinlab list}; may be empty. */
    List<String> since();

    /** The options without which it can't be built. */
    Set<JoinOption> required();

    /** The options that it also reads. */
    Set<JoinOption> optional();

    /**
     * Builds the join. For {@link TimeDomain#EVENT} both streams carry timestamps and watermarks;
     * every event has a row image. Events with a NULL key arrive only on sides that {@link #type()}
     * keeps. For {@link TimeDomain#CHANGELOG} every event has its table's primary key, and all but
     * deletes have the join key, be it NULL or not.
     *
     * @throws IllegalArgumentException if an option that this variant needs is missing or makes no
     *     sense
     */
    JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options);

    /** {@code family-time-type}, such as {@code tumbling-event-full}. */
    default String name() {
        return family() + "-" + time().label() + "-" + type().label();
    }
}
