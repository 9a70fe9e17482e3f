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
    private final String name;
    private final List<ReplayElement<T>> elements = new ArrayList<>();

    private int released;
    private int emitted;
    private CompletableFuture<Void> moreReleased = new CompletableFuture<>();
    private CompletableFuture<Void> progress = new CompletableFuture<>();

    private int starts;
    private boolean reading;
    private Exception crash;

    ReplayGate(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    // ---- the driver's side

    /** Puts one more element in, behind the closed gate. */
    synchronized void add(ReplayElement<T> element) {
        if (ended(elements.size())) {
            throw new IllegalStateException("source " + name + " has ended: nothing can follow");
        }
        elements.add(element);
    }

    /** Lets the next element through. */
    synchronized void release() {
        if (released == elements.size()) {
            throw new IllegalStateException("source " + name + " has no element to release");
        }
        released++;
        wakeReader();
    }

    /** How many elements have been let through. */
    synchronized int released() {
        return released;
    }

    /**
     * Closes the gate again behind the first {@code position} elements; the rest can be released
     * anew.
     */
    synchronized void rewind(int position) {
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

    /** Makes the reader at work fail; the one that takes its place does not. */
    synchronized void crash(Exception failure) {
        crash = failure;
        wakeReader();
    }

    // ---- the reader's side

    synchronized void readerStarted() {
        starts++;
        reading = true;
        crash = null;
        changed();
    }

    synchronized void readerClosed() {
        reading = false;
    }

    /** The element at the position; {@code null} while it is not released. */
    synchronized ReplayElement<T> take(int position) throws Exception {
        if (crash != null) {
            throw crash;
        }
        return position < released ? elements.get(position) : null;
    }

    synchronized void emitted(int position) {
        emitted = position;
        if (ended(position)) {
            reading = false;
        }
        changed();
    }

    /** Whether the element before the position is the source's end. */
    synchronized boolean ended(int position) {
        return position > 0 && elements.get(position - 1) instanceof ReplayElement.End;
    }

    /** Completes when the element at the position is released. */
    synchronized CompletableFuture<Void> available(int position) {
        return crash != null || position < released || ended(position)
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
