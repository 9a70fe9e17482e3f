package io.joinlab.replay;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Keeps all that arrives, rows and watermarks, in the {@link ReplayRun} of the same JVM. It keeps
 * it at once, not on checkpoints: after a failure, what is emitted again is kept again.
 *
 * @param <T> the rows' type
 */
public final class CollectingSink<T> implements Sink<T> {
    private static final long serialVersionUID = 1L;

    private final String runId;
    private final String name;

    CollectingSink(String runId, String name) {
        this.runId = runId;
        this.name = name;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return new Writer<>(
                ReplayRun.of(runId), name, context.getTaskInfo().getIndexOfThisSubtask());
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract in Flink 1.20, never called by it
    public SinkWriter<T> createWriter(InitContext context) {
        throw new UnsupportedOperationException("Flink 1.20 calls createWriter(WriterInitContext)");
    }

    private record Writer<T>(ReplayRun run, String name, int subtask) implements SinkWriter<T> {

        @Override
        public void write(T row, Context context) {
            run.collect(name, new Collected.Row<>(run.step(), subtask, row, context.timestamp()));
        }

        @Override
        public void writeWatermark(Watermark watermark) {
            run.collect(
                    name,
                    new Collected.Watermark<T>(run.step(), subtask, watermark.getTimestamp()));
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
    }
}
