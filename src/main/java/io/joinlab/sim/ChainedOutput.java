package io.joinlab.sim;

import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.operators.Input;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.RecordProcessorUtils;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.ThrowingConsumer;

/**
 * Calls the next operator of a chain directly, as Flink's {@code ChainingOutput} and, unless object
 * reuse is enabled, {@code CopyingChainingOutput} do.
 */
final class ChainedOutput implements TaskOutput {

    private final SimulatedTask task;
    private final NodePlan target;
    private final Input<Object> input;
    private final ThrowingConsumer<StreamRecord<Object>, Exception> records;
    private final @Nullable OutputTag<Object> outputTag;

    /** Null with object reuse. */
    private final @Nullable TypeSerializer<Object> serializer;

    private WatermarkStatus announcedStatus = WatermarkStatus.ACTIVE;

    ChainedOutput(SimulatedTask task, EdgePlan edge, Input<Object> input, boolean objectReuse) {
        this.task = task;
        this.target = edge.target();
        this.input = input;
        this.records = RecordProcessorUtils.getRecordProcessor(input);
        this.outputTag = edge.outputTag();
        this.serializer = objectReuse ? null : edge.serializer().duplicate();
    }

    @Override
    public void collect(StreamRecord<Object> record) {
        if (outputTag == null) {
            push(record);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {
        if (OutputTag.isResponsibleFor(outputTag, tag)) {
            push((StreamRecord<Object>) record);
        }
    }

    private void push(StreamRecord<Object> record) {
        try {
            records.accept(
                    serializer == null ? record : record.copy(serializer.copy(record.getValue())));
        } catch (Exception e) {
            throw task.failure(target, e);
        }
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        if (announcedStatus.isIdle()) {
            return;
        }
        try {
            input.processWatermark(watermark);
        } catch (Exception e) {
            throw task.failure(target, e);
        }
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
        if (announcedStatus.equals(status)) {
            return;
        }
        announcedStatus = status;
        try {
            input.processWatermarkStatus(status);
        } catch (Exception e) {
            throw task.failure(target, e);
        }
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
        try {
            input.processLatencyMarker(marker);
        } catch (Exception e) {
            throw task.failure(target, e);
        }
    }

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {
        try {
            input.processRecordAttributes(attributes);
        } catch (Exception e) {
            throw task.failure(target, e);
        }
    }
}
