package io.joinlab.replay;

import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A source (FLIP-27) that does exactly what a driver in the same JVM tells it, element by element:
 * records, watermarks, idle, active, end. Each subtask has one split; the split's position is
 * checkpointed, so that a restored source goes on where the checkpoint was taken.
 *
 * <p>Watermarks and idleness are the reader's own ({@code ReaderOutput.emitWatermark}, {@code
 * markIdle}, {@code markActive}); use it with {@code WatermarkStrategy.noWatermarks()} unless the
 * strategy is meant to add its own. As with any Flink source, idleness and watermarks are not
 * checkpointed: after a restore the source is active and has no watermark.
 *
 * <p>Made by {@link ReplayRun#source}; fed by {@link Lockstep}.
 *
 * @param <T> the records' type
 */
public final class ReplaySource<T>
        implements Source<T, ReplaySplit, SortedSet<Integer>>, ResultTypeQueryable<T> {
    private static final long serialVersionUID = 1L;

    private final String runId;
    private final String name;
    private final TypeInformation<T> type;
    private final Boundedness boundedness;

    ReplaySource(String runId, String name, TypeInformation<T> type, Boundedness boundedness) {
        this.runId = runId;
        this.name = name;
        this.type = type;
        this.boundedness = boundedness;
    }

    @Override
    public Boundedness getBoundedness() {
        return boundedness;
    }

    @Override
    public SourceReader<T, ReplaySplit> createReader(SourceReaderContext context) {
        int subtask = context.getIndexOfSubtask();
        ReplayRun run = ReplayRun.of(runId);
        return new ReplayReader<>(run.gate(name, subtask), run.clock(), subtask);
    }

    @Override
    public SplitEnumerator<ReplaySplit, SortedSet<Integer>> createEnumerator(
            SplitEnumeratorContext<ReplaySplit> context) {
        return enumerator(context, new TreeSet<>());
    }

    @Override
    public SplitEnumerator<ReplaySplit, SortedSet<Integer>> restoreEnumerator(
            SplitEnumeratorContext<ReplaySplit> context, SortedSet<Integer> assigned) {
        return enumerator(context, assigned);
    }

    private ReplayEnumerator enumerator(
            SplitEnumeratorContext<ReplaySplit> context, SortedSet<Integer> assigned) {
        ReplayRun.of(runId).coordinatedBy(name, context);
        return new ReplayEnumerator(context, assigned);
    }

    @Override
    public SimpleVersionedSerializer<ReplaySplit> getSplitSerializer() {
        return new ReplaySplit.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<SortedSet<Integer>> getEnumeratorCheckpointSerializer() {
        return new ReplayEnumerator.StateSerializer();
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return type;
    }
}
