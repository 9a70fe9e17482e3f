package io.joinlab.join;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;

/**
 * Windows of one size start every {@code slide} and overlap; two rows of one key join once for
 * every window that holds both.
 *
 * <pre>
 *     left          1
 *     right             a
 *          |-----------|
 *                |-----------|            1a joined twice: in both windows
 * </pre>
 *
 * A downstream step that expects one row per pair has to remove the repetitions. A late row still
 * joins in those of its windows that are open; it goes to the late output only if none is.
 */
public record SlidingWindowJoin(TimeDomain time, JoinType type) implements Variant {

    @Override
    public JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options) {
        Duration size = options.windows().size();
        Duration slide = options.windows().slide();
        Duration offset = options.windows().offset();
        if (slide.compareTo(size) > 0) {
            // Flink takes it, and loses the rows in between without counting them.
            throw new IllegalArgumentException(
                    "the slide must not be longer than the size, or rows between two windows would"
                            + " vanish: slide "
                            + slide
                            + ", size "
                            + size);
        }
        return WindowJoin.join(
                left.events(),
                right.events(),
                options,
                type,
                time == TimeDomain.EVENT
                        ? SlidingEventTimeWindows.of(size, slide, offset)
                        : SlidingProcessingTimeWindows.of(size, slide, offset));
    }

    @Override
    public String family() {
        return "sliding";
    }

    @Override
    public Class<? extends JoinedRow.Relation> relation() {
        return JoinedRow.Window.class;
    }

    @Override
    public String summary() {
        return "joins rows once for every overlapping window that holds both, when that window"
                + " closes";
    }

    @Override
    public List<String> since() {
        return List.of("claim 3", "claim 6");
    }

    @Override
    public Set<JoinOption> required() {
        return Set.of(JoinOption.SIZE, JoinOption.SLIDE);
    }

    @Override
    public Set<JoinOption> optional() {
        return time == TimeDomain.EVENT
                ? Set.of(JoinOption.OFFSET, JoinOption.ALLOWED_LATENESS)
                : Set.of(JoinOption.OFFSET);
    }
}
