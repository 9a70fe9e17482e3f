package io.joinlab.explore;

import io.joinlab.sim.Element;
import java.time.Duration;
import java.util.List;

/** Something that the driver of a job does, as opposed to what the job does by itself. */
public sealed interface Action {

    /**
     * Sources emit elements, one right after the other; nothing else comes in between.
     *
     * @param sends at least one
     * @param pace how far the clock has to move before the next action
     */
    record Emit(List<Send> sends, Duration pace) implements Action {

        /** Copies the sends. */
        public Emit {
            sends = List.copyOf(sends);
        }

        @Override
        public String toString() {
            return String.join(" and ", sends.stream().map(Send::toString).toList());
        }
    }

    /**
     * One element that a source emits.
     *
     * @param source the source's name
     * @param subtask from 0
     * @param element a record, watermark, idle, active or the end of data
     */
    record Send(String source, int subtask, Element element) {

        @Override
        public String toString() {
            return source + (subtask == 0 ? "" : "[" + subtask + "]") + " emits " + element;
        }
    }

    /**
     * Time passes.
     *
     * @param to what the clock then shows, in ms; never before what it shows now
     */
    record MoveClock(long to) implements Action {
        @Override
        public String toString() {
            return "the clock moves to " + to;
        }
    }

    /** A checkpoint is taken and completes. It waits until all that was emitted is processed. */
    record TakeCheckpoint() implements Action {
        @Override
        public String toString() {
            return "a checkpoint completes";
        }
    }

    /**
     * The job fails, is restored from the latest checkpoint (or starts anew if there is none), and
     * its sources are rewound. The clock goes on.
     */
    record Crash() implements Action {
        @Override
        public String toString() {
            return "the job fails and is restored";
        }
    }
}
