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
     * keeps.
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
