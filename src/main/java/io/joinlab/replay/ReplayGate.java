package io.joinlab.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Stands between a driver and the reader of one source subtask in the same JVM: the driver puts
 * elements in and releases them one by one, the reader takes what is released and says when it has
 * emitted it. Elements stay, so that a reader restored to an earlier position can emit them again.
 *
 * <p>Positions count elements: a reader at position {@code n} has emitted the first {@code n}.
 */
final class ReplayGate<T> {
    private final String source;
    private final int subtask;
    private final List<ReplayElement<T>> elements = new ArrayList<>();

    private int released;
    private int emitted;
    private CompletableFuture<Void> moreReleased = new CompletableFuture<>();
    private CompletableFuture<Void> progress = new CompletableFuture<>();

    private int starts;
    private boolean reading;

    ReplayGate(String source, int subtask) {
        this.source = source;
        this.subtask = subtask;
    }

    String source() {
        return source;
    }

    String name() {
        return source + "[" + subtask + "]";
    }

    /** Puts one more element in, behind the closed gate. */
    synchronized void add(ReplayElement<T> element) {
        if (ended(elements.size())) {
            throw new IllegalStateException("source " + name() + " has ended: nothing can follow");
        }
        elements.add(element);
    }

    /** Lets the next element through. */
    synchronized void release() {
        if (released == elements.size()) {
            throw new IllegalStateException("source " + name() + " has no element to release");
        }
        released++;
        wakeReader();
    }

    /** How many elements have been let through. */
    synchronized int released() {
        return released;
    }

    /**
     * Goes back to where the first {@code position} elements were released; the others are gone.
     */
    synchronized void rewind(int position) {
        elements.subList(position, elements.size()).clear();
        released = position;
        emitted = position;
    }

    /** Whether everything released has been emitted. */
    synchronized boolean drained() {
        return emitted >= released;
    }

    /**
     * Completes when something has changed since this call: an element emitted, a reader started.
     */
    synchronized CompletableFuture<Void> progress() {
        return progress;
    }

    /** How many readers have been started here so far; every restart of the job adds one. */
    synchronized int starts() {
        return starts;
    }

    /** Whether a reader is at work that has not reached the end. */
    synchronized boolean reading() {
        return reading;
    }

    synchronized void readerStarted() {
        starts++;
        reading = true;
        changed();
    }

    synchronized void readerClosed() {
        reading = false;
    }

    /** The element at the position; {@code null} while it is not released. */
    synchronized ReplayElement<T> take(int position) {
        return position < released ? elements.get(position) : null;
    }

    synchronized void emitted(int position) {
        emitted = position;
        if (ended(position)) {
            reading = false;
        }
        changed();
    }

    /**
     * Whether the element before the position is the source's end. A reader that has been rewound
     * and does not know it yet can be behind the last element.
     */
    synchronized boolean ended(int position) {
        return position > 0
                && position <= elements.size()
                && elements.get(position - 1) instanceof ReplayElement.End;
    }

    /** Completes when the element at the position is released. */
    synchronized CompletableFuture<Void> available(int position) {
        return position < released || ended(position)
                ? CompletableFuture.completedFuture(null)
                : moreReleased;
    }

    private void wakeReader() {
        CompletableFuture<Void> waiting = moreReleased;
        moreReleased = new CompletableFuture<>();
        waiting.complete(null);
    }

    private void changed() {
        CompletableFuture<Void> waiting = progress;
        progress = new CompletableFuture<>();
        waiting.complete(null);
    }
}
