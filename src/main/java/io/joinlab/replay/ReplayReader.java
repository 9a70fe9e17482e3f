package io.joinlab.replay;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/**
 * Emits the elements of one split as its gate releases them; at most one a call, so that
 * checkpoints fall between any two.
 */
final class ReplayReader<T> implements SourceReader<T, ReplaySplit> {
    private final ReplayGate<T> gate;
    private final ReplayClock clock;
    private final int subtask;

    private ReplaySplit split;
    private CompletableFuture<Void> assigned = new CompletableFuture<>();

    ReplayReader(ReplayGate<T> gate, ReplayClock clock, int subtask) {
        this.gate = gate;
        this.clock = clock;
        this.subtask = subtask;
    }

    @Override
    public void start() {
        gate.readerStarted();
    }

    @Override
    public void addSplits(List<ReplaySplit> splits) {
        for (ReplaySplit added : splits) {
            if (split != null || added.subtask() != subtask) {
                throw new IllegalStateException(
                        "subtask "
                                + subtask
                                + " got the split of subtask "
                                + added.subtask()
                                + ": a replay can't be restored with another parallelism");
            }
            split = added;
        }
        if (split != null) {
            assigned.complete(null);
        }
    }

    @Override
    public InputStatus pollNext(ReaderOutput<T> output) {
        if (split == null) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        if (gate.ended(split.position())) {
            return InputStatus.END_OF_INPUT;
        }
        ReplayElement<T> element = gate.take(split.position());
        if (element == null) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        if (element instanceof ReplayElement.Data<T> data) {
            if (data.timestamp() == null) {
                output.collect(data.value());
            } else {
                output.collect(data.value(), data.timestamp());
            }
        } else if (element instanceof ReplayElement.Watermark<T> watermark) {
            output.emitWatermark(new Watermark(watermark.timestamp()));
        } else if (element instanceof ReplayElement.Idle<T>) {
            output.markIdle();
        } else if (element instanceof ReplayElement.Active<T>) {
            output.markActive();
        }
        split = new ReplaySplit(subtask, split.position() + 1);
        boolean ended = gate.ended(split.position());
        if (ended) {
            clock.ended(Thread.currentThread());
        }
        gate.emitted(split.position());
        return ended ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return split == null ? assigned : gate.available(split.position());
    }

    @Override
    public List<ReplaySplit> snapshotState(long checkpointId) {
        return split == null ? List.of() : List.of(split);
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
        clock.ended(Thread.currentThread());
        gate.readerClosed();
    }
}
