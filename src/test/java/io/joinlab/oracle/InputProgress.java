package io.joinlab.oracle;

import java.time.Duration;

/**
 * What one input says of its progress: watermarks that only rise, and whether it is idle.
 *
 * <p>With generated watermarks it is Flink's {@code BoundedOutOfOrdernessWatermarks}: the largest
 * time seen, minus the bound, minus 1 ms; and, with idleness, {@code WatermarksWithIdleness}: the
 * first look without a new row starts the timer, and a later look finds the input idle if more than
 * the timeout has passed. Idle ends only when the watermark rises.
 */
final class InputProgress {

    /** Where it goes: the join's watermark. */
    interface Listener {
        void watermark(long watermark);

        void idle();

        void active();
    }

    private final Listener listener;
    private long emitted = Long.MIN_VALUE;
    private boolean idle;
    private boolean ended;

    private long largestTime = Long.MIN_VALUE;
    private boolean seenAny;
    private boolean rowSinceLastLook;
    private Long quietSince;
    private boolean foundIdle;

    InputProgress(Listener listener) {
        this.listener = listener;
    }

    boolean isEnded() {
        return ended;
    }

    void watermark(long watermark) {
        if (watermark <= emitted) {
            return;
        }
        emitted = watermark;
        markActive();
        listener.watermark(watermark);
    }

    void markIdle() {
        if (!idle) {
            idle = true;
            listener.idle();
        }
    }

    void markActive() {
        if (idle) {
            idle = false;
            listener.active();
        }
    }

    /** The input ends: its last watermark gets lost if it is idle ({@code ChainingOutput}). */
    void end() {
        ended = true;
        if (!idle) {
            watermark(Long.MAX_VALUE);
        }
    }

    /** The input of a watermark generator ends; the generator is asked one last time. */
    void endGenerated(Duration outOfOrderness, Duration idleness, long clock) {
        ended = true;
        watermark(Long.MAX_VALUE);
        look(outOfOrderness, idleness, clock);
    }

    void row(long time) {
        largestTime = Math.max(largestTime, time);
        seenAny = true;
        rowSinceLastLook = true;
        foundIdle = false;
    }

    /** The generator's periodic turn. */
    void look(Duration outOfOrderness, Duration idleness, long clock) {
        if (idleness != null && isQuietFor(idleness, clock)) {
            if (!foundIdle) {
                markIdle();
                foundIdle = true;
            }
        } else if (seenAny) {
            watermark(largestTime - outOfOrderness.toMillis() - 1);
        }
    }

    private boolean isQuietFor(Duration idleness, long clock) {
        if (rowSinceLastLook) {
            rowSinceLastLook = false;
            quietSince = null;
            return false;
        } else if (quietSince == null) {
            quietSince = clock;
            return false;
        }
        return clock - quietSince > idleness.toMillis();
    }
}
