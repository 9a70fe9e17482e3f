package io.joinlab.report;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.join.JoinKey;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.scenario.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/**
 * The windows that a run's deliveries opened, also those that nothing came out of. Assigned by
 * Flink's rules ({@code TumblingEventTimeWindows}, {@code SlidingEventTimeWindows}, {@code
 * MergingWindowSet}).
 */
public final class Windows {
    private Windows() {}

    /**
     * A window of a picture.
     *
     * @param start inclusive, in epoch milliseconds
     * @param end exclusive
     * @param key for a session the key that it belongs to, as people read it; else {@code null}
     */
    public record Span(long start, long end, String key) {}

    /** By start; the windows of all keys together, those of sessions by key. */
    public static List<Span> of(Story story) {
        JoinOptions.Windows options = story.scenario().options().windows();
        if (options == null) {
            return List.of();
        }
        Set<Span> spans =
                new TreeSet<>(
                        Comparator.comparingLong(Span::start)
                                .thenComparingLong(Span::end)
                                .thenComparing(span -> span.key() == null ? "" : span.key()));
        spans.addAll(options.gap() != null ? sessions(story) : assigned(story, options));
        for (Story.Joined joined : story.joined()) {
            if (joined.row().relation() instanceof JoinedRow.Window window) {
                spans.add(
                        new Span(
                                window.start(),
                                window.end(),
                                options.gap() == null ? null : key(story, joined)));
            }
        }
        return List.copyOf(spans);
    }

    private static List<Span> assigned(Story story, JoinOptions.Windows options) {
        long size = options.size().toMillis();
        long slide = options.slide() == null ? size : options.slide().toMillis();
        long offset = options.offset().toMillis();
        List<Span> spans = new ArrayList<>();
        for (Delivery delivery : story.deliveries().values()) {
            if (delivery.joins() && delivery.time() != null) {
                long last = TimeWindow.getWindowStartWithOffset(delivery.time(), offset, slide);
                for (long start = last; start > delivery.time() - size; start -= slide) {
                    if (!isClosed(start + size, story, delivery.step() - 1)) {
                        spans.add(new Span(start, start + size, null));
                    }
                }
            }
        }
        return spans;
    }

    private static Set<Span> sessions(Story story) {
        long gap = story.scenario().options().windows().gap().toMillis();
        Set<Span> all = new LinkedHashSet<>();
        Set<Span> open = new LinkedHashSet<>();
        for (Step step : story.scenario().steps()) {
            open.removeIf(span -> isClosed(span.end(), story, step.number() - 1));
            Delivery delivery = story.deliveries().get(step.number());
            if (delivery != null && delivery.joins() && delivery.time() != null) {
                String key = key(story, delivery.side(), delivery.event());
                Span merged = new Span(delivery.time(), delivery.time() + gap, key);
                for (Span other : List.copyOf(open)) {
                    boolean touches =
                            other.key().equals(key)
                                    && merged.start() <= other.end()
                                    && merged.end() >= other.start();
                    if (touches) {
                        open.remove(other);
                        all.remove(other);
                        merged =
                                new Span(
                                        Math.min(merged.start(), other.start()),
                                        Math.max(merged.end(), other.end()),
                                        key);
                    }
                }
                open.add(merged);
                all.add(merged);
            }
        }
        return all;
    }

    /** Whether a window that ends there had been thrown away by the end of the step. */
    private static boolean isClosed(long end, Story story, int step) {
        Long progress = story.progressAfter(step);
        if (!story.byEventTime()) {
            return end <= progress; // the timer of end - 1 fires when the clock is past it
        }
        long lateness = story.scenario().options().windows().allowedLateness().toMillis();
        return progress != null && end - 1 + lateness <= progress;
    }

    /** Whether a joined row came out of the window. */
    public static boolean isOf(Story story, Span window, Story.Joined row) {
        return row.row().relation() instanceof JoinedRow.Window bounds
                && bounds.start() == window.start()
                && bounds.end() == window.end()
                && (window.key() == null || window.key().equals(key(story, row)));
    }

    /** The key of a joined row, as people read it. */
    private static String key(Story story, Story.Joined joined) {
        ChangeEvent left = joined.row().left();
        return left != null
                ? key(story, Side.LEFT, left)
                : key(story, Side.RIGHT, joined.row().right());
    }

    private static String key(Story story, Side side, ChangeEvent event) {
        String key = new JoinKey(side, story.scenario().options().keys()).getKey(event);
        return key.startsWith("=") ? key.substring(1) : key;
    }
}
