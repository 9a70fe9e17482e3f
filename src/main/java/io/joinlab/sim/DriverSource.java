package io.joinlab.sim;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Takes the place of a FLIP-27 source. Its reader emits what the driver sends, one element at a
 * time; it has no splits and no state, because the position in the input belongs to the driver and
 * is kept in the {@link Checkpoint}.
 */
final class DriverSource implements Source<Object, DriverSource.Split, Void> {

    private static final long serialVersionUID = 1L;

    private final transient Reader reader = new Reader();

    Reader reader() {
        return reader;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Object, Split> createReader(SourceReaderContext context) {
        return reader;
    }

    @Override
    public SplitEnumerator<Split, Void> createEnumerator(SplitEnumeratorContext<Split> context) {
        throw new UnsupportedOperationException("The simulator runs no enumerator");
    }

    @Override
    public SplitEnumerator<Split, Void> restoreEnumerator(
            SplitEnumeratorContext<Split> context, Void checkpoint) {
        throw new UnsupportedOperationException("The simulator runs no enumerator");
    }

    @Override
    public SimpleVersionedSerializer<Split> getSplitSerializer() {
        return NoSplits.INSTANCE;
    }

    @Override
    public SimpleVersionedSerializer<Void> getEnumeratorCheckpointSerializer() {
        throw new UnsupportedOperationException("The simulator runs no enumerator");
    }

    /** Never instantiated. */
    interface Split extends SourceSplit {}

    private enum NoSplits implements SimpleVersionedSerializer<Split> {
        INSTANCE;

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Split split) {
            throw new UnsupportedOperationException("There are no splits");
        }

        @Override
        public Split deserialize(int version, byte[] serialized) {
            throw new UnsupportedOperationException("There are no splits");
        }
    }

    /** Emits one element for each poll: the one that was offered before. */
    static final class Reader implements SourceReader<Object, Split> {

        private @Nullable Element next;

        void offer(Element element) {
            next = element;
        }

        @Override
        public InputStatus pollNext(ReaderOutput<Object> output) {
            if (next == null) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            Element element = next;
            next = null;
            if (element instanceof Element.Record record) {
                if (record.timestamp() == null) {
                    output.collect(record.value());
                } else {
                    output.collect(record.value(), record.timestamp());
                }
            } else if (element instanceof Element.Watermark watermark) {
                output.emitWatermark(new Watermark(watermark.timestamp()));
            } else if (element instanceof Element.Idle) {
                output.markIdle();
            } else if (element instanceof Element.Active) {
                output.markActive();
            } else if (element instanceof Element.EndOfData) {
                return InputStatus.END_OF_INPUT;
            } else {
                throw new IllegalArgumentException("A source can't emit " + element);
            }
            return InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public List<Split> snapshotState(long checkpointId) {
            return List.of();
        }

        @Override
        public void start() {}

        @Override
        public void addSplits(List<Split> splits) {}

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }
}
