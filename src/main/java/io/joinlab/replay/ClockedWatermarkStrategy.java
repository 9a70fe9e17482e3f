package io.joinlab.replay;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.WatermarkAlignmentParams;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * Puts a watermark strategy under the clock of a {@link ReplayRun}: its generator's periodic
 * emission and its idleness go by that clock instead of the system's, so that a job on a real
 * cluster emits its watermarks at exactly chosen moments.
 *
 * <p>Why that does not change what is tested. Flink calls a generator in two ways: {@code onEvent}
 * for each record, which is passed through, and {@code onPeriodicEmit} from a processing-time timer
 * every {@code pipeline.auto-watermark-interval}. A generator knows time in two ways only: through
 * those calls, and through {@code Context.getInputActivityClock()}. Here Flink's timer runs every
 * millisecond ({@link Lockstep} sees to that), and each of its calls, on the task's own thread,
 * hands the generator the periodic calls that have become due on the replay clock since the last,
 * each with the activity clock standing at the moment at which it was due. The generator, the
 * operator that hosts it, and everything behind it are Flink's and the pipeline's own; they see a
 * job whose system clock happens to be the replay clock. What is lost is only the pausing of the
 * activity clock under back-pressure ({@code PausableRelativeClock}): a job fed in step has none.
 *
 * <p>The strategy must be used in the task of its {@link ReplaySource} (given to {@code
 * fromSource}, or chained to it), because that is how a generator learns that its source has ended.
 *
 * @param <T> the records' type
 */
final class ClockedWatermarkStrategy<T> implements WatermarkStrategy<T> {
    private static final long serialVersionUID = 1L;

    private final String runId;
    private final WatermarkStrategy<T> strategy;
    private final long period;
    private final boolean emitsOnFinish;

    private ClockedWatermarkStrategy(
            String runId, WatermarkStrategy<T> strategy, long period, boolean emitsOnFinish) {
        this.runId = runId;
        this.strategy = strategy;
        this.period = period;
        this.emitsOnFinish = emitsOnFinish;
    }

    /**
     * For a strategy given to {@code assignTimestampsAndWatermarks}: {@code
     * TimestampsAndWatermarksOperator} registers a timer for one interval after the last; a timer
     * fires one millisecond after the time it is registered for ({@code
     * ProcessingTimeServiceUtil.getProcessingTimeDelay}); and it emits once more when it finishes.
     */
    static <T> WatermarkStrategy<T> onStream(
            ReplayRun run, WatermarkStrategy<T> strategy, Duration interval) {
        return new ClockedWatermarkStrategy<>(run.id(), strategy, interval.toMillis() + 1, true);
    }

    /**
     * For a strategy given to {@code fromSource}: {@code ProgressiveTimestampsAndWatermarks}
     * schedules a task with the interval as its fixed delay, and cancels it when the source ends.
     */
    static <T> WatermarkStrategy<T> onSource(
            ReplayRun run, WatermarkStrategy<T> strategy, Duration interval) {
        return new ClockedWatermarkStrategy<>(run.id(), strategy, interval.toMillis(), false);
    }

    @Override
    public WatermarkGenerator<T> createWatermarkGenerator(
            WatermarkGeneratorSupplier.Context context) {
        return new ClockedWatermarks<>(
                ReplayRun.of(runId).clock(), strategy, context, period, emitsOnFinish);
    }

    @Override
    public TimestampAssigner<T> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
        return strategy.createTimestampAssigner(context);
    }

    @Override
    public WatermarkAlignmentParams getAlignmentParameters() {
        return strategy.getAlignmentParameters();
    }
}
