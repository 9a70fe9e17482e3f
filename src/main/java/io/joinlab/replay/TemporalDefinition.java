package io.joinlab.replay;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.ParseResult;
import io.joinlab.join.JoinKey;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * What must hold of a temporal join by processing time on the system's clock, given when each row
 * arrived: a left row that need not wait comes out once, with a version that may have been the last
 * of its key at that moment, or padded if there may have been none. Where spans of arrival overlap,
 * either order is allowed.
 */
final class TemporalDefinition {
    private final Scenario scenario;
    private final TimedOutcome timed;
    private final List<Arrival> lefts = new ArrayList<>();
    private final List<Arrival> rights = new ArrayList<>();

    /** When the left rows that wait are released; {@code null} while they are not. */
    private TimedOutcome.Span released;

    private final List<String> violations = new ArrayList<>();

    private record Arrival(ChangeEvent event, String key, TimedOutcome.Span time) {}

    private TemporalDefinition(Scenario scenario, TimedOutcome timed) {
        this.scenario = scenario;
        this.timed = timed;
        scenario.steps().forEach(this::read);
    }

    static List<String> violations(Scenario scenario, TimedOutcome timed) {
        TemporalDefinition definition = new TemporalDefinition(scenario, timed);
        definition.check();
        return definition.violations;
    }

    private void read(Step step) {
        TimedOutcome.Span time = timed.performed().get(step.number());
        if (step instanceof Step.End end && end.sides().contains(Side.RIGHT)) {
            release(time);
        }
        if (!(step instanceof Step.Deliver deliver)) {
            return;
        }
        Side side = deliver.side();
        EnvelopeParser parser = new EnvelopeParser(scenario.recording(side).schema());
        if (parser.parse(deliver.raw()) instanceof ParseResult.Parsed parsed
                && timed.outcome().dropped().stream()
                        .noneMatch(row -> row.value().event().equals(parsed.event()))) {
            ChangeEvent event = parsed.event();
            String key = new JoinKey(side, scenario.options().keys()).getKey(event);
            (side == Side.LEFT ? lefts : rights).add(new Arrival(event, key, time));
            if (side == Side.RIGHT && event.op() != Op.READ) {
                release(time);
            }
        }
    }

    private void release(TimedOutcome.Span time) {
        if (released == null) {
            released = time;
        }
    }

    private void check() {
        List<JoinedRow> rows =
                new ArrayList<>(timed.outcome().joined().stream().map(Emission::value).toList());
        boolean waits = scenario.options().waitFor() == JoinOptions.WaitFor.SNAPSHOT;
        for (Arrival left : lefts) {
            if (!waits || released != null) {
                check(left, waits ? later(left.time, released) : left.time, rows);
            }
        }
        if (!rows.isEmpty()) {
            violations.add("rows that nothing accounts for: " + rows);
        }
    }

    private void check(Arrival left, TimedOutcome.Span joined, List<JoinedRow> rows) {
        boolean mayBePadded = mayBeAlone(left, joined);
        for (JoinedRow row : rows) {
            if (left.event.equals(row.left())
                    && (row.right() == null ? mayBePadded : mayJoin(left, joined, row))) {
                rows.remove(row);
                return;
            }
        }
        if (scenario.variant().type().keeps(Side.LEFT) || !mayBePadded) {
            violations.add("did not come out with a version that it may have met: " + left);
        }
    }

    private boolean mayJoin(Arrival left, TimedOutcome.Span joined, JoinedRow row) {
        long validFrom = ((JoinedRow.Version) row.relation()).validFrom();
        return rights.stream()
                .filter(right -> right.event.equals(row.right()) && right.key.equals(left.key))
                .anyMatch(
                        right ->
                                right.time.from() <= validFrom
                                        && validFrom <= right.time.to()
                                        && right.event.op() != Op.DELETE
                                        && mayBeLast(right, joined));
    }

    private boolean mayBeAlone(Arrival left, TimedOutcome.Span joined) {
        List<Arrival> versions =
                rights.stream().filter(right -> right.key.equals(left.key)).toList();
        return versions.stream().noneMatch(right -> right.time.to() < joined.from())
                || versions.stream()
                        .anyMatch(
                                right -> right.event.op() == Op.DELETE && mayBeLast(right, joined));
    }

    /** Whether it may have been there, and the next of its key not. The log's order is certain. */
    private boolean mayBeLast(Arrival right, TimedOutcome.Span joined) {
        return right.time.from() <= joined.to()
                && rights.subList(rights.indexOf(right) + 1, rights.size()).stream()
                        .filter(next -> next.key.equals(right.key))
                        .noneMatch(next -> next.time.to() < joined.from());
    }

    private static TimedOutcome.Span later(TimedOutcome.Span one, TimedOutcome.Span other) {
        return new TimedOutcome.Span(
                Math.max(one.from(), other.from()), Math.max(one.to(), other.to()));
    }
}
