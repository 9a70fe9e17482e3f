package io.joinlab.lab;

import java.nio.file.Path;
import java.util.List;

/**
 * One lab: a join to mend, and the checks that tell when it is.
 *
 * @param number its place in the order of learning, from 1
 * @param directory {@code labs/NN-name}
 * @param title one sentence
 * @param exercise the name of the Java file, without a directory
 * @param checks at least one, the simplest first
 * @param hints two, the second one says more
 * @param untouchedFails the name of the first check that the exercise fails as it is given
 * @param mistakes solutions that look right and are not
 */
public record Lab(
        int number,
        Path directory,
        String title,
        String exercise,
        List<Check> checks,
        List<String> hints,
        String untouchedFails,
        List<Mistake> mistakes) {

    /** Copies the lists. */
    public Lab {
        checks = List.copyOf(checks);
        hints = List.copyOf(hints);
        mistakes = List.copyOf(mistakes);
    }

    /**
     * A scenario that the join has to pass.
     *
     * @param scenario its file
     * @param explore what must not change what it brings out
     * @param means what it means to fail it, in one sentence or two
     */
    public record Check(Path scenario, Explore explore, String means) {

        /** The name of its file without {@code .yaml}. */
        public String name() {
            return scenario.getFileName().toString().replaceFirst("\\.yaml$", "");
        }
    }

    /** What is tried beside the scenario as it is. */
    public enum Explore {
        /** The scenario runs once. */
        NOTHING,
        /** Every order of delivery. */
        ORDERS,
        /** Every order of delivery, with a crash at every moment. */
        CRASHES
    }

    /**
     * A plausible solution that is wrong.
     *
     * @param name of its directory in {@code wrong/}
     * @param fails the name of the first check that it fails
     */
    public record Mistake(String name, String fails) {}

    /** The exercise as it is given. */
    public Path original() {
        return directory.resolve("exercise").resolve(exercise);
    }

    /** A solution. */
    public Path solution() {
        return directory.resolve("solution").resolve(exercise);
    }

    /** The source of a mistake. */
    public Path source(Mistake mistake) {
        return directory.resolve("wrong").resolve(mistake.name()).resolve(exercise);
    }

    /** What there is to see and to do. */
    public Path readme() {
        return directory.resolve("README.md");
    }
}
