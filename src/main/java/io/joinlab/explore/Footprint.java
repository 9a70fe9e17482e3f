package io.joinlab.explore;

import io.joinlab.sim.ChannelId;
import io.joinlab.sim.TaskId;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * What a transition has touched. Two transitions with nothing in common have the same effect in
 * either order. Taking a channel's oldest element commutes with adding a new one, and a channel has
 * one sender, so channels matter only within a subtask.
 *
 * @param tasks the subtasks that acted
 * @param part what of a subtask was touched
 * @param readsClock whether an operator asked for the time
 * @param movesClock whether time passed
 */
record Footprint(Set<TaskId> tasks, Part part, boolean readsClock, boolean movesClock) {

    /** What of a subtask was touched. */
    sealed interface Part {

        /**
         * Anything.
         *
         * @param ending whether it was the end of an input
         */
        record Whole(boolean ending) implements Part {}

        /** All subtasks and whatever else there is. */
        enum Everything implements Part {
            INSTANCE
        }

        /**
         * A record was processed: state and timers, but not which watermarks, idleness and ends the
         * channels have delivered so far.
         *
         * @param key the only key touched; {@code null} if there may be more
         * @param written the channels that have got something
         */
        record Processing(@Nullable Object key, Set<ChannelId> written) implements Part {}

        /** Nothing but which watermarks and idleness the channels have delivered so far. */
        enum Progress implements Part {
            INSTANCE
        }

        /** Nothing but which channels have ended so far. */
        enum Ending implements Part {
            INSTANCE
        }
    }

    static final Footprint EVERYTHING =
            new Footprint(Set.of(), Part.Everything.INSTANCE, true, true);

    boolean isIndependentOf(Footprint other) {
        if (part == Part.Everything.INSTANCE || other.part == Part.Everything.INSTANCE) {
            return false;
        }
        if (movesClock && (other.readsClock || other.movesClock)
                || other.movesClock && readsClock) {
            return false;
        }
        return tasks.stream().noneMatch(other.tasks::contains) || areApart(part, other.part);
    }

    private static boolean areApart(Part one, Part other) {
        if (one instanceof Part.Processing mine && other instanceof Part.Processing theirs) {
            return mine.key != null
                    && theirs.key != null
                    && !mine.key.equals(theirs.key)
                    && mine.written.stream().noneMatch(theirs.written::contains);
        }
        return isApartFrom(one, other) || isApartFrom(other, one);
    }

    private static boolean isApartFrom(Part one, Part other) {
        return one instanceof Part.Progress && other instanceof Part.Processing
                || one instanceof Part.Ending
                        && !(other instanceof Part.Ending)
                        && !(other instanceof Part.Whole whole && whole.ending());
    }
}
