package io.joinlab.live;

import java.time.Duration;

/**
 * How a job runs.
 *
 * @param checkpointInterval from one checkpoint to the next; {@code null} for none
 * @param backend where its state is kept
 * @param restartDelay how long Flink waits before it restarts the job after a failure, as often as
 *     it takes; {@code null} for a job that ends at its first failure
 */
public record JobSettings(
        Duration checkpointInterval, StateBackend backend, Duration restartDelay) {

    /** No checkpoints, state on the heap, the end at the first failure. */
    static final JobSettings ONE_ATTEMPT = new JobSettings(null, StateBackend.HEAP, null);
}
