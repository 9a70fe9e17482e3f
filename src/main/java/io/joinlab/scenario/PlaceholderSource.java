package io.joinlab.scenario;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Stands where a pipeline's source of envelopes would; the simulator takes its place. */
final class PlaceholderSource
        implements Source<String, SourceSplit, Void>, ResultTypeQueryable<String> {
    private static final long serialVersionUID = 1L;

    @Override
    public TypeInformation<String> getProducedType() {
        return Types.STRING;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<String, SourceSplit> createReader(SourceReaderContext context) {
        throw onlySimulated();
    }

    @Override
    public SplitEnumerator<SourceSplit, Void> createEnumerator(
            SplitEnumeratorContext<SourceSplit> context) {
        throw onlySimulated();
    }

    @Override
    public SplitEnumerator<SourceSplit, Void> restoreEnumerator(
            SplitEnumeratorContext<SourceSplit> context, Void checkpoint) {
        throw onlySimulated();
    }

    @Override
    public SimpleVersionedSerializer<SourceSplit> getSplitSerializer() {
        throw onlySimulated();
    }

    @Override
    public SimpleVersionedSerializer<Void> getEnumeratorCheckpointSerializer() {
        throw onlySimulated();
    }

    private static UnsupportedOperationException onlySimulated() {
        return new UnsupportedOperationException("this source runs in the simulator only");
    }
}
