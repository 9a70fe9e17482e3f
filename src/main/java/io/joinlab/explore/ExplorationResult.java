package io.joinlab.explore;

import java.util.List;

/**
 * What a job can bring out, over the schedules that were tried.
 *
 * @param outcomes every distinct outcome, that of arrival order first if it is among them; with a
 *     crash: what came out and was committed
 * @param atLeastOnceOutcomes the same of what came out, also when it was lost in a crash and came
 *     again; without crashes equal to {@code outcomes}
 * @param schedules how many schedules were tried; of those that differ only in the order of
 *     independent things, one
 * @param redundant how many runs were given up since all that could follow had been seen
 * @param complete whether there is no other schedule that could bring out something else
 * @param coverage how much of the search tree was seen, from 0 to 1, if its branches were all
 *     alike; 1 when complete, 0 for samples
 */
public record ExplorationResult(
        List<Found> outcomes,
        List<Found> atLeastOnceOutcomes,
        long schedules,
        long redundant,
        boolean complete,
        double coverage) {

    /** Copies the lists. */
    public ExplorationResult {
        outcomes = List.copyOf(outcomes);
        atLeastOnceOutcomes = List.copyOf(atLeastOnceOutcomes);
    }

    /**
     * A distinct outcome.
     *
     * @param outcome the outcome
     * @param schedules how many of the tried schedules lead there
     * @param shortest the one of them that departs least from arrival order, as far as it was found
     */
    public record Found(Outcome outcome, long schedules, Schedule shortest) {}
}
