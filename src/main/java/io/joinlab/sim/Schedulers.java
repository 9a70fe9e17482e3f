package io.joinlab.sim;

import java.util.Random;

/** The schedulers that come with the simulator. */
public final class Schedulers {

    /**
     * Recognised by identity: jobs keep the arrival order themselves, which is faster than asking.
     */
    static final Scheduler ARRIVAL_ORDER =
            () -> {
                throw new IllegalStateException("arrival order is kept by the job");
            };

    static final Scheduler MANUAL =
            () -> {
                throw new IllegalStateException("a manual job is scheduled by its driver");
            };

    private Schedulers() {}

    /**
     * The default: after each verb, everything that waits is processed in the order in which it was
     * emitted, over all channels; then due timers, earliest first.
     */
    public static Scheduler arrivalOrder() {
        return ARRIVAL_ORDER;
    }

    /**
     * Any order that Flink allows, drawn from a seed. The same seed on an equal pipeline gives the
     * same run.
     */
    public static Scheduler random(long seed) {
        return () -> {
            Random random = new Random(seed);
            return enabled -> enabled.get(random.nextInt(enabled.size()));
        };
    }

    /**
     * Nothing is processed until the driver says so: see {@link SimulatedJob#choices()}, {@link
     * SimulatedJob#take(Choice)} and {@link SimulatedJob#drain()}.
     */
    public static Scheduler manual() {
        return MANUAL;
    }
}
