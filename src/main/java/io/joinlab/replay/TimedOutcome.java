package io.joinlab.replay;

import io.joinlab.scenario.Outcome;
import java.util.Map;

/**
 * What a run on the system's clock emitted, and when its steps were performed.
 *
 * @param outcome everything emitted
 * @param performed when each step was performed, for the last time if a crash made it happen again;
 *     by step number
 */
public record TimedOutcome(Outcome outcome, Map<Integer, Span> performed) {

    /**
     * The time from before a step was released until after all operators had processed it.
     *
     * @param from in epoch milliseconds, inclusive
     * @param to in epoch milliseconds, inclusive
     */
    public record Span(long from, long to) {}
}
