package io.joinlab.replay;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.clock.RelativeClock;

/**
 * A watermark generator under the {@link ReplayClock}: see {@link ClockedWatermarkStrategy}. Used
 * by its task's thread only, except where said.
 */
final class ClockedWatermarks<T> implements WatermarkGenerator<T> {
    private final ReplayClock clock;
    private final WatermarkGenerator<T> generator;
    private final long period;
    private final boolean emitsOnFinish;
    private final Thread task = Thread.currentThread();

    private volatile long now;
    private long nextEmit;
    private volatile boolean sourceEnded;

    ClockedWatermarks(
            ReplayClock clock,
            WatermarkGeneratorSupplier<T> supplier,
            WatermarkGeneratorSupplier.Context context,
            long period,
            boolean emitsOnFinish) {
        this.clock = clock;
        this.period = period;
        this.emitsOnFinish = emitsOnFinish;
        this.now = clock.now();
        this.nextEmit = now + period;
        this.generator = supplier.createWatermarkGenerator(new ClockedContext(context));
        clock.started(this);
    }

    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        generator.onEvent(event, eventTimestamp, output);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        if (sourceEnded) {
            if (emitsOnFinish) {
                generator.onPeriodicEmit(output);
            }
            return;
        }
        long target = clock.now();
        if (now == target) {
            return;
        }
        while (nextEmit <= target) {
            now = nextEmit;
            generator.onPeriodicEmit(output);
            nextEmit += period;
        }
        now = target;
        clock.advanced();
    }

    /** How far it has come; read by the driver. */
    long now() {
        return now;
    }

    /** The thread it runs in; read by the driver. */
    Thread task() {
        return task;
    }

    void sourceEnded() {
        sourceEnded = true;
    }

    /** Flink's context, with this clock in the place of the system's. */
    private final class ClockedContext implements WatermarkGeneratorSupplier.Context {
        private final WatermarkGeneratorSupplier.Context context;

        ClockedContext(WatermarkGeneratorSupplier.Context context) {
            this.context = context;
        }

        @Override
        public MetricGroup getMetricGroup() {
            return context.getMetricGroup();
        }

        @Override
        public RelativeClock getInputActivityClock() {
            return new RelativeClock() {
                @Override
                public long relativeTimeMillis() {
                    return now;
                }

                @Override
                public long relativeTimeNanos() {
                    return Duration.ofMillis(now).toNanos();
                }
            };
        }
    }
}
