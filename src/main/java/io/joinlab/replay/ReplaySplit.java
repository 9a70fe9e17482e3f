package io.joinlab.replay;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The part of a {@link ReplaySource} that one subtask reads.
 *
 * @param subtask the subtask, counted from 0
 * @param position how many of its elements have been emitted
 */
record ReplaySplit(int subtask, int position) implements SourceSplit {

    @Override
    public String splitId() {
        return Integer.toString(subtask);
    }

    /** Two ints. */
    static final class Serializer implements SimpleVersionedSerializer<ReplaySplit> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(ReplaySplit split) {
            return ByteBuffer.allocate(2 * Integer.BYTES)
                    .putInt(split.subtask)
                    .putInt(split.position)
                    .array();
        }

        @Override
        public ReplaySplit deserialize(int version, byte[] serialized) throws IOException {
            if (version != 1 || serialized.length != 2 * Integer.BYTES) {
                throw new IOException(
                        "not a replay split: version "
                                + version
                                + ", "
                                + serialized.length
                                + " bytes");
            }
            ByteBuffer bytes = ByteBuffer.wrap(serialized);
            return new ReplaySplit(bytes.getInt(), bytes.getInt());
        }
    }
}
