package io.joinlab.explore;

import java.util.List;

/**
 * One order in which everything happens, told by how it departs from arrival order, in which all
 * that waits is processed in the order of its emission, then due timers fire, earliest first, then
 * the script goes on.
 *
 * @param departures in order; empty for arrival order itself
 */
public record Schedule(List<Departure> departures) {

    /** Arrival order. */
    public static final Schedule ARRIVAL_ORDER = new Schedule(List.of());

    /** Copies the departures. */
    public Schedule {
        departures = List.copyOf(departures);
    }

    /**
     * A place where something else happens than arrival order would have it.
     *
     * @param at how many transitions have happened before, departures included
     * @param take what happens, as {@link Replay.Line#transition()} names it
     */
    public record Departure(int at, String take) {}
}
