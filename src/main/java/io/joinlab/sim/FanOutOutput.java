package io.joinlab.sim;

import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * Emits to none or several outputs, as Flink's {@code BroadcastingOutputCollector} does; with
 * object reuse all but the last get a record object of their own ({@code
 * CopyingBroadcastingOutputCollector}), for chained operators may change its timestamp.
 */
final class FanOutOutput implements TaskOutput {

    private final TaskOutput[] outputs;
    private final boolean copyRecords;

    FanOutOutput(TaskOutput[] outputs, boolean copyRecords) {
        this.outputs = outputs;
        this.copyRecords = copyRecords;
    }

    @Override
    public void collect(StreamRecord<Object> record) {
        for (int i = 0; i < outputs.length; i++) {
            outputs[i].collect(
                    copyRecords && i < outputs.length - 1
                            ? record.copy(record.getValue())
                            : record);
        }
    }

    @Override
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {
        for (int i = 0; i < outputs.length; i++) {
            outputs[i].collect(
                    tag,
                    copyRecords && i < outputs.length - 1
                            ? record.copy(record.getValue())
                            : record);
        }
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        for (TaskOutput output : outputs) {
            output.emitWatermark(watermark);
        }
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
        for (TaskOutput output : outputs) {
            output.emitWatermarkStatus(status);
        }
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
        if (outputs.length > 0) {
            outputs[0].emitLatencyMarker(marker);
        }
    }

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {
        for (TaskOutput output : outputs) {
            output.emitRecordAttributes(attributes);
        }
    }
}
