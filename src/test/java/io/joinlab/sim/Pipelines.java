package io.joinlab.sim;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Parts of test pipelines: sources and sinks that fail if anything of them ever runs. */
public final class Pipelines {

    private Pipelines() {}

    public static StreamExecutionEnvironment env(int parallelism) {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(
                        new Configuration().set(PipelineOptions.GENERIC_TYPES, false));
        env.setParallelism(parallelism);
        return env;
    }

    public static SingleOutputStreamOperator<String> strings(
            StreamExecutionEnvironment env, String name) {
        return env.fromSource(
                new NeverRunningSource<>(), WatermarkStrategy.noWatermarks(), name, Types.STRING);
    }

    public static <T> SingleOutputStreamOperator<T> source(
            StreamExecutionEnvironment env,
            String name,
            TypeInformation<T> type,
            WatermarkStrategy<T> watermarks) {
        return env.fromSource(new NeverRunningSource<>(), watermarks, name, type);
    }

    public static <T> void sink(DataStream<T> stream, String name) {
        stream.sinkTo(new NeverRunningSink<>()).name(name);
    }

    static class NeverRunningSink<T> implements Sink<T> {
        private static final long serialVersionUID = 1L;

        @Override
        @SuppressWarnings("deprecation")
        public SinkWriter<T> createWriter(InitContext context) {
            throw new AssertionError("a sink must not run");
        }

        @Override
        public SinkWriter<T> createWriter(WriterInitContext context) {
            throw new AssertionError("a sink must not run");
        }
    }

    static final class NeverRunningSource<T> implements Source<T, NumberSequenceSplit, Void> {
        private static final long serialVersionUID = 1L;

        @Override
        public Boundedness getBoundedness() {
            return Boundedness.CONTINUOUS_UNBOUNDED;
        }

        @Override
        public SourceReader<T, NumberSequenceSplit> createReader(SourceReaderContext context) {
            throw new AssertionError("a source must not run");
        }

        @Override
        public SplitEnumerator<NumberSequenceSplit, Void> createEnumerator(
                SplitEnumeratorContext<NumberSequenceSplit> context) {
            throw new AssertionError("a source must not run");
        }

        @Override
        public SplitEnumerator<NumberSequenceSplit, Void> restoreEnumerator(
                SplitEnumeratorContext<NumberSequenceSplit> context, Void checkpoint) {
            throw new AssertionError("a source must not run");
        }

        @Override
        public SimpleVersionedSerializer<NumberSequenceSplit> getSplitSerializer() {
            throw new AssertionError("a source must not run");
        }

        @Override
        public SimpleVersionedSerializer<Void> getEnumeratorCheckpointSerializer() {
            throw new AssertionError("a source must not run");
        }
    }
}
