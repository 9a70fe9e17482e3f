package io.joinlab.sim;

import org.apache.flink.streaming.api.operators.Input;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.io.RecordProcessorUtils;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.function.ThrowingConsumer;

/**
 * Hands elements to one input of a task's head operator, as Flink's {@code StreamTaskNetworkOutput}
 * of {@code OneInputStreamTask} and {@code StreamTwoInputProcessorFactory} do.
 */
abstract sealed class InputPort implements DataOutput<Object> {

    private final SimulatedJob job;
    private final TaskId task;
    private final int input;
    private final ThrowingConsumer<StreamRecord<Object>, Exception> records;

    private InputPort(
            SimulatedJob job,
            TaskId task,
            int input,
            ThrowingConsumer<StreamRecord<Object>, Exception> records) {
        this.job = job;
        this.task = task;
        this.input = input;
        this.records = records;
    }

    @Override
    public final void emitRecord(StreamRecord<Object> record) throws Exception {
        job.operatorCalled();
        records.accept(record);
    }

    @Override
    public final void emitWatermark(Watermark watermark) throws Exception {
        job.operatorCalled();
        job.listener().watermarkAdvanced(task, input, watermark.getTimestamp());
        process(watermark);
    }

    @Override
    public final void emitWatermarkStatus(WatermarkStatus status) throws Exception {
        job.operatorCalled();
        process(status);
    }

    abstract void process(Watermark watermark) throws Exception;

    abstract void process(WatermarkStatus status) throws Exception;

    /** The only input of an operator, or one of a multiple-input operator's. */
    static final class OfInput extends InputPort {
        private final Input<Object> operator;

        OfInput(SimulatedJob job, TaskId task, int input, Input<Object> operator) {
            super(job, task, input, RecordProcessorUtils.getRecordProcessor(operator));
            this.operator = operator;
        }

        @Override
        void process(Watermark watermark) throws Exception {
            operator.processWatermark(watermark);
        }

        @Override
        void process(WatermarkStatus status) throws Exception {
            operator.processWatermarkStatus(status);
        }

        @Override
        public void emitLatencyMarker(LatencyMarker marker) throws Exception {
            operator.processLatencyMarker(marker);
        }

        @Override
        public void emitRecordAttributes(RecordAttributes attributes) throws Exception {
            operator.processRecordAttributes(attributes);
        }
    }

    /** The first input of a two-input operator. */
    static final class First extends InputPort {
        private final TwoInputStreamOperator<Object, Object, Object> operator;

        First(
                SimulatedJob job,
                TaskId task,
                TwoInputStreamOperator<Object, Object, Object> operator) {
            super(job, task, 0, RecordProcessorUtils.getRecordProcessor1(operator));
            this.operator = operator;
        }

        @Override
        void process(Watermark watermark) throws Exception {
            operator.processWatermark1(watermark);
        }

        @Override
        void process(WatermarkStatus status) throws Exception {
            operator.processWatermarkStatus1(status);
        }

        @Override
        public void emitLatencyMarker(LatencyMarker marker) throws Exception {
            operator.processLatencyMarker1(marker);
        }

        @Override
        public void emitRecordAttributes(RecordAttributes attributes) throws Exception {
            operator.processRecordAttributes1(attributes);
        }
    }

    /** The second input of a two-input operator. */
    static final class Second extends InputPort {
        private final TwoInputStreamOperator<Object, Object, Object> operator;

        Second(
                SimulatedJob job,
                TaskId task,
                TwoInputStreamOperator<Object, Object, Object> operator) {
            super(job, task, 1, RecordProcessorUtils.getRecordProcessor2(operator));
            this.operator = operator;
        }

        @Override
        void process(Watermark watermark) throws Exception {
            operator.processWatermark2(watermark);
        }

        @Override
        void process(WatermarkStatus status) throws Exception {
            operator.processWatermarkStatus2(status);
        }

        @Override
        public void emitLatencyMarker(LatencyMarker marker) throws Exception {
            operator.processLatencyMarker2(marker);
        }

        @Override
        public void emitRecordAttributes(RecordAttributes attributes) throws Exception {
            operator.processRecordAttributes2(attributes);
        }
    }
}
