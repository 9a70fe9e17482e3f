package io.joinlab.sim;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeServiceUtil;
import org.apache.flink.util.clock.Clock;
import org.apache.flink.util.concurrent.NeverCompleteFuture;

/**
 * The processing-time service of one operator, over the job's virtual clock. Timers are due when
 * they would be in Flink's {@code SystemProcessingTimeService}: a timer for time T once the clock
 * has reached T + 1 (so that it can't overtake a record of the same millisecond), one that is
 * overdue at once, a periodic one exactly at its time.
 */
final class OperatorTimers implements ProcessingTimeService {

    private final Timers timers;
    private final SimulatedTask task;
    private final NodePlan node;
    private boolean quiesced;

    OperatorTimers(Timers timers, SimulatedTask task, NodePlan node) {
        this.timers = timers;
        this.task = task;
        this.node = node;
    }

    Timers timers() {
        return timers;
    }

    SimulatedTask task() {
        return task;
    }

    NodePlan node() {
        return node;
    }

    boolean isQuiesced() {
        return quiesced;
    }

    @Override
    public Clock getClock() {
        return timers.clock();
    }

    @Override
    public ScheduledFuture<?> registerTimer(long timestamp, ProcessingTimeCallback target) {
        long now = getCurrentProcessingTime();
        long delay = ProcessingTimeServiceUtil.getProcessingTimeDelay(timestamp, now);
        if (quiesced) {
            return new NeverCompleteFuture(delay);
        }
        // Long.MAX_VALUE is Flink's way to say "never" (GlobalWindow); now + delay would overflow.
        long due = timestamp == Long.MAX_VALUE ? Long.MAX_VALUE : now + delay;
        return register(new Timer(this, target, due, timestamp, 0, false));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
            ProcessingTimeCallback callback, long initialDelay, long period) {
        return schedule(callback, initialDelay, period, false);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            ProcessingTimeCallback callback, long initialDelay, long period) {
        return schedule(callback, initialDelay, period, true);
    }

    private ScheduledFuture<?> schedule(
            ProcessingTimeCallback callback, long initialDelay, long period, boolean fixedDelay) {
        if (quiesced) {
            return new NeverCompleteFuture(initialDelay);
        }
        if (period <= 0) {
            throw new IllegalArgumentException("period must be positive, is " + period);
        }
        long first = getCurrentProcessingTime() + initialDelay;
        return register(new Timer(this, callback, first, first, period, fixedDelay));
    }

    private Timer register(Timer timer) {
        timers.add(timer);
        return timer;
    }

    @Override
    public CompletableFuture<Void> quiesce() {
        if (!quiesced) {
            quiesced = true;
            timers.removeAll(this);
        }
        return CompletableFuture.completedFuture(null);
    }
}
