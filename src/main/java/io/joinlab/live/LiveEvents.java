package io.joinlab.live;

import io.joinlab.join.Side;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Where the tasks of one live join report what happens, in the order in which it does. Tasks travel
 * serialized and find it by its id, so it works in one JVM only.
 *
 * <p>Nothing is withheld until a checkpoint completes: after a failure Flink brings the job back to
 * its last checkpoint, and what came after that is reported again.
 */
final class LiveEvents implements AutoCloseable {

    private static final Map<String, LiveEvents> OPEN = new ConcurrentHashMap<>();

    private final String id = UUID.randomUUID().toString();
    private final Consumer<LiveEvent> observer;
    private final Map<Side, Integer> markers = new EnumMap<>(Side.class);
    private Throwable failure;
    private boolean ended;

    private LiveEvents(Consumer<LiveEvent> observer) {
        this.observer = observer;
    }

    /**
     * Events for an observer.
     *
     * @param observer called by one thread at a time; what it throws fails the job
     */
    static LiveEvents open(Consumer<LiveEvent> observer) {
        LiveEvents events = new LiveEvents(observer);
        OPEN.put(events.id, events);
        return events;
    }

    static LiveEvents of(String id) {
        LiveEvents events = OPEN.get(id);
        if (events == null) {
            throw new IllegalStateException("No live join " + id + " is running in this JVM.");
        }
        return events;
    }

    String id() {
        return id;
    }

    synchronized void report(LiveEvent event) {
        observer.accept(event);
    }

    /** A source has read the log up to a marker. */
    synchronized void reached(Side side, int marker) {
        markers.merge(side, marker, Math::max);
        notifyAll();
    }

    /** The job has ended in order, or nobody needs to wait for its end any longer. */
    synchronized void ended() {
        ended = true;
        notifyAll();
    }

    /** The job has failed for good; whoever waits is told. */
    synchronized void failed(Throwable cause) {
        failure = cause;
        notifyAll();
    }

    /**
     * Waits until both sources have read up to a marker.
     *
     * @return whether they have within the time
     * @throws IllegalStateException if the job fails meanwhile
     */
    synchronized boolean awaitMarker(int marker, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!hasReached(Side.LEFT, marker) || !hasReached(Side.RIGHT, marker)) {
            if (failure != null) {
                throw new IllegalStateException("the job failed: " + rootOf(failure), failure);
            }
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /**
     * Waits until the job ends or fails for good.
     *
     * @param timeout {@code null} for no end
     * @return why it failed; {@code null} if it ended in order or runs after the time
     */
    synchronized Exception awaitFailure(Duration timeout) throws InterruptedException {
        long deadline = timeout == null ? 0 : System.nanoTime() + timeout.toNanos();
        while (failure == null && !ended) {
            if (timeout == null) {
                wait();
            } else if (deadline - System.nanoTime() > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
            } else {
                return null;
            }
        }
        return failure == null
                ? null
                : new IllegalStateException(rootOf(failure).toString(), failure);
    }

    private boolean hasReached(Side side, int marker) {
        return markers.getOrDefault(side, -1) >= marker;
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    @Override
    public void close() {
        OPEN.remove(id);
    }
}
