package io.joinlab.sim;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.operators.ProcessingTimeService.ProcessingTimeCallback;

/** A processing-time timer, registered by one operator. */
final class Timer implements ScheduledFuture<Object>, Comparable<Delayed> {

    final OperatorTimers owner;
    final ProcessingTimeCallback callback;

    /**
     * When it is due on the virtual clock, and what the callback is told; they differ by up to 1
     * ms.
     */
    long due;

    long timestamp;

    /** 0 for a timer that fires once. */
    final long period;

    final boolean fixedDelay;
    long sequence;
    private boolean cancelled;
    private boolean done;

    Timer(
            OperatorTimers owner,
            ProcessingTimeCallback callback,
            long due,
            long timestamp,
            long period,
            boolean fixedDelay) {
        this.owner = owner;
        this.callback = callback;
        this.due = due;
        this.timestamp = timestamp;
        this.period = period;
        this.fixedDelay = fixedDelay;
    }

    void markDone() {
        done = true;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        if (done || cancelled) {
            return false;
        }
        cancelled = true;
        owner.timers().cancelled(this);
        return true;
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public boolean isDone() {
        return done || cancelled;
    }

    @Override
    public Object get() {
        if (cancelled) {
            throw new CancellationException();
        }
        if (!done) {
            throw new IllegalStateException(
                    "Waiting for a timer would block the only thread of the simulation");
        }
        return null;
    }

    @Override
    public Object get(long timeout, TimeUnit unit) {
        return get();
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(due - owner.getCurrentProcessingTime(), TimeUnit.MILLISECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        Timer that = (Timer) other;
        int byDue = Long.compare(due, that.due);
        return byDue != 0 ? byDue : Long.compare(sequence, that.sequence);
    }
}
