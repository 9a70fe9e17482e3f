package io.joinlab.explore;

import static io.joinlab.explore.Schedules.allSchedules;
import static io.joinlab.explore.Schedules.sampledSchedules;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.sim.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An exploration")
class ExplorationTest {
    private static final Script TWO_AND_TWO =
            Script.builder()
                    .from("left", left -> left.send("a1").send("a2"))
                    .from("right", right -> right.send("a3").send("a4"))
                    .build();

    private final Simulation words = TestPipelines.words(1);

    @Test
    @DisplayName("replays the shortest schedule of each outcome, and the outcome is the same")
    void replaysEachOutcome() {
        Exploration exploration = Exploration.of(words, TWO_AND_TWO);

        ExplorationResult result = exploration.over(allSchedules());

        assertThat(result.outcomes()).hasSize(6);
        for (ExplorationResult.Found found : result.outcomes()) {
            assertThat(exploration.replay(found.shortest()).outcome()).isEqualTo(found.outcome());
        }
    }

    @Test
    @DisplayName("tells the shortest schedule by its departures from arrival order")
    void findsTheShortestSchedule() {
        Exploration exploration = Exploration.of(words, TWO_AND_TWO);

        List<ExplorationResult.Found> outcomes = exploration.over(allSchedules()).outcomes();

        assertThat(outcomes.get(0).shortest()).isEqualTo(Schedule.ARRIVAL_ORDER);
        assertThat(outcomes.get(0).outcome().values("histories"))
                .containsExactlyInAnyOrder("a1", "a1 a2", "a1 a2 a3", "a1 a2 a3 a4");
        // Emitting a3 or a4 early takes one departure for each word that is overtaken.
        assertThat(outcomes)
                .extracting(found -> last(found.outcome()), found -> departures(found.shortest()))
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("a1 a2 a3 a4", 0),
                        org.assertj.core.groups.Tuple.tuple("a1 a3 a2 a4", 1),
                        org.assertj.core.groups.Tuple.tuple("a3 a1 a2 a4", 1),
                        org.assertj.core.groups.Tuple.tuple("a1 a3 a4 a2", 2),
                        org.assertj.core.groups.Tuple.tuple("a3 a1 a4 a2", 2),
                        org.assertj.core.groups.Tuple.tuple("a3 a4 a1 a2", 2));
    }

    private static String last(Outcome outcome) {
        return outcome.values("histories").stream()
                .map(String.class::cast)
                .max(java.util.Comparator.comparingInt(String::length))
                .orElseThrow();
    }

    private static int departures(Schedule schedule) {
        return schedule.departures().size();
    }

    @Test
    @DisplayName("shows a replay transition by transition and marks the departures")
    void showsAReplay() {
        Script script =
                Script.builder()
                        .label("first")
                        .from("left", left -> left.send("a1"))
                        .label("second")
                        .from("right", right -> right.send("a2"))
                        .build();
        Exploration exploration =
                Exploration.of(words, script).describedBy(word -> "<" + word + ">");

        Replay replay =
                exploration.replay(new Schedule(List.of(new Schedule.Departure(0, "action 2"))));

        assertThat(replay.lines())
                .containsExactly(
                        new Replay.Line("action 2", "second: right emits <a2>", true),
                        new Replay.Line(
                                "deliver right > KeyedProcess",
                                "right -> KeyedProcess: <a2>",
                                false),
                        new Replay.Line("action 1", "first: left emits <a1>", false),
                        new Replay.Line(
                                "deliver left > KeyedProcess",
                                "left -> KeyedProcess: <a1>",
                                false));
        assertThat(replay.outcome().values("histories")).containsExactlyInAnyOrder("a2", "a2 a1");
    }

    @Test
    @DisplayName("refuses a schedule that does not fit, and says what would have been possible")
    void refusesAScheduleThatDoesNotFit() {
        Exploration exploration = Exploration.of(words, TWO_AND_TWO);

        assertThatThrownBy(
                        () ->
                                exploration.replay(
                                        new Schedule(
                                                List.of(new Schedule.Departure(0, "action 2")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "After 0 transitions 'action 2' is not possible; possible are [action 1,"
                                + " action 3]");
        assertThatThrownBy(
                        () ->
                                exploration.replay(
                                        new Schedule(
                                                List.of(new Schedule.Departure(99, "action 2")))))
                .hasMessage("The run ends after 8 transitions, but the schedule departs after 99");
    }

    @Test
    @DisplayName("draws the same schedules from the same seed, and others from another")
    void samplesBySeed() {
        Exploration exploration = Exploration.of(words, TWO_AND_TWO);

        ExplorationResult result = exploration.over(sampledSchedules(5, 1));

        assertThat(exploration.over(sampledSchedules(5, 1))).isEqualTo(result);
        assertThat(exploration.over(sampledSchedules(5, 2)).outcomes())
                .isNotEqualTo(result.outcomes());
        assertThat(result.schedules()).isEqualTo(5);
        assertThat(result.complete()).isFalse();
    }

    @Test
    @DisplayName("finds by enough samples what it finds by trying all")
    void samplesFindAll() {
        Exploration exploration = Exploration.of(words, TWO_AND_TWO);

        assertThat(outcomes(exploration.over(sampledSchedules(500, 7)).outcomes()))
                .isEqualTo(outcomes(exploration.over(allSchedules()).outcomes()));
    }

    @Test
    @DisplayName("keeps what then and together tie in order")
    void keepsTies() {
        Script script =
                Script.builder()
                        .from("left", left -> left.send("a1"))
                        .then()
                        .from("right", right -> right.send("a2"))
                        .together(
                                both ->
                                        both.from("left", left -> left.send("a3"))
                                                .from("right", right -> right.send("a4")))
                        .build();
        List<Integer> none = List.of();

        assertThat(script.predecessors(0)).isEqualTo(none);
        assertThat(script.predecessors(1)).containsExactly(0);
        assertThat(script.predecessors(2)).containsExactly(0, 1);
        assertThat(script.actions().get(2)).hasToString("left emits a3 and right emits a4");
    }

    @Test
    @DisplayName("lets a timer fire at any moment once it is due, never before")
    void timersFireOnceDue() {
        Script one =
                Script.builder().from("left", left -> left.send("a1")).clock(11).clock(50).build();
        Script two =
                Script.builder()
                        .from("left", left -> left.send("a1"))
                        .clock(11)
                        .from("left", left -> left.send("a2"))
                        .build();
        Simulation timers = TestPipelines.timers();

        assertThat(outcomes(Exploration.of(timers, one).over(allSchedules()).outcomes(), "later"))
                .containsExactlyInAnyOrder(
                        List.of("10: a1"), // delivered at once
                        List.of("21: a1"), // delivered when the clock showed 11
                        List.of()); // delivered at 50: its timer, for 60, is not due
        assertThat(outcomes(Exploration.of(timers, two).over(allSchedules()).outcomes(), "later"))
                .containsExactlyInAnyOrder(
                        List.of("10: a1"), // fires at once
                        List.of("10: a1 a2"), // fires after a2 has come
                        List.of()); // a1 is delivered when the clock shows 11
    }

    @Test
    @DisplayName("loses nothing and doubles nothing in a crash, if output commits with checkpoints")
    void crashesExactlyOnce() {
        Script script = Script.builder().from("left", left -> left.send("a1").send("a2")).build();
        Exploration exploration = Exploration.of(words, script).withCrashes();

        ExplorationResult result = exploration.over(allSchedules());

        assertThat(outcomes(result.outcomes(), "histories"))
                .containsExactly(List.of("a1", "a1 a2"));
        assertThat(outcomes(result.atLeastOnceOutcomes(), "histories"))
                .containsExactlyInAnyOrder(
                        List.of("a1", "a1 a2"), // nothing had come out since the checkpoint
                        List.of("a1", "a1", "a1 a2"),
                        List.of("a1", "a1 a2", "a1 a2"),
                        List.of("a1", "a1", "a1 a2", "a1 a2"));
    }

    @Test
    @DisplayName("takes the checkpoints that the script has instead of its own")
    void takesTheScriptsCheckpoints() {
        Script script =
                Script.builder()
                        .from("left", left -> left.send("a1"))
                        .checkpoint()
                        .from("left", left -> left.send("a2"))
                        .crash()
                        .from("left", left -> left.send("a3"))
                        .build();

        Replay replay = Exploration.of(words, script).replay(Schedule.ARRIVAL_ORDER);

        assertThat(replay.outcome().values("histories"))
                .containsExactlyInAnyOrder("a1", "a1 a2", "a1 a2 a3");
        assertThat(replay.atLeastOnce().values("histories"))
                .containsExactlyInAnyOrder("a1", "a1 a2", "a1 a2", "a1 a2 a3");
    }

    @Test
    @DisplayName("counts a failure of the pipeline as an outcome of its own")
    void failureIsAnOutcome() {
        Script script =
                Script.builder()
                        .from("left", left -> left.send("a1"))
                        .from("right", right -> right.send("")) // has no first letter
                        .build();

        ExplorationResult result = Exploration.of(words, script).over(allSchedules());

        assertThat(result.outcomes())
                .extracting(found -> found.outcome().failure() == null)
                .containsOnly(false);
        assertThat(result.outcomes().get(0).outcome().failure())
                .contains("StringIndexOutOfBoundsException");
    }

    @Test
    @DisplayName("reads a sink's values as it is told")
    void readsASink() {
        Exploration exploration =
                Exploration.of(words, TWO_AND_TWO)
                        .reading("histories", values -> Map.of("count", values.size()));

        ExplorationResult result = exploration.over(allSchedules());

        assertThat(result.outcomes()).hasSize(1);
        assertThat(result.outcomes().get(0).outcome().sinks())
                .isEqualTo(Map.of("histories", Map.of("count", 4)));
    }

    private static Set<Outcome> outcomes(List<ExplorationResult.Found> found) {
        return found.stream().map(ExplorationResult.Found::outcome).collect(Collectors.toSet());
    }

    private static List<List<String>> outcomes(List<ExplorationResult.Found> found, String sink) {
        List<List<String>> outcomes = new ArrayList<>();
        for (ExplorationResult.Found each : found) {
            outcomes.add(
                    each.outcome().values(sink).stream().map(String.class::cast).sorted().toList());
        }
        return outcomes;
    }
}
