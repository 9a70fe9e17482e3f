package io.joinlab.sim;

import org.apache.flink.util.clock.Clock;

/** The one clock of a job. It moves only when the driver says so. */
final class VirtualClock extends Clock {

    private long now;
    private long reads;

    VirtualClock(long now) {
        this.now = now;
    }

    void moveTo(long time) {
        if (time < now) {
            throw new IllegalArgumentException(
                    "The clock can't go back: it stands at %d ms, asked for %d ms"
                            .formatted(now, time));
        }
        now = time;
    }

    /** The time, without counting as a read. */
    long now() {
        return now;
    }

    /** How often operators have asked for the time. */
    long reads() {
        return reads;
    }

    @Override
    public long absoluteTimeMillis() {
        reads++;
        return now;
    }

    @Override
    public long relativeTimeMillis() {
        reads++;
        return now;
    }

    @Override
    public long relativeTimeNanos() {
        reads++;
        return now * 1_000_000;
    }
}
