package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * Tells a join by processing time that its right input's snapshot has been read, as a watermark of
 * {@link #OVER}: a watermark stays behind the rows before it on every channel, and reaches every
 * subtask, whichever keys it has. A second stream of signals would race the rows.
 *
 * <p>The snapshot is over with the first event that is none of its rows. Debezium marks its last
 * row, too ({@code source.snapshot}), but Flink CDC's incremental snapshot leaves the mark out. So
 * if nothing ever changes in the right table, it is over only when the input ends.
 */
final class SnapshotWatermarks {
    /** The watermark with which the snapshot is over. */
    static final long OVER = 0;

    private SnapshotWatermarks() {}

    /** The left input is always that far; only the right one decides. */
    static WatermarkStrategy<ChangeEvent> ofLeft() {
        return WatermarkStrategy.forGenerator(context -> new Always());
    }

    /** That far from the first change on. */
    static WatermarkStrategy<ChangeEvent> ofRight() {
        return WatermarkStrategy.forGenerator(context -> new AfterSnapshot());
    }

    private static final class Always implements WatermarkGenerator<ChangeEvent> {
        @Override
        public void onEvent(ChangeEvent event, long timestamp, WatermarkOutput output) {
            output.emitWatermark(new Watermark(OVER));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            output.emitWatermark(new Watermark(OVER));
        }
    }

    private static final class AfterSnapshot implements WatermarkGenerator<ChangeEvent> {
        @Override
        public void onEvent(ChangeEvent event, long timestamp, WatermarkOutput output) {
            if (event.op() != Op.READ) {
                output.emitWatermark(new Watermark(OVER));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }
}
