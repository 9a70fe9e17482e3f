package io.joinlab.scenario;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.ParseResult;
import io.joinlab.explore.ExplorationResult;
import io.joinlab.join.EventTimes;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.Side;
import io.joinlab.join.TimeDomain;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the explorations of all scenarios say about whether a join depends on the schedule. */
public final class ScheduleFacts {
    private ScheduleFacts() {}

    /**
     * One exploration.
     *
     * @param sampled whether not all schedules could be tried
     */
    public record Explored(Scenario scenario, ExplorationResult result, boolean sampled) {
        boolean depends() {
            return result.outcomes().size() > 1;
        }
    }

    /**
     * Whether no row can be late, whatever the schedule, because every source keeps its own
     * promise: no row at or behind the watermark that it has emitted, no row after it was idle, and
     * no crash, which forgets watermarks. Told from the steps alone.
     */
    public static boolean keepsItsPromises(Scenario scenario) {
        JoinOptions.Times times = scenario.options().times();
        if (times != null && times.idleness() != null) {
            return false;
        }
        Map<Side, Long> watermarks = new EnumMap<>(Side.class);
        Set<Side> wereIdle = EnumSet.noneOf(Side.class);
        for (Step step : scenario.steps()) {
            if (step instanceof Step.Crash) {
                return false;
            } else if (step instanceof Step.Watermark watermark) {
                raise(watermarks, Side.LEFT, watermark.left());
                raise(watermarks, Side.RIGHT, watermark.right());
            } else if (step instanceof Step.Idle idle) {
                wereIdle.addAll(idle.sides());
            } else if (step instanceof Step.Deliver deliver) {
                Long time = time(scenario, deliver);
                if (time != null) {
                    if (wereIdle.contains(deliver.side())
                            || time <= watermarks.getOrDefault(deliver.side(), Long.MIN_VALUE)) {
                        return false;
                    }
                    if (times != null && times.outOfOrderness() != null) {
                        raise(
                                watermarks,
                                deliver.side(),
                                time - times.outOfOrderness().toMillis() - 1);
                    }
                }
            }
        }
        return true;
    }

    private static void raise(Map<Side, Long> watermarks, Side side, Long watermark) {
        if (watermark != null) {
            watermarks.merge(side, watermark, Math::max);
        }
    }

    /** Null for what is no row of the join. */
    private static Long time(Scenario scenario, Step.Deliver deliver) {
        if (scenario.variant().time() != TimeDomain.EVENT) {
            return null;
        }
        if (deliver.timestamp() != null) {
            return deliver.timestamp();
        }
        EnvelopeParser parser = new EnvelopeParser(scenario.recording(deliver.side()).schema());
        if (!(parser.parse(deliver.raw()) instanceof ParseResult.Parsed parsed)) {
            return null;
        }
        ChangeEvent event = parsed.event();
        if (event.image() == null || scenario.options().times().outOfOrderness() == null) {
            return null;
        }
        try {
            return EventTimes.of(event, scenario.options().times().of(deliver.side()));
        } catch (IllegalArgumentException noTime) {
            return null;
        }
    }

    /** The README's cell for a family: for each of its times, whether the schedule matters. */
    public static String cell(List<Explored> family) {
        Map<TimeDomain, List<Explored>> byTime = new LinkedHashMap<>();
        for (TimeDomain time : TimeDomain.values()) {
            List<Explored> these =
                    family.stream()
                            .filter(each -> each.scenario().variant().time() == time)
                            .toList();
            if (!these.isEmpty()) {
                byTime.put(time, these);
            }
        }
        return String.join(
                "; ",
                byTime.entrySet().stream()
                        .map(
                                entry ->
                                        (byTime.size() == 1 ? "" : entry.getKey().label() + ": ")
                                                + fact(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private static String fact(TimeDomain time, List<Explored> explored) {
        return switch (time) {
            case EVENT ->
                    fact(
                            explored.stream().filter(each -> keepsItsPromises(each.scenario())),
                            explored.stream().filter(each -> !keepsItsPromises(each.scenario())),
                            "only if rows are late");
            case PROCESSING -> explored.stream().anyMatch(Explored::depends) ? "yes" : "no";
            case CHANGELOG ->
                    fact(
                            explored.stream().filter(each -> !forgets(each.scenario())),
                            explored.stream().filter(each -> forgets(each.scenario())),
                            "only with a state TTL");
        };
    }

    private static String fact(
            java.util.stream.Stream<Explored> usual,
            java.util.stream.Stream<Explored> unusual,
            String onlyUnusual) {
        if (usual.anyMatch(Explored::depends)) {
            return "yes";
        }
        return unusual.anyMatch(Explored::depends) ? onlyUnusual : "no";
    }

    static boolean forgets(Scenario scenario) {
        return scenario.options().stateTtl() != null;
    }
}
