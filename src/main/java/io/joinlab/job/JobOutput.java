package io.joinlab.job;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.JsonText;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinPipeline;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import io.joinlab.scenario.RowDocument;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.PrintSink;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Where a job's rows go, as lines of JSON: each kind to a directory of its own, whose files are
 * there with the checkpoint that covers them and so have each row exactly once; or to the task
 * managers' standard output, where rows since the last checkpoint come again after a failure.
 *
 * @param directory as Flink names it; {@code null} for standard output
 */
record JobOutput(String directory) {

    private static final String JOINED = "joined";
    private static final String LATE = "late";
    private static final String DROPPED = "dropped";
    private static final String MALFORMED = "malformed";

    void joined(DataStream<JoinedRow> rows) {
        write(
                rows,
                JOINED,
                JOINED,
                row -> {
                    Map<String, Object> document = new LinkedHashMap<>();
                    RowDocument.joined(document, row);
                    return JsonText.line(document);
                });
    }

    void late(DataStream<SideEvent> rows) {
        write(rows, LATE, LATE, row -> event(row.side(), row.event(), null));
    }

    void dropped(DataStream<DroppedRow> rows) {
        write(rows, DROPPED, DROPPED, row -> event(row.side(), row.event(), row.reason()));
    }

    /** Records that are no changes of rows are only counted: the sink's numRecordsIn. */
    void rejects(JoinPipeline.Rejects rejects, Side side) {
        String label = side.label();
        write(
                rejects.malformed(),
                MALFORMED + " " + label,
                MALFORMED + "/" + label,
                line -> {
                    Map<String, Object> document = new LinkedHashMap<>();
                    document.put("raw", line.raw());
                    document.put("reason", line.reason());
                    return JsonText.line(document);
                });
        rejects.ignored().sinkTo(new DiscardingSink<>()).name("ignored " + label);
    }

    private static String event(Side side, ChangeEvent event, String reason) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("side", side.label());
        document.put("event", RowDocument.event(event));
        if (reason != null) {
            document.put("reason", reason);
        }
        return JsonText.line(document);
    }

    private <T> void write(
            DataStream<T> rows, String name, String place, MapFunction<T, String> line) {
        rows.map(line)
                .returns(Types.STRING)
                .setParallelism(rows.getParallelism())
                .name(name + " as JSON")
                .sinkTo(sink(name, place))
                .setParallelism(rows.getParallelism())
                .name(name);
    }

    private Sink<String> sink(String name, String place) {
        if (directory == null) {
            return new PrintSink<>(name);
        }
        return FileSink.forRowFormat(
                        new Path(directory, place), new SimpleStringEncoder<String>("UTF-8"))
                .withBucketAssigner(new BasePathBucketAssigner<>())
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .build();
    }
}
