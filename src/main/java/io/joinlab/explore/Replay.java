package io.joinlab.explore;

import java.util.List;

/**
 * One run again.
 *
 * @param lines everything that happened, in order
 * @param outcome what came out and was committed
 * @param atLeastOnce what came out, also when it was lost in a crash and came again
 */
public record Replay(List<Line> lines, Outcome outcome, Outcome atLeastOnce) {

    /** Copies the lines. */
    public Replay {
        lines = List.copyOf(lines);
    }

    /**
     * One transition.
     *
     * @param transition its name, as {@link Schedule.Departure} uses it
     * @param text what happened, for people
     * @param departure whether arrival order would have had something else
     */
    public record Line(String transition, String text, boolean departure) {}
}
