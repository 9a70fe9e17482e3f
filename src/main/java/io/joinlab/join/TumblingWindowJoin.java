package io.joinlab.join;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;

/**
 * Time is cut into windows of one size, one after the other; two rows of one key join if they fall
 * into the same window.
 *
 * <pre>
 *     left       1   2           3
 *     right        a         b
 *          |-----------|-----------|      1a 2a joined; 3 and b joined
 * </pre>
 *
 * The result of a window comes when it closes, all at once: when the watermark (or the clock)
 * reaches its end minus 1 ms. Two rows that are 1 ms apart do not join if a window's edge lies
 * between them.
 */
public record TumblingWindowJoin(TimeDomain time, JoinType type) implements Variant {

    @Override
    public JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options) {
        Duration size = options.windows().size();
        Duration offset = options.windows().offset();
        return WindowJoin.join(
                left.events(),
                right.events(),
                options,
                type,
                time == TimeDomain.EVENT
                        ? TumblingEventTimeWindows.of(size, offset)
                        : TumblingProcessingTimeWindows.of(size, offset));
    }

    @Override
    public String family() {
        return "tumbling";
    }

    @Override
    public Class<? extends JoinedRow.Relation> relation() {
        return JoinedRow.Window.class;
    }

    @Override
    public String summary() {
        return "joins rows of the same fixed window, when the window closes";
    }

    @Override
    public List<String> since() {
        return time == TimeDomain.EVENT
                ? List.of("article A", "article B", "claim 2", "claim 3", "claim 6", "claim 7")
                : List.of("article A", "article B", "article C", "claim 3", "claim 6");
    }

    @Override
    public Set<JoinOption> required() {
        return Set.of(JoinOption.SIZE);
    }

    @Override
    public Set<JoinOption> optional() {
        return time == TimeDomain.EVENT
                ? Set.of(JoinOption.OFFSET, JoinOption.ALLOWED_LATENESS)
                : Set.of(JoinOption.OFFSET);
    }
}
