package io.joinlab.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds for each outcome a schedule that departs from arrival order as rarely as possible: all
 * schedules with one departure and, within a budget, with two are tried; where that is not enough,
 * a schedule that is known is brought closer to arrival order step by step.
 */
final class ShortestSchedules {

    private static final long LEAST_BUDGET = 1_000;
    private static final long MOST_BUDGET = 20_000;

    private final Exploration exploration;
    private final Function<Run, Outcome> outcomeOf;
    private final Set<Outcome> wanted;
    private final Map<Outcome, List<Transition>> shortest = new HashMap<>();
    private final long budget;
    private long runs;

    /**
     * @param explored how many schedules the exploration has tried: looking for the shortest ones
     *     should not take much longer
     */
    ShortestSchedules(
            Exploration exploration,
            Function<Run, Outcome> outcomeOf,
            Set<Outcome> wanted,
            long explored) {
        this.budget = Math.max(LEAST_BUDGET, Math.min(MOST_BUDGET, 10 * explored));
        this.exploration = exploration;
        this.outcomeOf = outcomeOf;
        this.wanted = wanted;
    }

    /** The whole way of a schedule, and what else would have been possible at each point. */
    private record Way(List<Transition> taken, List<List<Transition>> alternatives) {}

    /**
     * Searches.
     *
     * @param known a way to each wanted outcome
     */
    Map<Outcome, Schedule> search(Map<Outcome, List<Transition>> known) {
        List<Way> round = List.of(follow(List.of()));
        for (int departures = 1; departures <= 2 && !allFound(); departures++) {
            round = depart(round);
        }
        Map<Outcome, Schedule> schedules = new HashMap<>();
        for (Outcome outcome : wanted) {
            List<Transition> way = shortest.get(outcome);
            if (way == null) {
                way = straighten(known.get(outcome), outcome);
            }
            schedules.put(outcome, departures(way));
        }
        return schedules;
    }

    private boolean allFound() {
        return shortest.keySet().containsAll(wanted);
    }

    /** Takes one other transition at each point after the last departure of each way. */
    private List<Way> depart(List<Way> ways) {
        List<Way> next = new ArrayList<>();
        for (Way way : ways) {
            for (int at = 0; at < way.taken.size(); at++) {
                for (Transition other : way.alternatives.get(at)) {
                    if (runs >= budget || allFound()) {
                        return next;
                    }
                    List<Transition> prefix = new ArrayList<>(way.taken.subList(0, at));
                    prefix.add(other);
                    next.add(follow(prefix));
                }
            }
        }
        return next;
    }

    /** Goes the given way, then on in arrival order; alternatives are noted from there on. */
    private Way follow(List<Transition> prefix) {
        runs++;
        Way way = new Way(new ArrayList<>(), new ArrayList<>());
        try (Run run = new Run(exploration)) {
            for (Transition transition : prefix) {
                run.perform(transition);
                way.taken.add(transition);
                way.alternatives.add(List.of());
            }
            for (List<Transition> enabled = run.enabled();
                    !enabled.isEmpty();
                    enabled = run.enabled()) {
                run.perform(enabled.get(0));
                way.taken.add(enabled.get(0));
                way.alternatives.add(enabled.subList(1, enabled.size()));
            }
            shortest.putIfAbsent(outcomeOf.apply(run), way.taken);
        }
        return way;
    }

    /**
     * Follows arrival order for as long as the rest of the known way still leads to the outcome,
     * and departs where it would not.
     */
    private List<Transition> straighten(List<Transition> known, Outcome outcome) {
        List<Transition> way = known;
        for (int at = 0; at < way.size(); at++) {
            Optional<Transition> direct = defaultAfter(way.subList(0, at));
            if (direct.isEmpty()) {
                break;
            }
            if (!direct.get().equals(way.get(at))) {
                List<Transition> other = guided(way, at, direct.get());
                if (outcome.equals(outcomeAfter(other))) {
                    way = other;
                }
            }
        }
        return way;
    }

    private Optional<Transition> defaultAfter(List<Transition> prefix) {
        try (Run run = new Run(exploration)) {
            prefix.forEach(run::perform);
            return run.byDefault();
        }
    }

    private Outcome outcomeAfter(List<Transition> way) {
        try (Run run = new Run(exploration)) {
            way.forEach(run::perform);
            return outcomeOf.apply(run);
        }
    }

    /** Takes something else at one point, then what is left of the way in its order. */
    private List<Transition> guided(List<Transition> way, int at, Transition instead) {
        List<Transition> taken = new ArrayList<>(way.subList(0, at));
        List<Transition> left = new ArrayList<>(way.subList(at, way.size()));
        try (Run run = new Run(exploration)) {
            taken.forEach(run::perform);
            Optional<Transition> next = Optional.of(instead);
            while (next.isPresent()) {
                run.perform(next.get());
                taken.add(next.get());
                left.remove(next.get());
                next = left.stream().filter(run::isPossible).findFirst().or(run::byDefault);
            }
        }
        return taken;
    }

    private Schedule departures(List<Transition> way) {
        List<Schedule.Departure> departures = new ArrayList<>();
        try (Run run = new Run(exploration)) {
            for (int at = 0; at < way.size(); at++) {
                if (!way.get(at).equals(run.byDefault().orElse(null))) {
                    departures.add(new Schedule.Departure(at, Labels.name(way.get(at))));
                }
                run.perform(way.get(at));
            }
        }
        return new Schedule(departures);
    }
}
