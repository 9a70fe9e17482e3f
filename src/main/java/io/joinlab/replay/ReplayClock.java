package io.joinlab.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The clock that generated watermarks of a {@link ReplayRun} go by; it stands still until the
 * driver moves it. In epoch milliseconds, starting at 0.
 */
final class ReplayClock {
    private final List<ClockedWatermarks<?>> generators = new ArrayList<>();
    private long now;
    private CompletableFuture<Void> progress = new CompletableFuture<>();

    synchronized void advanceTo(long time) {
        if (time < now) {
            throw new IllegalArgumentException(
                    "the clock stands at " + now + " ms and can't go back to " + time + " ms");
        }
        now = time;
    }

    /** Whether every generator has done all that was due by now. */
    synchronized boolean reached() {
        return generators.stream().allMatch(generator -> generator.now() == now);
    }

    /** Completes when something has changed since this call. */
    synchronized CompletableFuture<Void> progress() {
        return progress;
    }

    synchronized long now() {
        return now;
    }

    synchronized void started(ClockedWatermarks<?> generator) {
        generators.add(generator);
    }

    synchronized void advanced() {
        CompletableFuture<Void> waiting = progress;
        progress = new CompletableFuture<>();
        waiting.complete(null);
    }

    /**
     * The source that this thread runs has ended or its task is gone, and with it all generators
     * chained to it: nobody waits for them any more.
     */
    synchronized void ended(Thread task) {
        for (ClockedWatermarks<?> generator : generators) {
            if (generator.task() == task) {
                generator.sourceEnded();
            }
        }
        generators.removeIf(generator -> generator.task() == task);
        advanced();
    }
}
