package io.joinlab.sim;

import java.util.List;

/**
 * Decides what a job does next when several elements, mails or timers wait. A scheduler is
 * immutable; each job asks it for a {@link Run} of its own, so equal jobs take equal decisions.
 */
@FunctionalInterface
public interface Scheduler {

    /** Starts deciding for one job. */
    Run newRun();

    /** The decisions of one job, in order. */
    @FunctionalInterface
    interface Run {
        /**
         * Picks one of the enabled choices.
         *
         * @param enabled at least one choice, sorted
         * @return an element of {@code enabled}
         */
        Choice next(List<Choice> enabled);
    }
}
