package io.joinlab.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * What a sink of a simulated job has received. The sink itself never runs.
 *
 * @param <T> type of the records
 */
public final class SimulatedSink<T> {

    private final SinkBuffer buffer;
    private int taken;

    SimulatedSink(SinkBuffer buffer) {
        this.buffer = buffer;
    }

    /** The sink's name, as the pipeline gave it. */
    public String name() {
        return buffer.name;
    }

    /** Values of all records, in order of arrival over all subtasks. */
    public List<T> values() {
        return values(0);
    }

    /** All records with timestamp and subtask, in order of arrival over all subtasks. */
    public List<SinkRecord<T>> records() {
        return records(0);
    }

    /** All elements, watermarks and end of data included, in order of arrival over all subtasks. */
    public List<Element> elements() {
        return elementsFrom(0);
    }

    /** All elements that one subtask has received, in order. */
    public List<Element> elements(int subtask) {
        return buffer.entries().stream()
                .filter(entry -> entry.subtask() == subtask)
                .map(SinkBuffer.Entry::element)
                .toList();
    }

    /**
     * Values of the records that arrived since something was last taken from this sink. The {@code
     * takeNew} methods share one position, so what one of them returns, the others don't.
     */
    public List<T> takeNewValues() {
        return values(advance());
    }

    /** Records that arrived since something was last taken. */
    public List<SinkRecord<T>> takeNewRecords() {
        return records(advance());
    }

    /** Elements that arrived since something was last taken. */
    public List<Element> takeNewElements() {
        return elementsFrom(advance());
    }

    private int advance() {
        int from = taken;
        taken = buffer.entries().size();
        return from;
    }

    private List<T> values(int from) {
        List<T> values = new ArrayList<>();
        for (SinkRecord<T> record : records(from)) {
            values.add(record.value());
        }
        return values;
    }

    @SuppressWarnings("unchecked")
    private List<SinkRecord<T>> records(int from) {
        List<SinkBuffer.Entry> entries = buffer.entries();
        List<SinkRecord<T>> records = new ArrayList<>();
        for (SinkBuffer.Entry entry : entries.subList(from, entries.size())) {
            if (entry.element() instanceof Element.Record record) {
                records.add(
                        new SinkRecord<>((T) record.value(), record.timestamp(), entry.subtask()));
            }
        }
        return records;
    }

    private List<Element> elementsFrom(int from) {
        List<SinkBuffer.Entry> entries = buffer.entries();
        return entries.subList(from, entries.size()).stream()
                .map(SinkBuffer.Entry::element)
                .toList();
    }
}
