package io.joinlab.explore;

import static io.joinlab.explore.ExplorationAssert.assertThat;
import static io.joinlab.explore.Schedules.allSchedules;

import io.joinlab.sim.Simulation;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

@Label("An assertion over schedules, as a property of generated events")
class ExplorationPropertyTest {
    private static final Simulation WORDS = TestPipelines.words(1);

    @Property(tries = 50)
    @Label("holds: one source is one order, whatever it sends")
    void oneSourceIsOneOrder(@ForAll("words") List<String> words) {
        assertThat(Exploration.of(WORDS, script(words, List.of())))
                .over(allSchedules())
                .hasOneOutcome();
    }

    @Provide
    Arbitrary<List<String>> words() {
        return generatedWords();
    }

    private static Arbitrary<List<String>> generatedWords() {
        return Arbitraries.of("a", "b", "c", "d").list().ofMaxSize(3);
    }

    private static Script script(List<String> left, List<String> right) {
        return Script.builder()
                .from("left", source -> left.forEach(word -> source.send(word)))
                .from("right", source -> right.forEach(word -> source.send(word + "'")))
                .build();
    }

    /** Fails; {@link ExplorationAssertTest} runs it to see what it shrinks to. */
    static final class TwoSources {
        @Property(tries = 200, seed = "3")
        @Label("two sources are many orders")
        void areManyOrders(
                @ForAll("words") List<String> left, @ForAll("words") List<String> right) {
            assertThat(Exploration.of(WORDS, script(left, right)))
                    .over(allSchedules())
                    .hasOneOutcome();
        }

        @Provide
        Arbitrary<List<String>> words() {
            return generatedWords();
        }
    }
}
