package io.joinlab.explore;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Asserts what a pipeline can bring out.
 *
 * <pre>{@code
 * assertThat(exploration).over(allSchedules()).hasOneOutcome();
 * assertThat(exploration).over(allSchedules()).hasOutcomes("joined", List.of(), List.of(pair));
 * assertThat(exploration).over(sampledSchedules(1_000, 42)).hasOneOutcome();
 * }</pre>
 *
 * <p>A failure shows two schedules beside each other and the first point where they part. In a
 * property-based test (jqwik), generate the events, write the script from them, and assert; the
 * events shrink to the fewest for which a schedule changes the outcome, and the schedules shown are
 * the shortest for those.
 */
public final class ExplorationAssert {

    private final Exploration exploration;

    private ExplorationAssert(Exploration exploration) {
        this.exploration = exploration;
    }

    /** Starts an assertion; {@link #over} has to follow. */
    public static ExplorationAssert assertThat(Exploration exploration) {
        return new ExplorationAssert(exploration);
    }

    /** Explores. */
    public Explored over(Schedules schedules) {
        return new Explored(exploration, schedules, exploration.over(schedules));
    }

    /** What an exploration found, to be asserted. */
    public static final class Explored {
        private static final int COLUMNS = 120;

        private final Exploration exploration;
        private final Schedules schedules;
        private final ExplorationResult result;

        private Explored(Exploration exploration, Schedules schedules, ExplorationResult result) {
            this.exploration = exploration;
            this.schedules = schedules;
            this.result = result;
        }

        /** The result itself. */
        public ExplorationResult result() {
            return result;
        }

        /**
         * Whatever the schedule, the same comes out.
         *
         * @throws AssertionError if not, or if not all schedules could be tried
         */
        public Explored hasOneOutcome() {
            if (result.outcomes().size() > 1) {
                throw new AssertionError(
                        "Expected one outcome over "
                                + tried()
                                + ", but there are "
                                + result.outcomes().size()
                                + ".\n"
                                + difference(result.outcomes().get(0), result.outcomes().get(1)));
            }
            return hasTriedAll();
        }

        /**
         * As many distinct outcomes as given.
         *
         * @throws AssertionError if there are more or fewer, or if not all schedules could be tried
         */
        public Explored hasOutcomes(int count) {
            hasTriedAll();
            if (result.outcomes().size() != count) {
                throw new AssertionError(
                        "Expected "
                                + count
                                + " outcomes over "
                                + tried()
                                + ", but there are "
                                + result.outcomes().size()
                                + ":"
                                + listed());
            }
            return this;
        }

        /**
         * The given lists are all that a sink can receive; their order, and the order in each,
         * makes no difference.
         *
         * @throws AssertionError if something else can come out or something given can't, or if not
         *     all schedules could be tried
         */
        public Explored hasOutcomes(String sink, List<?>... values) {
            hasTriedAll();
            Set<Map<Object, Integer>> expected =
                    Arrays.stream(values)
                            .map(list -> counted(list))
                            .collect(Collectors.toCollection(LinkedHashSet::new));
            Set<Map<Object, Integer>> actual =
                    result.outcomes().stream()
                            .map(found -> counted(found.outcome().values(sink)))
                            .collect(Collectors.toCollection(LinkedHashSet::new));
            if (!new HashSet<>(expected).equals(actual)) {
                throw new AssertionError(
                        "Expected sink '"
                                + sink
                                + "' to receive one of "
                                + Arrays.toString(values)
                                + " over "
                                + tried()
                                + ", but there is:"
                                + listed());
            }
            return this;
        }

        private Explored hasTriedAll() {
            if (schedules instanceof Schedules.All all && !result.complete()) {
                throw new AssertionError(
                        "Not all schedules could be tried: gave up after "
                                + all.limit()
                                + " runs, about "
                                + Math.round(result.coverage() * 100)
                                + " % of the search. Give fewer events, a higher limit, or sample"
                                + " with sampledSchedules(count, seed)");
            }
            return this;
        }

        private String tried() {
            return result.schedules()
                    + (schedules instanceof Schedules.All ? "" : " sampled")
                    + (result.schedules() == 1 ? " schedule" : " schedules");
        }

        private String listed() {
            StringBuilder text = new StringBuilder();
            int number = 1;
            for (ExplorationResult.Found found : result.outcomes()) {
                text.append("\noutcome ").append(number++).append(", ");
                text.append(found.schedules()).append(" schedules: ");
                text.append(said(found.outcome()));
            }
            return text.toString();
        }

        private String difference(ExplorationResult.Found one, ExplorationResult.Found other) {
            return "outcome 1: "
                    + said(one.outcome())
                    + "\noutcome 2: "
                    + said(other.outcome())
                    + "\n"
                    + String.join(
                            "\n",
                            SideBySide.lines(
                                    COLUMNS,
                                    "outcome 1",
                                    exploration.replay(one.shortest()),
                                    "outcome 2",
                                    exploration.replay(other.shortest())));
        }

        private String said(Outcome outcome) {
            return outcome.failure() != null
                    ? "fails: " + outcome.failure()
                    : outcome.sinks().entrySet().stream()
                            .filter(
                                    sink ->
                                            !sink.getValue().isEmpty()
                                                    || outcome.sinks().size() == 1)
                            .map(sink -> sink.getKey() + " " + said(outcome, sink.getKey()))
                            .collect(Collectors.joining(", "));
        }

        private String said(Outcome outcome, String sink) {
            return outcome.values(sink).stream()
                    .map(exploration::describe)
                    .sorted()
                    .collect(Collectors.joining(", ", "[", "]"));
        }

        private static Map<Object, Integer> counted(List<?> values) {
            Map<Object, Integer> counts = new LinkedHashMap<>();
            values.forEach(value -> counts.merge(value, 1, Integer::sum));
            return counts;
        }
    }
}
