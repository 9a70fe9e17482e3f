package io.joinlab.report;

import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Step;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where everything that a picture of a run shows lies in time. */
public final class Moments {
    private final Story story;
    private final List<Windows.Span> windows;

    /** The moments of a run. */
    public Moments(Story story) {
        this.story = story;
        this.windows = Windows.of(story);
    }

    /**
     * How far a left row of an interval join reaches for right ones.
     *
     * @param from in epoch milliseconds
     * @param to in epoch milliseconds
     */
    public record Reach(long from, long to) {}

    /** The windows that deliveries opened; none for a join without windows. */
    public List<Windows.Span> windows() {
        return windows;
    }

    /** The windows' bounds, which a time axis should label before anything else. */
    public Set<Long> bounds() {
        Set<Long> bounds = new LinkedHashSet<>();
        for (Windows.Span window : windows) {
            bounds.add(window.start());
            bounds.add(window.end());
        }
        return bounds;
    }

    /** Every time that a picture shows, in epoch milliseconds. */
    public Set<Long> all() {
        Set<Long> times = new LinkedHashSet<>();
        for (Delivery delivery : story.deliveries().values()) {
            if (delivery.time() != null) {
                times.add(delivery.time());
                reach(delivery).ifPresent(reach -> times.addAll(List.of(reach.from, reach.to)));
            }
        }
        progress().forEach(mark -> times.add(mark.value()));
        for (Story.Joined row : story.joined()) {
            Long at = emitted(row);
            if (at != null) {
                times.add(at);
            }
        }
        times.addAll(bounds());
        return times;
    }

    /** Where the watermark or the clock had come to, at the steps that moved it. */
    public List<Emission<Long>> progress() {
        List<Emission<Long>> marks = new ArrayList<>();
        for (Step step : story.scenario().steps()) {
            boolean moved =
                    story.byEventTime()
                            ? story.watermarkAt(step.number()) != null
                            : step instanceof Step.Clock;
            if (moved) {
                marks.add(new Emission<>(step.number(), story.progressAfter(step.number())));
            }
        }
        return marks;
    }

    /** From when to when a left row of an interval join finds right ones. */
    public Optional<Reach> reach(Delivery delivery) {
        JoinOptions.Interval interval = story.scenario().options().interval();
        if (interval == null
                || delivery.side() != Side.LEFT
                || !delivery.joins()
                || delivery.time() == null) {
            return Optional.empty();
        }
        return Optional.of(
                new Reach(
                        delivery.time() + interval.lower().toMillis(),
                        delivery.time() + interval.upper().toMillis()));
    }

    /**
     * How far time had come when the row was emitted: the watermark or the clock, for a pair of an
     * interval join the time of the row that came second.
     *
     * @return {@code null} if that is not known
     */
    public Long emitted(Story.Joined row) {
        Delivery delivery = story.deliveries().get(row.step());
        if (row.row().relation() instanceof JoinedRow.Distance && delivery != null) {
            return delivery.time();
        }
        Long progress = story.progressAfter(row.step());
        if (!story.byEventTime() && row.row().relation() instanceof JoinedRow.Window window) {
            return Math.min(window.end(), progress);
        }
        return progress;
    }
}
