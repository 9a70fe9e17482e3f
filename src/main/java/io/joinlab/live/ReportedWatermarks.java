package io.joinlab.live;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.join.Side;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/** A watermark strategy that reports what its generator emits. */
final class ReportedWatermarks implements WatermarkStrategy<ChangeEvent> {

    private static final long serialVersionUID = 1L;

    private final String events;
    private final Side side;
    private final WatermarkStrategy<ChangeEvent> strategy;

    ReportedWatermarks(LiveEvents events, Side side, WatermarkStrategy<ChangeEvent> strategy) {
        this.events = events.id();
        this.side = side;
        this.strategy = strategy;
    }

    @Override
    public TimestampAssigner<ChangeEvent> createTimestampAssigner(
            TimestampAssignerSupplier.Context context) {
        return strategy.createTimestampAssigner(context);
    }

    @Override
    public WatermarkGenerator<ChangeEvent> createWatermarkGenerator(
            WatermarkGeneratorSupplier.Context context) {
        LiveEvents report = LiveEvents.of(events);
        WatermarkGenerator<ChangeEvent> generator = strategy.createWatermarkGenerator(context);
        Output reported = new Output(report, side);
        return new WatermarkGenerator<>() {
            @Override
            public void onEvent(ChangeEvent event, long timestamp, WatermarkOutput output) {
                generator.onEvent(event, timestamp, reported.to(output));
            }

            @Override
            public void onPeriodicEmit(WatermarkOutput output) {
                generator.onPeriodicEmit(reported.to(output));
            }
        };
    }

    /**
     * Generators repeat themselves; what changes nothing is not reported. What changes something is
     * as in Flink's {@code TimestampsAndWatermarksOperator.WatermarkEmitter}.
     */
    private static final class Output implements WatermarkOutput {
        private final LiveEvents report;
        private final Side side;
        private WatermarkOutput output;
        private long last = Long.MIN_VALUE;
        private boolean idle;

        Output(LiveEvents report, Side side) {
            this.report = report;
            this.side = side;
        }

        Output to(WatermarkOutput target) {
            output = target;
            return this;
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            if (watermark.getTimestamp() > last) {
                activate();
                last = watermark.getTimestamp();
                report.report(new LiveEvent.Watermark(side, last));
            }
            output.emitWatermark(watermark);
        }

        @Override
        public void markIdle() {
            if (!idle) {
                idle = true;
                report.report(new LiveEvent.Idle(side));
            }
            output.markIdle();
        }

        @Override
        public void markActive() {
            activate();
            output.markActive();
        }

        private void activate() {
            if (idle) {
                idle = false;
                report.report(new LiveEvent.Active(side));
            }
        }
    }
}
