package io.joinlab.sim;

/**
 * Something that a job could do next. Choices are values: the same choice in two runs of equal
 * pipelines is equal and has the same place in the order, whatever the run did before, so a list of
 * choices is a schedule that can be stored and replayed with {@link SimulatedJob#take(Choice)}.
 */
public sealed interface Choice extends Comparable<Choice> {

    /** The subtask that would act. */
    TaskId task();

    /** Delivers the oldest element of a channel. */
    record Deliver(ChannelId channel) implements Choice {
        @Override
        public TaskId task() {
            return channel.to();
        }

        @Override
        public String toString() {
            return "deliver " + channel;
        }
    }

    /**
     * Runs the oldest mail of a task: a completed checkpoint's notification or the result of an
     * async function.
     */
    record RunMail(TaskId task) implements Choice {
        @Override
        public String toString() {
            return "run mail of " + task;
        }
    }

    /** Fires the earliest processing-time timer that is due in a task. */
    record FireTimer(TaskId task) implements Choice {
        @Override
        public String toString() {
            return "fire timer of " + task;
        }
    }

    @Override
    default int compareTo(Choice other) {
        int kind = Integer.compare(kind(), other.kind());
        if (kind != 0) {
            return kind;
        }
        return this instanceof Deliver mine && other instanceof Deliver theirs
                ? mine.channel().compareTo(theirs.channel())
                : task().compareTo(other.task());
    }

    private int kind() {
        if (this instanceof Deliver) {
            return 0;
        }
        return this instanceof RunMail ? 1 : 2;
    }
}
