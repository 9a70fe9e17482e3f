package io.joinlab.join;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.ProcessingTimeSessionWindows;

/**
 * A key's window grows as long as rows of either side follow each other within {@code gap}; all
 * rows of one such session join.
 *
 * <pre>
 *     left       1               2
 *     right        a   b           c
 *               |---------|     |-----|   1a 1b joined; 2c joined; between them the key was silent for the gap
 * </pre>
 *
 * A session reaches from its first row to its last row plus the gap. Each row opens a window of the
 * gap's length, and windows that overlap or touch are merged ({@code TimeWindow.intersects}).
 */
public record SessionWindowJoin(TimeDomain time, JoinType type) implements Variant {

    @Override
    public JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options) {
        Duration gap = options.windows().gap();
        return WindowJoin.join(
                left.events(),
                right.events(),
                options,
                type,
                time == TimeDomain.EVENT
                        ? EventTimeSessionWindows.withGap(gap)
                        : ProcessingTimeSessionWindows.withGap(gap));
    }

    @Override
    public String family() {
        return "session";
    }

    @Override
    public Class<? extends JoinedRow.Relation> relation() {
        return JoinedRow.Window.class;
    }

    @Override
    public String summary() {
        return "joins rows of one burst of activity, when the key has been silent for the gap";
    }

    @Override
    public List<String> since() {
        return List.of("claim 6", "claim 15");
    }

    @Override
    public Set<JoinOption> required() {
        return Set.of(JoinOption.GAP);
    }

    @Override
    public Set<JoinOption> optional() {
        return time == TimeDomain.EVENT ? Set.of(JoinOption.ALLOWED_LATENESS) : Set.of();
    }
}
