package io.joinlab.replay;

import java.util.List;

/**
 * A pipeline and what its sources do, as plain numbers, so that it can be generated and shrunk: all
 * numbers are taken modulo what there is to choose from.
 *
 * @param sources one to three
 * @param nodes each adds an operator (or two) behind streams that are there already
 * @param actions what the sources do, in order
 */
record RandomPipeline(List<SourceSpec> sources, List<NodeSpec> nodes, List<Action> actions) {

    /** How the watermarks of a source come about. */
    enum Watermarks {
        /** From the source itself. */
        STEPS,
        /** From each record's timestamp, at once. */
        PUNCTUATED,
        /** From timestamps, periodically; at most one source, of parallelism 1, has these. */
        PERIODIC,
        /** The same, and idle after a while. */
        PERIODIC_WITH_IDLENESS
    }

    /** A source. */
    record SourceSpec(int parallelism, Watermarks watermarks) {}

    /** What a node does. */
    enum Kind {
        MAP,
        FILTER,
        FLAT_MAP,
        SIDE_OUTPUT,
        UNION,
        REBALANCE,
        RESCALE,
        SHUFFLE,
        GLOBAL,
        BROADCAST,
        KEYED_PROCESS,
        TUMBLING_WINDOW,
        SLIDING_WINDOW,
        SESSION_WINDOW,
        CO_GROUP,
        INTERVAL_JOIN,
        CONNECT
    }

    /**
     * A node.
     *
     * @param input the stream it reads
     * @param other the second stream it reads, if it reads two
     * @param number what its function depends on
     */
    record NodeSpec(Kind kind, int input, int other, int parallelism, int number) {}

    /** What happens. */
    enum Verb {
        RECORD,
        WATERMARK,
        IDLE,
        ACTIVE,
        END,
        CLOCK,
        SNAPSHOT,
        CRASH
    }

    /**
     * An action.
     *
     * @param time of the record or the watermark, or how far the clock moves, in milliseconds
     */
    record Action(Verb verb, int source, int subtask, int key, int time) {}
}
