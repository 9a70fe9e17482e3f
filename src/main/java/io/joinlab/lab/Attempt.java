package io.joinlab.lab;

import io.joinlab.explore.Exploration;
import io.joinlab.explore.ExplorationResult;
import io.joinlab.scenario.OutcomeComparison;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Trace;
import java.util.List;
import java.util.Optional;

/** What became of a learner's join. */
public sealed interface Attempt {

    /**
     * It does not compile.
     *
     * @param problems for the learner, each with its line
     */
    record NotCompiled(List<String> problems) implements Attempt {}

    /**
     * It compiles, and was checked.
     *
     * @param results one for each check of the lab
     */
    record Checked(List<Result> results) implements Attempt {

        /** The first check that it fails; empty if it solves the lab. */
        public Optional<Result> firstFailure() {
            return results.stream().filter(result -> !result.passed()).findFirst();
        }
    }

    /** Whether the lab is solved. */
    default boolean solved() {
        return this instanceof Checked checked && checked.firstFailure().isEmpty();
    }

    /** What became of one check. */
    sealed interface Result {
        /** The check. */
        Lab.Check check();

        /** Whether it holds. */
        boolean passed();
    }

    /** The scenario ran to its end. */
    record Ran(Lab.Check check, Scenario scenario, Trace trace, OutcomeComparison comparison)
            implements Result {
        @Override
        public boolean passed() {
            return comparison.equal();
        }
    }

    /** The scenario brings out what it should in arrival order, so every order was tried. */
    record Explored(
            Lab.Check check, Scenario scenario, Exploration exploration, ExplorationResult result)
            implements Result {
        @Override
        public boolean passed() {
            return result.complete() && result.outcomes().size() == 1;
        }
    }

    /**
     * The join could not be built, or failed while it ran.
     *
     * @param message what went wrong
     */
    record Failed(Lab.Check check, String message) implements Result {
        @Override
        public boolean passed() {
            return false;
        }
    }
}
