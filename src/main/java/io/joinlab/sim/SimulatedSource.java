package io.joinlab.sim;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Feeds one source of a simulated job. Each verb is one element; what follows from it depends on
 * the job's {@link Scheduler}. The pipeline's own {@code WatermarkStrategy} sees the elements as it
 * would see those of the real source.
 *
 * @param <T> type of the records
 */
public final class SimulatedSource<T> {

    private final SimulatedJob job;
    private final String name;
    private final SimulatedTask[] tasks;
    private final int subtask;
    private final boolean allSubtasks;

    SimulatedSource(
            SimulatedJob job,
            String name,
            SimulatedTask[] tasks,
            int subtask,
            boolean allSubtasks) {
        this.job = job;
        this.name = name;
        this.tasks = tasks;
        this.subtask = subtask;
        this.allSubtasks = allSubtasks;
    }

    /** The source's name, as the pipeline gave it. */
    public String name() {
        return name;
    }

    /** Number of subtasks. */
    public int parallelism() {
        return tasks.length;
    }

    /**
     * One subtask of the source.
     *
     * @param index from 0
     * @throws IndexOutOfBoundsException if the source has no such subtask
     */
    public SimulatedSource<T> subtask(int index) {
        if (index < 0 || index >= tasks.length) {
            throw new IndexOutOfBoundsException(
                    "Source '%s' has subtasks 0 to %d, not %d"
                            .formatted(name, tasks.length - 1, index));
        }
        return new SimulatedSource<>(job, name, tasks, index, false);
    }

    /**
     * Sends a record without a timestamp, through the first subtask unless one was chosen. The
     * pipeline's timestamp assigner may give it one; else a FLIP-27 source gives it {@code
     * Long.MIN_VALUE}.
     */
    public SimulatedSource<T> send(@Nullable T value) {
        job.emit(tasks[subtask], new Element.Record(value, null));
        return this;
    }

    /**
     * Sends a record as a source does that knows the record's time, through the first subtask
     * unless one was chosen.
     *
     * @param timestamp ms; the pipeline's timestamp assigner sees it and may choose another
     */
    public SimulatedSource<T> send(@Nullable T value, long timestamp) {
        job.emit(tasks[subtask], new Element.Record(value, timestamp));
        return this;
    }

    /**
     * Emits a watermark, as a source does that makes its own. For all subtasks, unless one was
     * chosen.
     *
     * @param timestamp ms, inclusive
     */
    public SimulatedSource<T> watermark(long timestamp) {
        return emit(new Element.Watermark(timestamp));
    }

    /**
     * Marks the source idle: it no longer holds back watermarks. For all subtasks, unless one was
     * chosen.
     */
    public SimulatedSource<T> idle() {
        return emit(new Element.Idle());
    }

    /** Marks the source active again. For all subtasks, unless one was chosen. */
    public SimulatedSource<T> active() {
        return emit(new Element.Active());
    }

    /**
     * Ends the input: operators see the watermark {@code Long.MAX_VALUE}, then the end of their
     * input. For all subtasks that have not ended, unless one was chosen.
     */
    public SimulatedSource<T> end() {
        return emit(new Element.EndOfData());
    }

    private SimulatedSource<T> emit(Element element) {
        if (!allSubtasks) {
            job.emit(tasks[subtask], element);
            return this;
        }
        List<SimulatedTask> open = new ArrayList<>();
        for (SimulatedTask task : tasks) {
            if (!task.isEnded()) {
                open.add(task);
            }
        }
        job.emit(open.isEmpty() ? List.of(tasks) : open, element);
        return this;
    }
}
