package io.joinlab.explore;

import io.joinlab.sim.Choice;

/** One step of a schedule. */
sealed interface Transition {

    /**
     * The driver performs an action of the script.
     *
     * @param action its place in the script, from 0
     */
    record Perform(int action) implements Transition {}

    /** The clock moves on to where the next timer is due, or as far as it has to go. */
    record Tick() implements Transition {}

    /** The job does something that waits. */
    record Take(Choice choice) implements Transition {}

    /** A checkpoint completes where the script does not say so. */
    record Checkpoint() implements Transition {}

    /** The job fails where the script does not say so. */
    record Fail() implements Transition {}
}
