package io.joinlab.sim;

import org.apache.flink.util.clock.Clock;

/** The one clock of a job. It moves only when the driver says so. */
final class VirtualClock extends Clock {

    private long now;

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

    @Override
    public long absoluteTimeMillis() {
        return now;
    }

    @Override
    public long relativeTimeMillis() {
        return now;
    }

    @Override
    public long relativeTimeNanos() {
        return now * 1_000_000;
    }
}
