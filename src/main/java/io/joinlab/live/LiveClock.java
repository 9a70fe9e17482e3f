package io.joinlab.live;

import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.TimeDomain;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * The clock of a scenario that was a live run. A scenario's clock starts at 0s; here that is a
 * moment shortly before the first row came, at which a window could start, so that windows begin
 * and end as they did.
 *
 * @param runs whether the join goes by the clock at all
 * @param start the system's time at 0s, in epoch milliseconds
 */
record LiveClock(boolean runs, long start) {

    static LiveClock of(LiveJoin.Spec spec, List<LiveEvent> events) {
        boolean runs = spec.variant().time() == TimeDomain.PROCESSING;
        long first =
                events.stream()
                        .filter(LiveEvent.Arrival.class::isInstance)
                        .mapToLong(event -> ((LiveEvent.Arrival) event).at())
                        .findFirst()
                        .orElse(0);
        return new LiveClock(runs, runs ? first - Math.floorMod(first, raster(spec)) : 0);
    }

    /** From the start of one window to the next; any time may start a session. */
    private static long raster(LiveJoin.Spec spec) {
        JoinOptions.Windows windows = spec.options().windows();
        if (windows.slide() != null) {
            return windows.slide().toMillis();
        }
        return windows.size() != null ? windows.size().toMillis() : 1;
    }

    /** The scenario, with the clock moved to each arrival and to the end of the last window. */
    Scenario in(Scenario scenario, List<LiveEvent> events) {
        if (!runs) {
            return scenario;
        }
        List<Step> steps = new ArrayList<>();
        List<Step> deliveries = scenario.steps();
        int delivered = 0;
        long clock = 0;
        for (LiveEvent event : events) {
            if (event instanceof LiveEvent.Arrival arrival) {
                clock = moveTo(arrival.at() - start, clock, steps);
                Step.Deliver delivery = (Step.Deliver) deliveries.get(delivered++);
                steps.add(
                        new Step.Deliver(
                                steps.size() + 1, 0, delivery.side(), delivery.raw(), null));
            }
        }
        long end = clock;
        for (LiveEvent event : events) {
            if (event instanceof LiveEvent.Joined joined
                    && joined.row().relation() instanceof JoinedRow.Window window) {
                end = Math.max(end, window.end() - start);
            }
        }
        moveTo(end, clock, steps);
        return new Scenario(
                scenario.file(),
                scenario.title(),
                scenario.about(),
                scenario.variant(),
                scenario.options(),
                scenario.parallelism(),
                scenario.pace(),
                scenario.dataset(),
                scenario.left(),
                scenario.right(),
                steps,
                scenario.ties(),
                scenario.expect());
    }

    private static long moveTo(long time, long clock, List<Step> steps) {
        if (time <= clock) {
            return clock;
        }
        steps.add(new Step.Clock(steps.size() + 1, 0, time));
        return time;
    }

    /** A row that came out live, as it comes out of the scenario. */
    JoinedRow shifted(JoinedRow row) {
        return runs && row.relation() instanceof JoinedRow.Window window
                ? new JoinedRow(
                        row.left(),
                        row.right(),
                        new JoinedRow.Window(window.start() - start, window.end() - start),
                        row.kind())
                : row;
    }
}
