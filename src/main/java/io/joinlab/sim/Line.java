package io.joinlab.sim;

import java.util.ArrayDeque;
import javax.annotation.Nullable;

/**
 * A FIFO queue of things to do, each with the moment of its arrival among all things of the job.
 */
abstract class Line<T> {

    private record Entry<T>(long arrival, T item) {}

    private final ArrayDeque<Entry<T>> entries = new ArrayDeque<>();

    /** Place in the job's {@link ReadyLines}; -1 if not there. */
    int readyIndex = -1;

    private boolean blocked;

    final void add(long arrival, T item) {
        entries.add(new Entry<>(arrival, item));
    }

    final @Nullable T peek() {
        Entry<T> head = entries.peek();
        return head == null ? null : head.item();
    }

    final T poll() {
        return entries.remove().item();
    }

    final boolean isEmpty() {
        return entries.isEmpty();
    }

    final int size() {
        return entries.size();
    }

    /** Arrival of the oldest item; the line must not be empty. */
    final long headArrival() {
        return entries.element().arrival();
    }

    final boolean isReady() {
        return !blocked && !entries.isEmpty();
    }

    final void setBlocked(boolean blocked) {
        this.blocked = blocked;
    }

    final boolean isBlocked() {
        return blocked;
    }

    abstract Choice choice();
}
