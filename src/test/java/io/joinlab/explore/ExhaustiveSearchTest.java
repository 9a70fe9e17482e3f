package io.joinlab.explore;

import static io.joinlab.explore.Schedules.allSchedules;
import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.sim.Simulation;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The exhaustive search")
class ExhaustiveSearchTest {

    static Stream<Arguments> randomScripts() {
        return IntStream.range(0, 36)
                .boxed()
                .map(
                        seed -> {
                            Random random = new Random(seed);
                            return switch (seed % 6) {
                                case 0 -> arguments(seed, TestPipelines.words(1), random, false);
                                case 1 -> arguments(seed, TestPipelines.words(2), random, false);
                                case 2 -> arguments(seed, TestPipelines.stages(), random, false);
                                case 3 ->
                                        arguments(seed, TestPipelines.watermarks(), random, false);
                                case 4 -> arguments(seed, TestPipelines.stamps(), random, true);
                                default -> arguments(seed, TestPipelines.timers(), random, true);
                            };
                        });
    }

    private static Arguments arguments(
            int seed, Simulation simulation, Random random, boolean clock) {
        return Arguments.of(seed, simulation, script(random, clock));
    }

    /** At most four elements: there are too many orders of more to try every single one. */
    private static Script script(Random random, boolean clock) {
        Script.Builder script = Script.builder();
        int left = random.nextInt(4) == 0 ? 4 : 3;
        for (int i = 0; left > 0; i++) {
            String word = "abc".charAt(random.nextInt(3)) + "" + i;
            String source = random.nextBoolean() ? "left" : "right";
            int kind = random.nextInt(8);
            left--;
            if (kind == 0) {
                script.then();
            }
            if (kind == 1 && clock) {
                script.clock(11L * (i + 1));
            } else if (kind == 1) {
                script.from(source, emits -> emits.watermark(word.charAt(1)));
            } else if (kind == 2 && left > 0) {
                script.together(
                        both ->
                                both.from("left", leftSource -> leftSource.send(word))
                                        .from("right", right -> right.send(word + "'")));
                left--;
            } else if (kind == 3) {
                script.from(source, Script.SourceScript::idle);
            } else if (kind == 4 && left == 1) {
                script.from(source, Script.SourceScript::end);
                left--;
            } else {
                script.from(source, emits -> emits.send(word));
            }
        }
        if (clock) {
            script.clock(100);
        }
        return script.build();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("randomScripts")
    @DisplayName("finds exactly the outcomes that trying every single order finds")
    void findsWhatThePlainEnumerationFinds(int seed, Simulation simulation, Script script) {
        Exploration exploration = Exploration.of(simulation, script);
        PlainEnumeration plain = PlainEnumeration.of(exploration);

        for (Exploration each : List.of(exploration, exploration.withIndependentKeys())) {
            ExplorationResult result = each.over(allSchedules());
            assertThat(result.complete()).isTrue();
            assertThat(outcomes(result.outcomes())).isEqualTo(plain.exactlyOnce());
            assertThat(result.schedules()).isLessThanOrEqualTo(plain.schedules());
        }
    }

    @Test
    @DisplayName("lets time pass before a record that the only channel of its task delivers")
    void timePassesBeforeALoneRecord() {
        Script script = Script.builder().from("left", left -> left.send("a1")).clock(10).build();

        ExplorationResult result =
                Exploration.of(TestPipelines.stamps(), script).over(allSchedules());

        assertThat(result.outcomes())
                .extracting(found -> found.outcome().values("stamped"))
                .containsExactlyInAnyOrder(List.of("a1 at 0"), List.of("a1 at 10"));
    }

    static Stream<Arguments> shortScripts() {
        return IntStream.range(0, 12)
                .boxed()
                .map(
                        seed -> {
                            Random random = new Random(seed);
                            Script.Builder script = Script.builder();
                            for (int i = 0; i < 2; i++) {
                                String word = "ab".charAt(random.nextInt(2)) + "" + i;
                                script.from(
                                        random.nextBoolean() ? "left" : "right",
                                        emits -> emits.send(word));
                                if (random.nextInt(4) == 0) {
                                    script.checkpoint();
                                }
                            }
                            if (seed % 2 == 0) {
                                script.clock(20);
                            }
                            return Arguments.of(
                                    seed,
                                    seed % 2 == 0 ? TestPipelines.timers() : TestPipelines.words(1),
                                    script.build());
                        });
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("shortScripts")
    @DisplayName("finds exactly the outcomes of a crash at every single moment")
    void findsWhatCrashesLeadTo(int seed, Simulation simulation, Script script) {
        Exploration exploration =
                Exploration.of(simulation, script).withIndependentKeys().withCrashes();
        ExplorationResult result = exploration.over(allSchedules());
        PlainEnumeration plain = PlainEnumeration.of(exploration);

        assertThat(result.complete()).isTrue();
        assertThat(outcomes(result.outcomes())).isEqualTo(plain.exactlyOnce());
        assertThat(outcomes(result.atLeastOnceOutcomes())).isEqualTo(plain.atLeastOnce());
    }

    @Test
    @DisplayName("tries one order of records of different keys, and both of the same key")
    void prunesWhatCommutes() {
        Script differentKeys =
                Script.builder()
                        .from("left", left -> left.send("a1"))
                        .from("right", right -> right.send("b1"))
                        .build();
        Script sameKey =
                Script.builder()
                        .from("left", left -> left.send("a1"))
                        .from("right", right -> right.send("a2"))
                        .build();
        Simulation words = TestPipelines.words(1);

        assertThat(
                        Exploration.of(words, differentKeys)
                                .withIndependentKeys()
                                .over(allSchedules())
                                .schedules())
                .isEqualTo(1);
        assertThat(
                        Exploration.of(words, sameKey)
                                .withIndependentKeys()
                                .over(allSchedules())
                                .schedules())
                .isEqualTo(2);
    }

    @Test
    @DisplayName("tries all ways to merge two channels, each in its own order")
    void mergesChannels() {
        Script script =
                Script.builder()
                        .from("left", left -> left.send("a1").send("a2").send("a3"))
                        .from("right", right -> right.send("a4").send("a5").send("a6"))
                        .build();

        ExplorationResult result =
                Exploration.of(TestPipelines.words(1), script).over(allSchedules());

        assertThat(result.schedules()).isEqualTo(20); // 6 over 3
        assertThat(result.outcomes()).hasSize(20);
        assertThat(result.complete()).isTrue();
        assertThat(result.coverage()).isEqualTo(1);
    }

    @Test
    @DisplayName("gives up at the limit, says so, and says how much it has seen")
    void givesUpAtTheLimit() {
        Script script =
                Script.builder()
                        .from("left", left -> left.send("a1").send("a2"))
                        .from("right", right -> right.send("a3").send("a4"))
                        .build();

        ExplorationResult result =
                Exploration.of(TestPipelines.words(1), script).over(allSchedules(3));

        assertThat(result.schedules()).isEqualTo(3);
        assertThat(result.complete()).isFalse();
        assertThat(result.coverage()).isEqualTo(0.5); // three of six, the first half of the tree
    }

    private static Set<Outcome> outcomes(List<ExplorationResult.Found> found) {
        return found.stream().map(ExplorationResult.Found::outcome).collect(Collectors.toSet());
    }
}
