package io.joinlab.live;

import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The split of a source that has none; it is never made but by its serializer. */
record NoSplit() implements SourceSplit {

    @Override
    public String splitId() {
        return "none";
    }

    /** Has nothing to assign. */
    static final class Enumerator implements SplitEnumerator<NoSplit, NoSplit> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<NoSplit> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public NoSplit snapshotState(long checkpointId) {
            return new NoSplit();
        }

        @Override
        public void close() {}
    }

    /** Writes nothing. */
    static final class Serializer implements SimpleVersionedSerializer<NoSplit> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(NoSplit split) {
            return new byte[0];
        }

        @Override
        public NoSplit deserialize(int version, byte[] serialized) {
            return new NoSplit();
        }
    }
}
