package io.joinlab.replay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Gives each subtask its own split, once. A split that comes back (its reader failed before any
 * checkpoint held it) goes to the same subtask again, at the position it had. Its state is the set
 * of subtasks that have theirs.
 */
final class ReplayEnumerator implements SplitEnumerator<ReplaySplit, SortedSet<Integer>> {
    private final SplitEnumeratorContext<ReplaySplit> context;
    private final SortedSet<Integer> assigned;
    private final SortedMap<Integer, ReplaySplit> returned = new TreeMap<>();

    ReplayEnumerator(SplitEnumeratorContext<ReplaySplit> context, SortedSet<Integer> assigned) {
        this.context = context;
        this.assigned = new TreeSet<>(assigned);
    }

    @Override
    public void start() {}

    @Override
    public void addReader(int subtask) {
        if (assigned.add(subtask)) {
            ReplaySplit back = returned.remove(subtask);
            context.assignSplit(back != null ? back : new ReplaySplit(subtask, 0), subtask);
        }
    }

    @Override
    public void addSplitsBack(List<ReplaySplit> splits, int subtask) {
        for (ReplaySplit split : splits) {
            assigned.remove(split.subtask());
            returned.put(split.subtask(), split);
        }
    }

    @Override
    public void handleSplitRequest(int subtask, String hostname) {
        throw new UnsupportedOperationException("a replay reader never asks for splits");
    }

    @Override
    public SortedSet<Integer> snapshotState(long checkpointId) {
        return new TreeSet<>(assigned);
    }

    @Override
    public void close() {}

    /** One int for each subtask. */
    static final class StateSerializer implements SimpleVersionedSerializer<SortedSet<Integer>> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(SortedSet<Integer> subtasks) {
            ByteBuffer bytes = ByteBuffer.allocate(subtasks.size() * Integer.BYTES);
            subtasks.forEach(bytes::putInt);
            return bytes.array();
        }

        @Override
        public SortedSet<Integer> deserialize(int version, byte[] serialized) throws IOException {
            if (version != 1 || serialized.length % Integer.BYTES != 0) {
                throw new IOException(
                        "not a replay enumerator's state: version "
                                + version
                                + ", "
                                + serialized.length
                                + " bytes");
            }
            SortedSet<Integer> subtasks = new TreeSet<>();
            ByteBuffer bytes = ByteBuffer.wrap(serialized);
            while (bytes.hasRemaining()) {
                subtasks.add(bytes.getInt());
            }
            return subtasks;
        }
    }
}
