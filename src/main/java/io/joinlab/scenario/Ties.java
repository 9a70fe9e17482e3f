package io.joinlab.scenario;

import java.util.List;
import java.util.Set;

/**
 * Which steps of a scenario are not free when all its schedules are explored. Otherwise only the
 * steps of one input keep their order.
 *
 * @param then numbers of the steps that come after all that stands before them
 * @param together numbers of steps, in order, between which nothing else is emitted
 */
public record Ties(Set<Integer> then, List<List<Integer>> together) {

    /** Both inputs are free. */
    public static final Ties NONE = new Ties(Set.of(), List.of());

    /** Copies both. */
    public Ties {
        then = Set.copyOf(then);
        together = together.stream().map(List::copyOf).toList();
    }
}
