package io.joinlab.sim;

import javax.annotation.Nullable;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** What travels between operators. */
public sealed interface Element {

    /**
     * A record.
     *
     * @param value the record's value, may be null
     * @param timestamp event time in ms, or null for a record without one
     */
    record Record(@Nullable Object value, @Nullable Long timestamp) implements Element {
        @Override
        public String toString() {
            return timestamp == null ? String.valueOf(value) : value + " @ " + timestamp;
        }
    }

    /**
     * A watermark: no record with this timestamp (ms, inclusive) or an earlier one is expected any
     * more.
     */
    record Watermark(long timestamp) implements Element {
        /** True for the watermark that ends event time: {@code Long.MAX_VALUE}. */
        public boolean isMax() {
            return timestamp == Long.MAX_VALUE;
        }

        @Override
        public String toString() {
            return "watermark " + (isMax() ? "MAX" : timestamp);
        }
    }

    /** The channel no longer holds back watermarks: Flink's {@code WatermarkStatus.IDLE}. */
    record Idle() implements Element {
        @Override
        public String toString() {
            return "idle";
        }
    }

    /** The channel takes part in watermarks again: Flink's {@code WatermarkStatus.ACTIVE}. */
    record Active() implements Element {
        @Override
        public String toString() {
            return "active";
        }
    }

    /** A checkpoint barrier. */
    record Barrier(long checkpointId) implements Element {
        @Override
        public String toString() {
            return "barrier " + checkpointId;
        }
    }

    /** The sender has finished: Flink's {@code EndOfData}. Only barriers can follow. */
    record EndOfData() implements Element {
        @Override
        public String toString() {
            return "end of data";
        }
    }

    /** Any other Flink stream element, such as latency markers and record attributes. */
    record Other(StreamElement element) implements Element {
        @Override
        public String toString() {
            return element.toString();
        }
    }

    /** Describes an element as it waits in a channel; channels hold Flink's own objects. */
    static Element describe(Object element) {
        if (element instanceof Element own) {
            return own;
        }
        StreamElement streamElement = (StreamElement) element;
        if (streamElement.isRecord()) {
            StreamRecord<?> record = streamElement.asRecord();
            return new Record(
                    record.getValue(), record.hasTimestamp() ? record.getTimestamp() : null);
        }
        if (streamElement.isWatermark()) {
            return new Watermark(streamElement.asWatermark().getTimestamp());
        }
        if (streamElement.isWatermarkStatus()) {
            return streamElement.asWatermarkStatus().equals(WatermarkStatus.IDLE)
                    ? new Idle()
                    : new Active();
        }
        return new Other(streamElement);
    }
}
