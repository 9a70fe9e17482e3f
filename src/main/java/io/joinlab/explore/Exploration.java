package io.joinlab.explore;

import io.joinlab.sim.Schedulers;
import io.joinlab.sim.Simulation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * A pipeline, what happens to it from outside, and the question what can come out: over all orders
 * in which a cluster could deliver what waits in its channels, fire its timers and read its
 * sources, and over every moment at which it could fail.
 *
 * <pre>{@code
 * Exploration exploration = Exploration.of(Simulation.of(env), script);
 * ExplorationResult result = exploration.over(allSchedules());
 * }</pre>
 *
 * <p>What is free: elements of different channels against each other, actions of different sources
 * (see {@link Script}), and a processing-time timer may fire at any moment once it is due. What is
 * not: a channel is first in, first out, and the clock moves as the script says.
 *
 * <p>Immutable. The pipeline must be deterministic apart from its order: functions that draw random
 * numbers or read the machine's clock make a search meaningless.
 */
public final class Exploration {

    private record Options(
            boolean independentKeys,
            boolean crashes,
            Function<Object, String> descriptions,
            Map<String, Function<List<Object>, Map<Object, Integer>>> readings,
            LongConsumer progress) {}

    private final Simulation simulation;
    private final Script script;
    private final Options options;

    private Exploration(Simulation simulation, Script script, Options options) {
        this.simulation = simulation;
        this.script = script;
        this.options = options;
    }

    /** Prepares to explore; nothing runs yet. */
    public static Exploration of(Simulation simulation, Script script) {
        return new Exploration(
                simulation.withScheduler(Schedulers.manual()),
                script,
                new Options(false, false, String::valueOf, Map.of(), runs -> {}));
    }

    /**
     * Promises that the pipeline's keyed operators keep nothing but keyed state and timers, so that
     * the order of two records of different keys makes no difference. There is much less to try
     * then. It does not hold where a function has fields, operator state or broadcast state that
     * records change.
     */
    public Exploration withIndependentKeys() {
        return with(
                new Options(
                        true,
                        options.crashes,
                        options.descriptions,
                        options.readings,
                        options.progress));
    }

    /**
     * Adds that the job may fail once, between any two transitions. It is restored from the latest
     * checkpoint. Those are the script's, or if it has none, one whenever everything that was
     * emitted has been processed.
     */
    public Exploration withCrashes() {
        return with(
                new Options(
                        options.independentKeys,
                        true,
                        options.descriptions,
                        options.readings,
                        options.progress));
    }

    /** How values are told to people; by default with {@code String.valueOf}. */
    public Exploration describedBy(Function<Object, String> descriptions) {
        return with(
                new Options(
                        options.independentKeys,
                        options.crashes,
                        descriptions,
                        options.readings,
                        options.progress));
    }

    /**
     * What of a sink's values makes the outcome; by default how often each came.
     *
     * @param reading gives for the values, in order of arrival, what counts and how often
     */
    public Exploration reading(String sink, Function<List<Object>, Map<Object, Integer>> reading) {
        Map<String, Function<List<Object>, Map<Object, Integer>>> readings =
                new HashMap<>(options.readings);
        readings.put(sink, reading);
        return with(
                new Options(
                        options.independentKeys,
                        options.crashes,
                        options.descriptions,
                        Map.copyOf(readings),
                        options.progress));
    }

    /** Who is told the number of runs every thousand runs. */
    public Exploration reportingTo(LongConsumer progress) {
        return with(
                new Options(
                        options.independentKeys,
                        options.crashes,
                        options.descriptions,
                        options.readings,
                        progress));
    }

    private Exploration with(Options changed) {
        return new Exploration(simulation, script, changed);
    }

    /** Runs the schedules. */
    public ExplorationResult over(Schedules schedules) {
        if (schedules instanceof Schedules.All all) {
            ExhaustiveSearch search = new ExhaustiveSearch(this, all.limit());
            search.search(options.progress);
            return result(
                    search.findings(), search.redundant(), search.isComplete(), search.coverage());
        }
        RandomSearch search = new RandomSearch(this);
        search.search((Schedules.Sampled) schedules, options.progress);
        return result(search.findings(), 0, false, 0);
    }

    private ExplorationResult result(
            Findings findings, long redundant, boolean complete, double coverage) {
        List<ExplorationResult.Found> exactlyOnce =
                found(findings.exactlyOnce(), Run::exactlyOnce, findings.schedules());
        return new ExplorationResult(
                exactlyOnce,
                findings.atLeastOnce().equals(findings.exactlyOnce())
                        ? exactlyOnce
                        : found(findings.atLeastOnce(), Run::atLeastOnce, findings.schedules()),
                findings.schedules(),
                redundant,
                complete,
                coverage);
    }

    private List<ExplorationResult.Found> found(
            Map<Outcome, Findings.Entry> found, Function<Run, Outcome> outcomeOf, long schedules) {
        Map<Outcome, List<Transition>> ways = new HashMap<>();
        found.forEach((outcome, entry) -> ways.put(outcome, entry.first));
        Map<Outcome, Schedule> shortest =
                new ShortestSchedules(this, outcomeOf, found.keySet(), schedules).search(ways);
        List<ExplorationResult.Found> list = new ArrayList<>();
        found.forEach(
                (outcome, entry) ->
                        list.add(
                                new ExplorationResult.Found(
                                        outcome, entry.schedules, shortest.get(outcome))));
        list.sort(
                java.util.Comparator.comparingInt(
                        outcome -> outcome.shortest().departures().size()));
        return list;
    }

    /**
     * Runs one schedule again.
     *
     * @throws IllegalArgumentException if something that it takes is not possible there: it belongs
     *     to another pipeline or another script
     */
    public Replay replay(Schedule schedule) {
        List<Replay.Line> lines = new ArrayList<>();
        try (Run run = new Run(this)) {
            int departed = 0;
            for (Optional<Transition> next = run.byDefault();
                    next.isPresent();
                    next = run.byDefault()) {
                boolean departs =
                        departed < schedule.departures().size()
                                && schedule.departures().get(departed).at() == lines.size();
                Transition transition =
                        departs ? find(run, schedule.departures().get(departed++)) : next.get();
                lines.add(new Replay.Line(Labels.name(transition), run.text(transition), departs));
                run.perform(transition);
            }
            if (departed < schedule.departures().size()) {
                throw new IllegalArgumentException(
                        "The run ends after %d transitions, but the schedule departs after %d"
                                .formatted(lines.size(), schedule.departures().get(departed).at()));
            }
            return new Replay(lines, run.exactlyOnce(), run.atLeastOnce());
        }
    }

    private static Transition find(Run run, Schedule.Departure departure) {
        List<Transition> enabled = run.enabled();
        return enabled.stream()
                .filter(transition -> Labels.name(transition).equals(departure.take()))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "After %d transitions '%s' is not possible; possible are %s"
                                                .formatted(
                                                        departure.at(),
                                                        departure.take(),
                                                        enabled.stream()
                                                                .map(Labels::name)
                                                                .toList())));
    }

    Simulation simulation() {
        return simulation;
    }

    Script script() {
        return script;
    }

    boolean keysAreIndependent() {
        return options.independentKeys;
    }

    boolean crashes() {
        return options.crashes;
    }

    boolean hasCheckpoints() {
        return script.has(Action.TakeCheckpoint.class);
    }

    String describe(Object value) {
        return options.descriptions.apply(value);
    }

    Map<Object, Integer> read(String sink, List<Object> values) {
        Function<List<Object>, Map<Object, Integer>> reading = options.readings.get(sink);
        if (reading != null) {
            return reading.apply(values);
        }
        Map<Object, Integer> counts = new LinkedHashMap<>();
        values.forEach(value -> counts.merge(value, 1, Integer::sum));
        return counts;
    }
}
