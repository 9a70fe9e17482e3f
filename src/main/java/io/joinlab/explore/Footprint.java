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
 * @param key the only key whose state the subtask touched; {@code null} if it may have touched more
 * @param written the channels that have got something from a subtask of which only one key was
 *     touched
 * @param readsClock whether an operator asked for the time
 * @param movesClock whether time passed
 * @param everything whether it conflicts with all others
 */
record Footprint(
        Set<TaskId> tasks,
        @Nullable Object key,
        Set<ChannelId> written,
        boolean readsClock,
        boolean movesClock,
        boolean everything) {

    static final Footprint EVERYTHING = new Footprint(Set.of(), null, Set.of(), true, true, true);

    boolean isIndependentOf(Footprint other) {
        if (everything || other.everything) {
            return false;
        }
        if (movesClock && (other.readsClock || other.movesClock)
                || other.movesClock && readsClock) {
            return false;
        }
        return tasks.stream().noneMatch(other.tasks::contains)
                || (key != null
                        && other.key != null
                        && !key.equals(other.key)
                        && written.stream().noneMatch(other.written::contains));
    }
}
