package io.joinlab.replay;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.ParseResult;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What must hold for a window join that goes by the system's clock, wherever in a window its rows
 * happened to arrive:
 *
 * <ul>
 *   <li>each reported window is one that the options allow;
 *   <li>two rows of one key are joined if and only if they report the same window, and a row is
 *       padded only in a window in which it is alone;
 *   <li>rows that certainly arrived in the same window are joined there;
 *   <li>an unmatched row of a side that the join keeps reports all its windows.
 * </ul>
 *
 * The windows are worked out from the times of arrival by arithmetic, not with Flink's assigners.
 * Where the time of an arrival is not known exactly enough, less is demanded, never something else.
 */
public final class ProcessingTimeDefinition {
    private final JoinOptions.Windows windows;
    private final JoinOptions.Keys keys;
    private final JoinType type;
    private final boolean complete;
    private final List<Arrival> arrivals;
    private final Map<Pane, List<JoinedRow>> panes;
    private final List<String> violations = new ArrayList<>();

    /** A row that entered the join. */
    private record Arrival(Side side, ChangeEvent event, String key, TimedOutcome.Span time) {}

    /** One window of one key. */
    private record Pane(String key, long start, long end) implements Comparable<Pane> {
        @Override
        public int compareTo(Pane that) {
            int byStart = Long.compare(start, that.start);
            int byEnd = byStart != 0 ? byStart : Long.compare(end, that.end);
            return byEnd != 0 ? byEnd : key.compareTo(that.key);
        }
    }

    private ProcessingTimeDefinition(Scenario scenario, TimedOutcome timed) {
        this.windows = scenario.options().windows();
        this.keys = scenario.options().keys();
        this.type = scenario.variant().type();
        this.complete = waitsForAllWindows(scenario);
        this.arrivals = arrivals(scenario, timed);
        this.panes =
                timed.outcome().joined().stream()
                        .map(Emission::value)
                        .collect(
                                Collectors.groupingBy(
                                        this::pane, TreeMap::new, Collectors.toList()));
    }

    /**
     * What does not hold, one sentence each; empty if all does.
     *
     * @param scenario of a processing-time variant
     * @param timed its outcome on a real cluster
     */
    public static List<String> violations(Scenario scenario, TimedOutcome timed) {
        if (scenario.variant().relation() == JoinedRow.Version.class) {
            return TemporalDefinition.violations(scenario, timed);
        }
        ProcessingTimeDefinition definition = new ProcessingTimeDefinition(scenario, timed);
        definition.panes.keySet().forEach(definition::checkWindow);
        definition.panes.forEach(definition::checkPane);
        definition.checkCertainMatches();
        definition.checkKeptRows();
        if (!timed.outcome().late().isEmpty()) {
            definition.violations.add(
                    "nothing is late by the clock, but: " + timed.outcome().late());
        }
        return definition.violations;
    }

    /** Timers of a job that has ended never fire; and a window needs as long as it is to close. */
    private static boolean waitsForAllWindows(Scenario scenario) {
        long ended =
                scenario.steps().stream()
                        .filter(Step.End.class::isInstance)
                        .mapToLong(step -> ((Step.End) step).sides().size())
                        .sum();
        JoinOptions.Windows windows = scenario.options().windows();
        Duration longest = windows.size() == null ? windows.gap() : windows.size();
        long clock = 0;
        long lastArrival = 0;
        for (Step step : scenario.steps()) {
            if (step instanceof Step.Clock moved) {
                clock = Math.max(clock, moved.to());
            } else if (step instanceof Step.Deliver) {
                lastArrival = clock;
            }
        }
        return ended < 2 && clock - lastArrival > longest.toMillis();
    }

    private List<Arrival> arrivals(Scenario scenario, TimedOutcome timed) {
        List<Arrival> found = new ArrayList<>();
        Set<ChangeEvent> dropped =
                timed.outcome().dropped().stream()
                        .map(row -> row.value().event())
                        .collect(Collectors.toSet());
        for (Step step : scenario.steps()) {
            if (step instanceof Step.Deliver deliver
                    && new EnvelopeParser(scenario.recording(deliver.side()).schema())
                                    .parse(deliver.raw())
                            instanceof ParseResult.Parsed parsed
                    && !dropped.contains(parsed.event())) {
                found.add(
                        new Arrival(
                                deliver.side(),
                                parsed.event(),
                                key(deliver.side(), parsed.event()),
                                timed.performed().get(step.number())));
            }
        }
        return found;
    }

    /** NULL equals nothing: each side has its own. */
    private String key(Side side, ChangeEvent event) {
        String column = keys.of(side);
        Object value = event.image().has(column) ? event.image().get(column) : null;
        return value == null ? "NULL " + side.label() : "value " + value;
    }

    private Pane pane(JoinedRow row) {
        JoinedRow.Window window = (JoinedRow.Window) row.relation();
        String key = row.left() != null ? key(Side.LEFT, row.left()) : key(Side.RIGHT, row.right());
        return new Pane(key, window.start(), window.end());
    }

    private void checkWindow(Pane pane) {
        boolean allowed =
                windows.size() == null
                        ? pane.end - pane.start >= windows.gap().toMillis()
                        : windowsAt(pane.start).contains(pane.start)
                                && pane.end - pane.start == windows.size().toMillis();
        if (!allowed) {
            violations.add("no such window: " + pane);
        }
    }

    private void checkPane(Pane pane, List<JoinedRow> rows) {
        List<JoinedRow> padded = rows.stream().filter(row -> !isPair(row)).toList();
        Set<ChangeEvent> lefts = parts(rows, Side.LEFT);
        Set<ChangeEvent> rights = parts(rows, Side.RIGHT);
        for (ChangeEvent left : lefts) {
            for (ChangeEvent right : rights) {
                if (rows.stream()
                        .noneMatch(row -> left.equals(row.left()) && right.equals(row.right()))) {
                    violations.add(
                            "both report " + pane + " but are not joined: " + left + ", " + right);
                }
            }
        }
        if (!lefts.isEmpty() && !rights.isEmpty() && !padded.isEmpty()) {
            violations.add("padded in " + pane + " beside rows of the other side: " + padded);
        }
        for (JoinedRow row : rows) {
            if (isPair(row) && !key(Side.LEFT, row.left()).equals(key(Side.RIGHT, row.right()))) {
                violations.add("keys differ: " + row);
            }
            if (row.right() == null && !type.keeps(Side.LEFT)
                    || row.left() == null && !type.keeps(Side.RIGHT)) {
                violations.add("a side that the join does not keep is padded: " + row);
            }
        }
    }

    private void checkCertainMatches() {
        if (!complete) {
            return;
        }
        for (Arrival left : side(Side.LEFT)) {
            for (Arrival right : side(Side.RIGHT)) {
                if (left.key.equals(right.key)) {
                    checkCertainMatch(left, right);
                }
            }
        }
    }

    private void checkCertainMatch(Arrival left, Arrival right) {
        Predicate<JoinedRow> pair =
                row -> left.event.equals(row.left()) && right.event.equals(row.right());
        if (windows.size() == null) {
            long apart =
                    Math.max(left.time.to(), right.time.to())
                            - Math.min(left.time.from(), right.time.from());
            if (apart <= windows.gap().toMillis()
                    && panes.values().stream().flatMap(List::stream).noneMatch(pair)) {
                violations.add("within the gap but not joined: " + left + ", " + right);
            }
            return;
        }
        Set<Long> common = certainWindows(left);
        common.retainAll(certainWindows(right));
        for (long start : common) {
            Pane pane = new Pane(left.key, start, start + windows.size().toMillis());
            if (panes.getOrDefault(pane, List.of()).stream().noneMatch(pair)) {
                violations.add(
                        "both arrived in " + pane + " but are not joined: " + left + ", " + right);
            }
        }
    }

    private void checkKeptRows() {
        if (!complete) {
            return;
        }
        for (Arrival row : arrivals) {
            if (!type.keeps(row.side)) {
                continue;
            }
            Set<Long> reported = new TreeSet<>();
            panes.forEach(
                    (pane, rows) -> {
                        if (parts(rows, row.side).contains(row.event)) {
                            reported.add(pane.start);
                        }
                    });
            boolean all =
                    windows.size() == null
                            ? !reported.isEmpty()
                            : reported.containsAll(certainWindows(row)) && !reported.isEmpty();
            if (!all) {
                violations.add(
                        "kept by the join but missing in some window: "
                                + row
                                + ", reported "
                                + reported);
            }
        }
    }

    /** The starts of the windows that the row is in at whatever moment of its span it arrived. */
    private Set<Long> certainWindows(Arrival row) {
        Set<Long> certain = windowsAt(row.time.from());
        certain.retainAll(windowsAt(row.time.to()));
        return certain;
    }

    /** The starts of the fixed windows that hold a time: {@code start <= time < start + size}. */
    private Set<Long> windowsAt(long time) {
        long size = windows.size().toMillis();
        long step = windows.slide() == null ? size : windows.slide().toMillis();
        Set<Long> starts = new TreeSet<>();
        long last = time - Math.floorMod(time - windows.offset().toMillis(), step);
        for (long start = last; start > time - size; start -= step) {
            starts.add(start);
        }
        return starts;
    }

    private List<Arrival> side(Side side) {
        return arrivals.stream().filter(row -> row.side == side).toList();
    }

    private static boolean isPair(JoinedRow row) {
        return row.left() != null && row.right() != null;
    }

    private static Set<ChangeEvent> parts(List<JoinedRow> rows, Side side) {
        return rows.stream()
                .map(row -> side == Side.LEFT ? row.left() : row.right())
                .filter(part -> part != null)
                .collect(Collectors.toSet());
    }
}
