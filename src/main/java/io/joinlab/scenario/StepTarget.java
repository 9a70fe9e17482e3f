package io.joinlab.scenario;

import io.joinlab.join.Side;
import java.time.Duration;

/**
 * A running job that takes the steps of a scenario which feed it; each call returns when all that
 * follows from it has happened.
 */
public interface StepTarget {

    /**
     * The side's source emits a record.
     *
     * @param timestamp in epoch milliseconds; {@code null} for none
     */
    void send(Side side, String raw, Long timestamp);

    /** The side's source emits a watermark, in epoch milliseconds. */
    void watermark(Side side, long timestamp);

    /** The side's source declares itself idle. */
    void idle(Side side);

    /** The side's source declares itself active again. */
    void active(Side side);

    /** The side's source reaches its end. */
    void end(Side side);

    /** Where the clock stands, in epoch milliseconds. */
    long clock();

    /** Moves the clock, never back; in epoch milliseconds. */
    void advanceClockTo(long time);

    /**
     * Performs a step other than a snapshot or a crash.
     *
     * @param pace how far the clock moves after a delivery
     */
    default void feed(Step step, Duration pace) {
        if (step instanceof Step.Deliver deliver) {
            send(deliver.side(), deliver.raw(), deliver.timestamp());
            if (!pace.isZero()) {
                advanceClockTo(clock() + pace.toMillis());
            }
        } else if (step instanceof Step.Watermark watermark) {
            if (watermark.left() != null) {
                watermark(Side.LEFT, watermark.left());
            }
            if (watermark.right() != null) {
                watermark(Side.RIGHT, watermark.right());
            }
        } else if (step instanceof Step.Idle idle) {
            idle.sides().forEach(this::idle);
        } else if (step instanceof Step.Active active) {
            active.sides().forEach(this::active);
        } else if (step instanceof Step.Clock clock) {
            // After a crash the clock may already be there: time is not undone.
            advanceClockTo(Math.max(clock.to(), clock()));
        } else if (step instanceof Step.End end) {
            end.sides().forEach(this::end);
        } else {
            throw new IllegalStateException("not a step that feeds the job: " + step);
        }
    }
}
