package io.joinlab.sim;

import org.apache.flink.streaming.api.operators.Input;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** Stands in for one subtask of a sink and keeps what arrives. */
final class SinkRecorder implements Input<Object> {

    private final SinkBuffer buffer;
    private final int subtask;

    /** Elements that this subtask has recorded. */
    private int position;

    SinkRecorder(SinkBuffer buffer, int subtask) {
        this.buffer = buffer;
        this.subtask = subtask;
    }

    SinkBuffer buffer() {
        return buffer;
    }

    int position() {
        return position;
    }

    @Override
    public void processElement(StreamRecord<Object> record) {
        record(Element.describe(record));
    }

    @Override
    public void processWatermark(Watermark watermark) {
        record(Element.describe(watermark));
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) {
        record(Element.describe(status));
    }

    void endOfData() {
        record(new Element.EndOfData());
    }

    private void record(Element element) {
        buffer.add(subtask, element);
        position++;
    }

    @Override
    public void processLatencyMarker(LatencyMarker marker) {}

    @Override
    public void processRecordAttributes(RecordAttributes attributes) {}

    @Override
    public void setKeyContextElement(StreamRecord<Object> record) {}
}
