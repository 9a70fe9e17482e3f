package io.joinlab.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.replay.RandomPipeline.Action;
import io.joinlab.replay.RandomPipeline.Kind;
import io.joinlab.replay.RandomPipeline.NodeSpec;
import io.joinlab.replay.RandomPipeline.SourceSpec;
import io.joinlab.replay.RandomPipeline.Verb;
import io.joinlab.replay.RandomPipeline.Watermarks;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/**
 * The simulator tells the truth about pipelines that nobody chose: what comes out of it comes out
 * of a MiniCluster, at the same step.
 */
class RandomPipelinesIT {

    @Property(
            tries = 100,
            seed = "20231027",
            edgeCases = EdgeCasesMode.NONE,
            shrinking = ShrinkingMode.FULL)
    void theSimulatorAgreesWithAMiniCluster(@ForAll("pipelines") RandomPipeline pipeline) {
        assertThat(RandomPipelineRun.inSimulator(pipeline))
                .isEqualTo(RandomPipelineRun.onMiniCluster(pipeline));
    }

    @Provide
    Arbitrary<RandomPipeline> pipelines() {
        return Arbitraries.integers()
                .between(1, 3)
                .flatMap(
                        parallelism ->
                                Combinators.combine(
                                                sources(parallelism)
                                                        .list()
                                                        .ofMinSize(1)
                                                        .ofMaxSize(3),
                                                nodes(parallelism).list().ofMinSize(1).ofMaxSize(6),
                                                actions().list().ofMinSize(5).ofMaxSize(30))
                                        .as(RandomPipeline::new));
    }

    private static Arbitrary<SourceSpec> sources(int parallelism) {
        return Combinators.combine(
                        Arbitraries.integers().between(1, parallelism),
                        Arbitraries.frequencyOf(
                                Tuple.of(4, Arbitraries.just(Watermarks.STEPS)),
                                Tuple.of(1, Arbitraries.of(Watermarks.class))))
                .as(SourceSpec::new);
    }

    private static Arbitrary<NodeSpec> nodes(int parallelism) {
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(0, 8),
                        Arbitraries.integers().between(0, 8),
                        Arbitraries.integers().between(1, parallelism),
                        Arbitraries.integers().between(0, 20))
                .as(NodeSpec::new);
    }

    private static Arbitrary<Action> actions() {
        return Combinators.combine(
                        Arbitraries.frequency(
                                Tuple.of(50, Verb.RECORD),
                                Tuple.of(25, Verb.WATERMARK),
                                Tuple.of(5, Verb.IDLE),
                                Tuple.of(4, Verb.ACTIVE),
                                Tuple.of(5, Verb.END),
                                Tuple.of(10, Verb.CLOCK),
                                Tuple.of(2, Verb.SNAPSHOT),
                                Tuple.of(1, Verb.CRASH)),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.integers().between(0, 60))
                .as(Action::new);
    }
}
