package io.joinlab.live;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Reports all that arrives, at once.
 *
 * @param <T> the rows' type
 */
final class ReportingSink<T> implements Sink<T> {

    private static final long serialVersionUID = 1L;

    private final String events;
    private final SerializableFunction<T, LiveEvent> event;

    ReportingSink(LiveEvents events, SerializableFunction<T, LiveEvent> event) {
        this.events = events.id();
        this.event = event;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return new Writer<>(LiveEvents.of(events), event);
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract in Flink 1.20, never called by it
    public SinkWriter<T> createWriter(InitContext context) {
        throw new UnsupportedOperationException("Flink 1.20 calls createWriter(WriterInitContext)");
    }

    private record Writer<T>(LiveEvents events, SerializableFunction<T, LiveEvent> event)
            implements SinkWriter<T> {

        @Override
        public void write(T row, Context context) {
            events.report(event.apply(row));
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
    }
}
