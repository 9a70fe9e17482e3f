package io.joinlab.live;

/** Where a job keeps its state. */
public enum StateBackend {
    /** As objects on the heap: Flink's {@code hashmap}. */
    HEAP("hashmap"),
    /** Serialized, in files: Flink's {@code rocksdb}. */
    ROCKSDB("rocksdb");

    private final String flinkName;

    StateBackend(String flinkName) {
        this.flinkName = flinkName;
    }

    /** The name on the command line: {@code heap} or {@code rocksdb}. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    String flinkName() {
        return flinkName;
    }
}
