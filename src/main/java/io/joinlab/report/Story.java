package io.joinlab.report;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.ParseResult;
import io.joinlab.join.EventTimes;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.TimeDomain;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import io.joinlab.scenario.Trace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A run put in relation: what was delivered when, how far time had come at each step, and which
 * deliveries a joined row is made of.
 */
public final class Story {
    private final Scenario scenario;
    private final Trace trace;
    private final Map<Integer, Delivery> deliveries = new TreeMap<>();
    private final Map<Integer, Long> clocks = new TreeMap<>();
    private final List<Joined> joined = new ArrayList<>();

    /**
     * A joined row and where its parts come from.
     *
     * @param step while which it was emitted
     * @param row the row
     * @param left the delivery of its left part; {@code null} if it has none
     * @param right the same for the right part
     */
    public record Joined(int step, JoinedRow row, Delivery left, Delivery right) {

        /** {@code 1+3}: the steps that delivered the two parts. */
        public String parts(Terminal terminal) {
            return part(left, row.left(), terminal) + "+" + part(right, row.right(), terminal);
        }

        private static String part(Delivery delivery, ChangeEvent event, Terminal terminal) {
            if (event == null) {
                return terminal.either("∅", "-");
            }
            return delivery == null ? "?" : String.valueOf(delivery.step());
        }
    }

    /** The story of one run. */
    public Story(Scenario scenario, Trace trace) {
        this.scenario = scenario;
        this.trace = trace;
        deliver();
        resolve();
    }

    /** The scenario that ran. */
    public Scenario scenario() {
        return scenario;
    }

    /** What came out. */
    public Outcome outcome() {
        return trace.outcome();
    }

    /** Whether the join goes by event time, not by the clock. */
    public boolean byEventTime() {
        return scenario.variant().time() == TimeDomain.EVENT;
    }

    /** All deliveries by step. */
    public Map<Integer, Delivery> deliveries() {
        return deliveries;
    }

    /** All joined rows in the order emitted. */
    public List<Joined> joined() {
        return joined;
    }

    /** What the clock shows after the step. */
    public long clockAfter(int step) {
        return clocks.getOrDefault(step, 0L);
    }

    /**
     * How far time had come at the join after the step: its watermark, or by processing time the
     * clock.
     *
     * @return {@code null} if there was no watermark yet, or none since a crash: snapshots do not
     *     hold watermarks
     */
    public Long progressAfter(int step) {
        if (!byEventTime()) {
            return clockAfter(step);
        }
        int lost = lastLost(step);
        Long last = null;
        for (Emission<Long> watermark : trace.watermarks()) {
            if (lost < watermark.step() && watermark.step() <= step) {
                last = watermark.value();
            }
        }
        return last;
    }

    /** The last step whose watermark a crash has undone by then; 0 for none. */
    private int lastLost(int step) {
        int snapshot = 0;
        int lost = 0;
        for (Step before : scenario.steps().subList(0, step)) {
            if (before instanceof Step.Snapshot) {
                snapshot = before.number();
            } else if (before instanceof Step.Crash) {
                lost = snapshot;
            }
        }
        return lost;
    }

    /** The last watermark that the join reached while the step was processed, or {@code null}. */
    public Long watermarkAt(int step) {
        boolean reached = trace.watermarks().stream().anyMatch(w -> w.step() == step);
        return reached ? progressAfter(step) : null;
    }

    private void deliver() {
        Map<Side, EnvelopeParser> parsers = new EnumMap<>(Side.class);
        Map<Side, Long> latest = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            parsers.put(side, new EnvelopeParser(scenario.recording(side).schema()));
        }
        long clock = 0;
        int snapshot = 0;
        for (Step step : scenario.steps()) {
            if (step instanceof Step.Deliver deliver) {
                Delivery delivery =
                        delivery(
                                deliver,
                                parsers.get(deliver.side()).parse(deliver.raw()),
                                clock,
                                latest.get(deliver.side()));
                if (delivery.time() != null) {
                    latest.merge(deliver.side(), delivery.time(), Math::max);
                }
                deliveries.put(step.number(), delivery);
                clock += scenario.pace().toMillis();
            } else if (step instanceof Step.Clock moved) {
                clock = moved.to();
            } else if (step instanceof Step.Snapshot) {
                snapshot = step.number();
            } else if (step instanceof Step.Crash && !byEventTime()) {
                deliverAgain(snapshot, step.number(), clock);
            }
            clocks.put(step.number(), clock);
        }
    }

    /**
     * After a crash the sources repeat what came since the snapshot, but the clock has moved on.
     */
    private void deliverAgain(int snapshot, int crash, long clock) {
        deliveries.replaceAll(
                (step, delivery) ->
                        snapshot < step && step < crash
                                ? new Delivery(
                                        step,
                                        delivery.side(),
                                        delivery.event(),
                                        clock,
                                        delivery.fate())
                                : delivery);
    }

    private Delivery delivery(Step.Deliver step, ParseResult result, long clock, Long latest) {
        if (!(result instanceof ParseResult.Parsed parsed)) {
            Delivery.Fate fate =
                    result instanceof ParseResult.Malformed
                            ? Delivery.Fate.MALFORMED
                            : Delivery.Fate.IGNORED;
            return new Delivery(
                    step.number(), step.side(), null, byEventTime() ? null : clock, fate);
        }
        ChangeEvent event = parsed.event();
        Long time = byEventTime() ? eventTime(step, event) : Long.valueOf(clock);
        return new Delivery(step.number(), step.side(), event, time, fate(step, time, latest));
    }

    private Long eventTime(Step.Deliver step, ChangeEvent event) {
        if (step.timestamp() != null) {
            return step.timestamp();
        }
        try {
            return EventTimes.of(event, scenario.options().times().of(step.side()));
        } catch (IllegalArgumentException noTime) {
            return null; // the join drops it; the step table says so
        }
    }

    private Delivery.Fate fate(Step.Deliver step, Long time, Long latest) {
        if (trace.outcome().late().stream()
                .anyMatch(late -> isOf(step, late.step(), late.value().side()))) {
            return Delivery.Fate.LATE;
        }
        if (trace.outcome().dropped().stream()
                .anyMatch(dropped -> isOf(step, dropped.step(), dropped.value().side()))) {
            return Delivery.Fate.DROPPED;
        }
        return time != null && latest != null && time < latest
                ? Delivery.Fate.OUT_OF_ORDER
                : Delivery.Fate.IN_ORDER;
    }

    private static boolean isOf(Step.Deliver step, int emittedAt, Side side) {
        return step.number() == emittedAt && step.side() == side;
    }

    private void resolve() {
        Set<List<Object>> taken = new HashSet<>();
        for (Emission<JoinedRow> emission : trace.outcome().joined()) {
            joined.add(resolve(emission, taken));
        }
    }

    /**
     * Finds the deliveries of a row's parts. The same event may have been delivered more than once;
     * then the row's window, distance or version decides, and a pair is taken once.
     */
    private Joined resolve(Emission<JoinedRow> emission, Set<List<Object>> taken) {
        JoinedRow row = emission.value();
        List<Delivery> lefts = candidates(Side.LEFT, row.left(), emission.step());
        List<Delivery> rights = candidates(Side.RIGHT, row.right(), emission.step());
        for (Delivery left : lefts) {
            for (Delivery right : rights) {
                if (fits(row.relation(), left, right)
                        && taken.add(
                                List.of(
                                        emission.step(),
                                        row.relation(),
                                        left == null ? 0 : left.step(),
                                        right == null ? 0 : right.step()))) {
                    return new Joined(emission.step(), row, left, right);
                }
            }
        }
        return new Joined(emission.step(), row, lefts.get(0), rights.get(0));
    }

    /** At least one; {@code null} stands for no event and for an event of unknown origin. */
    private List<Delivery> candidates(Side side, ChangeEvent event, int emittedAt) {
        List<Delivery> candidates = new ArrayList<>();
        for (Delivery delivery : deliveries.values()) {
            if (event != null
                    && delivery.side() == side
                    && delivery.step() <= emittedAt
                    && delivery.event() != null
                    && isOf(event, delivery.event())) {
                candidates.add(delivery);
            }
        }
        if (candidates.isEmpty()) {
            candidates.add(null);
        }
        return candidates;
    }

    /** A join of tables does not keep the row before. */
    private boolean isOf(ChangeEvent part, ChangeEvent delivered) {
        return part.equals(
                scenario.variant().relation() == JoinedRow.Timeless.class
                        ? new ChangeEvent(
                                delivered.op(),
                                null,
                                delivered.after(),
                                delivered.source(),
                                delivered.tsMs())
                        : delivered);
    }

    private static boolean fits(JoinedRow.Relation relation, Delivery left, Delivery right) {
        if (relation instanceof JoinedRow.Window window) {
            return isWithin(window, left) && isWithin(window, right);
        }
        if (relation instanceof JoinedRow.Version version && right != null) {
            return right.time() != null && right.time() == version.validFrom();
        }
        if (relation instanceof JoinedRow.Distance distance && left != null && right != null) {
            return left.time() != null
                    && right.time() != null
                    && right.time() - left.time() == distance.millis();
        }
        return true;
    }

    private static boolean isWithin(JoinedRow.Window window, Delivery delivery) {
        return delivery == null
                || delivery.time() == null
                || (window.start() <= delivery.time() && delivery.time() < window.end());
    }
}
