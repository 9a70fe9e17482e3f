package io.joinlab.explore;

import static io.joinlab.explore.ExplorationAssert.assertThat;
import static io.joinlab.explore.Schedules.allSchedules;
import static io.joinlab.explore.Schedules.sampledSchedules;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.joinlab.sim.Simulation;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

@DisplayName("An assertion over schedules")
class ExplorationAssertTest {
    private static final Simulation WORDS = TestPipelines.words(1);

    private static Exploration sameKey() {
        return Exploration.of(
                WORDS,
                Script.builder()
                        .from("left", left -> left.send("a1"))
                        .from("right", right -> right.send("a2"))
                        .build());
    }

    private static Exploration differentKeys() {
        return Exploration.of(
                WORDS,
                Script.builder()
                        .from("left", left -> left.send("a1"))
                        .from("right", right -> right.send("b2"))
                        .build());
    }

    @Test
    @DisplayName("holds if every schedule brings out the same")
    void oneOutcome() {
        assertThatCode(() -> assertThat(differentKeys()).over(allSchedules()).hasOneOutcome())
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("shows two shortest schedules beside each other from where they part")
    void showsWhereTheyPart() {
        assertThatThrownBy(() -> assertThat(sameKey()).over(allSchedules()).hasOneOutcome())
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        """
                        Expected one outcome over 2 schedules, but there are 2.
                        outcome 1: histories [a1, a1 a2]
                        outcome 2: histories [a2, a2 a1]
                        They part at the start:
                              outcome 1                     outcome 2
                           1    left emits a1             | > right emits a2
                           2    left -> KeyedProcess: a1  |   right -> KeyedProcess: a2
                           3    right emits a2            |   left emits a1
                           4    right -> KeyedProcess: a2 |   left -> KeyedProcess: a1\
                        """);
    }

    @Test
    @DisplayName("counts the outcomes")
    void countsOutcomes() {
        assertThat(sameKey()).over(allSchedules()).hasOutcomes(2);

        assertThatThrownBy(() -> assertThat(sameKey()).over(allSchedules()).hasOutcomes(3))
                .hasMessage(
                        """
                        Expected 3 outcomes over 2 schedules, but there are 2:
                        outcome 1, 1 schedules: histories [a1, a1 a2]
                        outcome 2, 1 schedules: histories [a2, a2 a1]\
                        """);
    }

    @Test
    @DisplayName("compares what a sink can receive, whatever the order")
    void comparesOutcomes() {
        assertThat(sameKey())
                .over(allSchedules())
                .hasOutcomes("histories", List.of("a2 a1", "a2"), List.of("a1", "a1 a2"));

        assertThatThrownBy(
                        () ->
                                assertThat(sameKey())
                                        .over(allSchedules())
                                        .hasOutcomes("histories", List.of("a1", "a1 a2")))
                .hasMessageStartingWith(
                        "Expected sink 'histories' to receive one of [[a1, a1 a2]] over 2"
                                + " schedules, but there is:");
    }

    @Test
    @DisplayName("is not content with a part of the schedules, unless samples were asked for")
    void isNotContentWithAPart() {
        assertThatThrownBy(() -> assertThat(sameKey()).over(allSchedules(1)).hasOutcomes(1))
                .hasMessage(
                        "Not all schedules could be tried: gave up after 1 runs, about 50 % of the"
                                + " search. Give fewer events, a higher limit, or sample with"
                                + " sampledSchedules(count, seed)");
        assertThat(sameKey()).over(sampledSchedules(1, 0)).hasOutcomes(1);
    }

    @Test
    @DisplayName(
            "shrinks generated events and the schedule to the smallest that change the outcome")
    void shrinks() {
        Throwable failure =
                EngineTestKit.engine("jqwik")
                        .selectors(selectClass(ExplorationPropertyTest.TwoSources.class))
                        .execute()
                        .testEvents()
                        .failed()
                        .stream()
                        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                        .map(result -> result.getThrowable().orElseThrow())
                        .findFirst()
                        .orElseThrow();

        org.assertj.core.api.Assertions.assertThat(failure)
                .hasMessageContaining("Expected one outcome over 2 schedules, but there are 2.")
                .hasMessageContaining("outcome 1: histories [a, a a']")
                .hasMessageContaining("outcome 2: histories [a', a' a]")
                .hasMessageContaining("They part at the start:");
    }
}
