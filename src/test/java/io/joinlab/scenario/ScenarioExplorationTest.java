package io.joinlab.scenario;

import static io.joinlab.explore.ExplorationAssert.assertThat;
import static io.joinlab.explore.Schedules.allSchedules;
import static io.joinlab.explore.Schedules.sampledSchedules;
import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.explore.Exploration;
import io.joinlab.explore.ExplorationResult;
import io.joinlab.explore.Outcome;
import io.joinlab.explore.PlainEnumeration;
import io.joinlab.explore.Schedule;
import io.joinlab.join.JoinedRow;
import io.joinlab.scenario.ScenarioExploration.Others;
import io.joinlab.scenario.ScenarioExploration.Settings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The exploration of a scenario")
class ScenarioExplorationTest {
    private static final ScenarioCatalogue CATALOGUE = ScenarioCatalogue.of(Path.of(""));
    private static final String PAIR = "r 001 张三 | r 1 语文 001";

    @TestFactory
    @DisplayName("starts from arrival order, which brings out what the scenario expects:")
    Stream<DynamicTest> arrivalOrderIsTheScenario() {
        return CATALOGUE.files().stream()
                .map(CATALOGUE::read)
                .map(
                        scenario ->
                                DynamicTest.dynamicTest(
                                        scenario.title(), () -> assertArrivalOrder(scenario)));
    }

    private static void assertArrivalOrder(Scenario scenario) {
        Outcome outcome =
                ScenarioExploration.of(scenario, Settings.PLAIN)
                        .replay(Schedule.ARRIVAL_ORDER)
                        .outcome();

        io.joinlab.scenario.Outcome expected = ScenarioSimulation.compile(scenario).run();
        assertThat(outcome.failure()).isNull();
        if (scenario.variant().appendOnly()) {
            assertThat(outcome.sinks().get(ScenarioPipeline.JOINED))
                    .isEqualTo(counted(expected.joined()));
        }
        assertThat(outcome.sinks().get(ScenarioPipeline.LATE)).isEqualTo(counted(expected.late()));
        assertThat(outcome.sinks().get(ScenarioPipeline.DROPPED))
                .isEqualTo(counted(expected.dropped()));
    }

    private static Map<Object, Integer> counted(List<? extends Emission<?>> emissions) {
        Map<Object, Integer> counts = new LinkedHashMap<>();
        emissions.forEach(emission -> counts.merge(emission.value(), 1, Integer::sum));
        return counts;
    }

    @Test
    @DisplayName("finds a row that is late in one order and on time in another")
    void lateOrOnTime() {
        assertThat(outcomes("tumbling-event-inner-late-or-on-time"))
                .containsExactlyInAnyOrder(
                        Map.of("joined", List.of(PAIR)), Map.of("late", List.of("r 1 语文 001")));
    }

    @Test
    @DisplayName("finds no order in which a silent input does not stop all output")
    void silentInputStopsAll() {
        assertThat(outcomes("tumbling-event-inner-silent-input-stops-all"))
                .containsExactly(Map.of());
    }

    @Test
    @DisplayName("finds the order in which an input that ends makes an idle one lose its rows")
    void endsWhileTheOtherIsIdle() {
        assertThat(outcomes("interval-event-inner-ends-while-the-other-is-idle"))
                .containsExactlyInAnyOrder(
                        Map.of("late", List.of("r 001 张三")), Map.of("joined", List.of(PAIR)));
    }

    @Test
    @DisplayName("finds the order in which a watermark overtakes records of the other input")
    void watermarkOvertakesRecords() {
        assertThat(outcomes("tumbling-event-inner-watermark-overtakes-records"))
                .containsExactlyInAnyOrder(
                        Map.of("joined", List.of(PAIR)), Map.of("late", List.of("r 1 语文 001")));
    }

    @Test
    @DisplayName("finds the orders in which a processing-time window join does not match")
    void matchesByLuck() {
        assertThat(outcomes("tumbling-processing-inner-matches-by-luck"))
                .containsExactlyInAnyOrder(Map.of("joined", List.of(PAIR)), Map.of());
    }

    @Test
    @DisplayName("keeps tied steps in order")
    void keepsTies() {
        Scenario scenario = scenario("interval-event-inner-together-with-its-watermark");

        ExplorationResult result =
                ScenarioExploration.of(scenario, Settings.PLAIN).over(allSchedules());

        // The join still takes them in any order: left row, left watermark, right row, right
        // watermark from two channels.
        assertThat(result.schedules()).isEqualTo(6);
        assertThat(
                        PlainEnumeration.of(ScenarioExploration.of(scenario, Settings.PLAIN))
                                .schedules())
                .isEqualTo(plainWithTies());
    }

    /** e1 emits two left elements, then e2 and e3 emit one right element each. */
    private static long plainWithTies() {
        return count(0, 0, 0);
    }

    private static long count(int emitted, int left, int right) {
        if (emitted == 3 && left == 2 && right == 2) {
            return 1;
        }
        long ways = 0;
        if (emitted < 3) {
            ways += count(emitted + 1, left, right);
        }
        if (emitted >= 1 && left < 2) {
            ways += count(emitted, left + 1, right);
        }
        if (right < emitted - 1) {
            ways += count(emitted, left, right + 1);
        }
        return ways;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tumbling-event-inner-late-or-on-time",
                "tumbling-processing-inner-matches-by-luck",
                "interval-event-inner-ends-while-the-other-is-idle",
                "tumbling-event-right-unmatched",
                "session-processing-right-unmatched"
            })
    @DisplayName("loses no outcome against trying every single order:")
    void losesNoOutcome(String name) {
        Exploration exploration = ScenarioExploration.of(scenario(name), Settings.PLAIN);

        assertThat(
                        exploration.over(allSchedules()).outcomes().stream()
                                .map(ExplorationResult.Found::outcome)
                                .collect(Collectors.toSet()))
                .isEqualTo(PlainEnumeration.of(exploration).exactlyOnce());
    }

    @Test
    @DisplayName("lets source subtasks without events hold back the join, until they are idle")
    void otherSubtasksAreIdle() {
        Scenario scenario = scenario("tumbling-event-inner-late-or-on-time");

        Exploration idle = ScenarioExploration.of(scenario, new Settings(2, Others.IDLE, false));
        Exploration ended = ScenarioExploration.of(scenario, new Settings(2, Others.ENDED, false));

        assertThat(outcomes(idle, scenario))
                .containsExactlyInAnyOrder(
                        Map.of("joined", List.of(PAIR)), Map.of("late", List.of("r 1 语文 001")));
        assertThat(said(ended.over(sampledSchedules(300, 1)).outcomes(), ended))
                .containsExactlyInAnyOrder(
                        Map.of("joined", List.of(PAIR)), Map.of("late", List.of("r 1 语文 001")));
    }

    @Test
    @DisplayName("shows what a crash doubles when output does not commit with the checkpoint")
    void crashDoubles() {
        Scenario scenario = scenario("interval-event-inner-together-with-its-watermark");
        Exploration exploration =
                ScenarioExploration.of(scenario, new Settings(null, Others.IDLE, true));

        ExplorationResult result = exploration.over(allSchedules());

        assertThat(said(result.outcomes(), exploration))
                .containsExactly(Map.of("joined", List.of(PAIR)));
        assertThat(said(result.atLeastOnceOutcomes(), exploration))
                .containsExactlyInAnyOrder(
                        Map.of("joined", List.of(PAIR)), Map.of("joined", List.of(PAIR, PAIR)));
    }

    private static Scenario scenario(String name) {
        return CATALOGUE.files().stream()
                .filter(file -> file.getFileName().toString().equals(name + ".yaml"))
                .map(CATALOGUE::read)
                .findFirst()
                .orElseThrow();
    }

    private static List<Map<String, List<String>>> outcomes(String name) {
        Scenario scenario = scenario(name);
        return outcomes(ScenarioExploration.of(scenario, Settings.PLAIN), scenario);
    }

    private static List<Map<String, List<String>>> outcomes(
            Exploration exploration, Scenario scenario) {
        ExplorationResult result = assertThat(exploration).over(allSchedules()).result();
        assertThat(result.complete()).isTrue();
        return said(result.outcomes(), exploration);
    }

    /** By sink, without those that got nothing. */
    private static List<Map<String, List<String>>> said(
            List<ExplorationResult.Found> found, Exploration exploration) {
        return found.stream()
                .map(
                        each -> {
                            Map<String, List<String>> sinks = new LinkedHashMap<>();
                            each.outcome().sinks().keySet().stream()
                                    .filter(sink -> !each.outcome().values(sink).isEmpty())
                                    .forEach(
                                            sink ->
                                                    sinks.put(
                                                            sink,
                                                            each.outcome().values(sink).stream()
                                                                    .map(
                                                                            ScenarioExplorationTest
                                                                                    ::said)
                                                                    .sorted()
                                                                    .toList()));
                            return sinks;
                        })
                .toList();
    }

    private static String said(Object value) {
        if (value instanceof JoinedRow row) {
            return said(row.left()) + " | " + said(row.right());
        } else if (value instanceof io.joinlab.join.SideEvent side) {
            return said(side.event());
        } else if (value instanceof ChangeEvent event) {
            return event.op().code()
                    + event.image().toMap().values().stream()
                            .map(column -> " " + column)
                            .collect(Collectors.joining());
        }
        return String.valueOf(value);
    }
}
