package io.joinlab.sim;

import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/** Tells the listener what an operator emits. */
final class ObservedOutput implements TaskOutput {

    private final TaskOutput output;
    private final SimulationListener listener;
    private final TaskId task;
    private final String operator;

    ObservedOutput(TaskOutput output, SimulationListener listener, TaskId task, String operator) {
        this.output = output;
        this.listener = listener;
        this.task = task;
        this.operator = operator;
    }

    @Override
    public void collect(StreamRecord<Object> record) {
        listener.emitted(task, operator, Element.describe(record));
        output.collect(record);
    }

    @Override
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {
        listener.emittedToSideOutput(task, operator, tag.getId(), Element.describe(record));
        output.collect(tag, record);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        listener.emitted(task, operator, Element.describe(watermark));
        output.emitWatermark(watermark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
        listener.emitted(task, operator, Element.describe(status));
        output.emitWatermarkStatus(status);
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
        output.emitLatencyMarker(marker);
    }

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {
        output.emitRecordAttributes(attributes);
    }
}
