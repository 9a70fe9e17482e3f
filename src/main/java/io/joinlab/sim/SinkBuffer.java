package io.joinlab.sim;

import java.util.ArrayList;
import java.util.List;

/** All that a sink has received, over its subtasks, in order of arrival. */
final class SinkBuffer {

    record Entry(int subtask, Element element) {}

    final String name;
    private final List<Entry> entries = new ArrayList<>();

    SinkBuffer(String name) {
        this.name = name;
    }

    void add(int subtask, Element element) {
        entries.add(new Entry(subtask, element));
    }

    List<Entry> entries() {
        return entries;
    }
}
