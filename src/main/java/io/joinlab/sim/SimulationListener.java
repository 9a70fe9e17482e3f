package io.joinlab.sim;

/**
 * Watches a job, for timelines and for debugging. Called synchronously, in the order in which
 * things happen; must not call the job. Values handed out are the objects that the operators see:
 * they must not be changed.
 */
public interface SimulationListener {

    /** Ignores everything; costs nothing. */
    SimulationListener NONE = new SimulationListener() {};

    /** An element is taken from a channel and is about to be processed. */
    default void delivered(ChannelId channel, Element element) {}

    /**
     * An operator has emitted an element to its main output.
     *
     * @param operator the operator's name
     */
    default void emitted(TaskId task, String operator, Element element) {}

    /** An operator has emitted a record to a side output. */
    default void emittedToSideOutput(
            TaskId task, String operator, String outputTag, Element element) {}

    /**
     * The watermark of one input of a task has advanced, over all of the input's channels.
     *
     * @param input from 0
     * @param watermark ms, inclusive
     */
    default void watermarkAdvanced(TaskId task, int input, long watermark) {}

    /**
     * A processing-time timer fires.
     *
     * @param operator the name of the operator that registered it
     * @param timestamp the time in ms for which it was registered; the clock stands at least there
     */
    default void timerFired(TaskId task, String operator, long timestamp) {}

    /** A checkpoint has been acknowledged by every task. */
    default void checkpointCompleted(long checkpointId) {}
}
