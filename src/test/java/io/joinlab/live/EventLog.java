package io.joinlab.live;

import io.joinlab.join.ChangelogFold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Keeps what happens in a live join. */
final class EventLog implements Consumer<LiveEvent> {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final List<LiveEvent> events = new ArrayList<>();

    @Override
    public synchronized void accept(LiveEvent event) {
        events.add(event);
        notifyAll();
    }

    /** All that has happened so far. */
    synchronized List<LiveEvent> events() {
        return List.copyOf(events);
    }

    /** Waits until what has happened is enough; after a minute it has to do as it is. */
    synchronized void await(Predicate<List<LiveEvent>> enough) throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!enough.test(List.copyOf(events)) && deadline > System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        }
    }

    /** What the joined rows, read as a changelog, leave. */
    Map<ChangelogFold.Row, Integer> fold() {
        ChangelogFold fold = new ChangelogFold();
        for (LiveEvent event : events()) {
            if (event instanceof LiveEvent.Joined joined) {
                fold.apply(joined.row());
            }
        }
        return fold.rows();
    }
}
