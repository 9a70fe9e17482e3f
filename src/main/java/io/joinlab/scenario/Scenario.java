package io.joinlab.scenario;

import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.Recording;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.Side;
import io.joinlab.join.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A variant with its options, a dataset, a list of steps and the exact expected outcome.
 *
 * @param file where it stands; {@code null} if made in memory
 * @param title one sentence, unique among all scenarios
 * @param about what the reader should notice; may be empty
 * @param variant the join
 * @param options the join's options
 * @param parallelism of the join's operators
 * @param pace how far the clock moves after each delivery, to let the periodic watermark follow;
 *     zero where the steps give the watermarks or the join goes by processing time
 * @param dataset the two tables
 * @param left the recording of the left table: where its lines come from and how they are to be
 *     read
 * @param right the same for the right table
 * @param steps numbered from 1
 * @param ties which steps of different inputs are not free against each other
 * @param expect the expected outcome; its events carry operation and row image only
 */
public record Scenario(
        Path file,
        String title,
        String about,
        Variant variant,
        JoinOptions options,
        int parallelism,
        Duration pace,
        Dataset dataset,
        Recording left,
        Recording right,
        List<Step> steps,
        Ties ties,
        Outcome expect) {

    /** Copies the steps. */
    public Scenario {
        steps = List.copyOf(steps);
    }

    /** A scenario whose inputs are free against each other. */
    public Scenario(
            Path file,
            String title,
            String about,
            Variant variant,
            JoinOptions options,
            int parallelism,
            Duration pace,
            Dataset dataset,
            Recording left,
            Recording right,
            List<Step> steps,
            Outcome expect) {
        this(
                file,
                title,
                about,
                variant,
                options,
                parallelism,
                pace,
                dataset,
                left,
                right,
                steps,
                Ties.NONE,
                expect);
    }

    /** The same with the join's operators as parallel as given. */
    public Scenario withParallelism(int parallelism) {
        return new Scenario(
                file,
                title,
                about,
                variant,
                options,
                parallelism,
                pace,
                dataset,
                left,
                right,
                steps,
                ties,
                expect);
    }

    /**
     * The same with another join in place of the variant, which must read the same options and have
     * rows of the same relation.
     */
    public Scenario withVariant(Variant variant) {
        return new Scenario(
                file,
                title,
                about,
                variant,
                options,
                parallelism,
                pace,
                dataset,
                left,
                right,
                steps,
                ties,
                expect);
    }

    /** The recording of the given side. */
    public Recording recording(Side side) {
        return side == Side.LEFT ? left : right;
    }
}
