package io.joinlab.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import javax.annotation.Nullable;

/** All processing-time timers of a job, over one clock. */
final class Timers {

    private final VirtualClock clock;
    private final PriorityQueue<Timer> queue = new PriorityQueue<>();
    private long nextSequence;
    private int cancelledInQueue;

    Timers(VirtualClock clock) {
        this.clock = clock;
    }

    VirtualClock clock() {
        return clock;
    }

    void add(Timer timer) {
        timer.sequence = nextSequence++;
        queue.add(timer);
    }

    void cancelled(Timer timer) {
        cancelledInQueue++;
        if (cancelledInQueue > 64 && cancelledInQueue > queue.size() / 2) {
            queue.removeIf(Timer::isCancelled);
            cancelledInQueue = 0;
        }
    }

    /** The earliest timer, due or not; null if there is none. */
    @Nullable
    Timer peek() {
        Timer first = queue.peek();
        while (first != null && first.isCancelled()) {
            queue.poll();
            cancelledInQueue = Math.max(0, cancelledInQueue - 1);
            first = queue.peek();
        }
        return first;
    }

    boolean anyDue() {
        Timer first = peek();
        return first != null && first.due <= clock.now();
    }

    /** Tasks with a due timer, without duplicates, in no particular order. */
    List<SimulatedTask> tasksWithDueTimers() {
        List<SimulatedTask> tasks = new ArrayList<>();
        if (anyDue()) {
            long now = clock.now();
            for (Timer timer : queue) {
                if (timer.due <= now
                        && !timer.isCancelled()
                        && !tasks.contains(timer.owner.task())) {
                    tasks.add(timer.owner.task());
                }
            }
        }
        return tasks;
    }

    /** Whether a task has registered any timer, due or not. */
    boolean anyOf(SimulatedTask task) {
        for (Timer timer : queue) {
            if (timer.owner.task() == task && !timer.isCancelled()) {
                return true;
            }
        }
        return false;
    }

    /** Removes and returns the earliest due timer of a task; null if none is due. */
    @Nullable
    Timer takeDue(SimulatedTask task) {
        Timer first = peek();
        if (first == null || first.due > clock.now()) {
            return null;
        }
        if (first.owner.task() == task) {
            return queue.poll();
        }
        Timer earliest = null;
        for (Timer timer : queue) {
            if (timer.owner.task() == task
                    && !timer.isCancelled()
                    && timer.due <= clock.now()
                    && (earliest == null || timer.compareTo(earliest) < 0)) {
                earliest = timer;
            }
        }
        if (earliest != null) {
            queue.remove(earliest);
        }
        return earliest;
    }

    /**
     * Runs a timer that was taken, and schedules it again if it is periodic: a fixed rate counts
     * from the time at which it was due, a fixed delay from the time at which it ran. The timestamp
     * that a periodic callback is told advances by the period in both cases ({@code
     * SystemProcessingTimeService.ScheduledTask}).
     */
    void fire(Timer timer) throws Exception {
        if (timer.period == 0) {
            timer.markDone();
            timer.callback.onProcessingTime(timer.timestamp);
            return;
        }
        timer.callback.onProcessingTime(timer.timestamp);
        if (!timer.isCancelled() && !timer.owner.isQuiesced()) {
            timer.due = (timer.fixedDelay ? clock.now() : timer.due) + timer.period;
            timer.timestamp += timer.period;
            add(timer);
        }
    }

    void removeAll(OperatorTimers owner) {
        queue.removeIf(timer -> timer.owner == owner);
    }
}
