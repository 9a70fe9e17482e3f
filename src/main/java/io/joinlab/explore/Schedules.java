package io.joinlab.explore;

/** Which schedules an exploration tries. */
public sealed interface Schedules {

    /**
     * All of them, each of those that differ in what can come out.
     *
     * @param limit after how many runs to give up
     */
    record All(long limit) implements Schedules {
        /** The default limit. */
        public static final long LIMIT = 1_000_000;

        /**
         * @throws IllegalArgumentException if the limit is not positive
         */
        public All {
            if (limit < 1) {
                throw new IllegalArgumentException("the limit must be at least 1, is " + limit);
            }
        }
    }

    /**
     * Arrival order, then others at random.
     *
     * @param count how many
     * @param seed the same seed gives the same schedules, on every machine
     */
    record Sampled(long count, long seed) implements Schedules {
        /**
         * @throws IllegalArgumentException if the count is not positive
         */
        public Sampled {
            if (count < 1) {
                throw new IllegalArgumentException(
                        "the number of schedules must be at least 1, is " + count);
            }
        }
    }

    /** All schedules, up to {@link All#LIMIT}. */
    static Schedules allSchedules() {
        return new All(All.LIMIT);
    }

    /** All schedules; after so many runs the search gives up and says so. */
    static Schedules allSchedules(long limit) {
        return new All(limit);
    }

    /** Some schedules, drawn from a seed. */
    static Schedules sampledSchedules(long count, long seed) {
        return new Sampled(count, seed);
    }
}
