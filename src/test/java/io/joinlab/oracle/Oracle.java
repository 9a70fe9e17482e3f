package io.joinlab.oracle;

import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.SideEvent;
import io.joinlab.join.TimeDomain;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What a scenario's join must give, straight from its definition. */
public final class Oracle {
    private Oracle() {}

    /** The outcome that the scenario must have; its own {@code expect} is not looked at. */
    public static Outcome expectedOf(Scenario scenario) {
        List<Moment> moments = History.of(scenario);
        Predicate<Moment.Arrival> isLate;
        List<Row> rows;

        JoinType type = scenario.variant().type();
        boolean eventTime = scenario.variant().time() == TimeDomain.EVENT;
        JoinOptions.Windows windows = scenario.options().windows();
        switch (scenario.variant().family()) {
            case "tumbling", "sliding" -> {
                long size = windows.size().toMillis();
                WindowOracle oracle =
                        new WindowOracle(
                                moments,
                                type,
                                eventTime,
                                size,
                                windows.slide() == null ? size : windows.slide().toMillis(),
                                windows.offset().toMillis(),
                                windows.allowedLateness().toMillis());
                isLate = oracle::isLate;
                rows = oracle.joined();
            }
            case "session" -> {
                SessionOracle oracle =
                        new SessionOracle(
                                moments,
                                type,
                                eventTime,
                                windows.gap().toMillis(),
                                windows.allowedLateness().toMillis());
                isLate = oracle::isLate;
                rows = oracle.joined();
            }
            case "interval" -> {
                JoinOptions.Interval interval = scenario.options().interval();
                IntervalOracle oracle =
                        new IntervalOracle(
                                moments,
                                type,
                                interval.lower().toMillis() + (interval.lowerInclusive() ? 0 : 1),
                                interval.upper().toMillis() - (interval.upperInclusive() ? 0 : 1));
                isLate = oracle::isLate;
                rows = oracle.joined();
            }
            case "temporal" -> {
                TemporalOracle oracle =
                        new TemporalOracle(
                                moments, type, eventTime, scenario.options().waitFor() != null);
                isLate = oracle::isLate;
                rows = oracle.joined();
            }
            default ->
                    throw new IllegalArgumentException(
                            "the oracle knows no family " + scenario.variant().family());
        }
        return outcome(moments, rows, isLate);
    }

    private static Outcome outcome(
            List<Moment> moments, List<Row> rows, Predicate<Moment.Arrival> isLate) {
        List<Emission<JoinedRow>> joined =
                rows.stream()
                        .sorted(Row.IN_ORDER)
                        .map(row -> new Emission<>(moments.get(row.moment()).step(), row.joined()))
                        .toList();
        List<Emission<SideEvent>> late = new ArrayList<>();
        List<Emission<DroppedRow>> dropped = new ArrayList<>();
        List<Emission<Outcome.SideMalformed>> malformed = new ArrayList<>();
        long ignored = 0;
        for (Moment moment : moments) {
            if (moment instanceof Moment.Arrival row && isLate.test(row)) {
                late.add(new Emission<>(row.step(), new SideEvent(row.side(), row.event())));
            } else if (moment instanceof Moment.Dropped row) {
                dropped.add(
                        new Emission<>(
                                row.step(), new DroppedRow(row.side(), row.event(), row.reason())));
            } else if (moment instanceof Moment.BadLine bad) {
                malformed.add(
                        new Emission<>(
                                bad.step(), new Outcome.SideMalformed(bad.side(), bad.line())));
            } else if (moment instanceof Moment.Ignored) {
                ignored++;
            }
        }
        return new Outcome(joined, late, dropped, malformed, ignored);
    }
}
