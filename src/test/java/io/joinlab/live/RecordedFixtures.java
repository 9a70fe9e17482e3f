package io.joinlab.live;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import com.alibaba.fastjson2.JSONWriter;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.Recording;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The committed datasets and their recordings, for tests. */
final class RecordedFixtures {

    static final Path DIRECTORY = Path.of("fixtures");

    private static final List<String> POSITIONS =
            List.of("file", "pos", "thread", "lsn", "txId", "sequence");

    private RecordedFixtures() {}

    static Stream<String> names() {
        return Stream.of("teacher-course", "product-order", "business-order");
    }

    static Stream<Recording> recordings(Dataset dataset) {
        return Stream.of(dataset.left(), dataset.right())
                .flatMap(table -> table.recordings().values().stream());
    }

    static Stream<Recording> all() {
        return names().map(DIRECTORY::resolve)
                .map(Dataset::read)
                .flatMap(RecordedFixtures::recordings);
    }

    /** An envelope with the same text for every run: without the moments and places in a log. */
    static String withoutTimesAndPositions(String line) {
        JSONObject envelope = JSON.parseObject(line);
        envelope.replace("ts_ms", "a time");
        JSONObject source = envelope.getJSONObject("source");
        // A snapshot's rows say 0.
        if (source.getLongValue("ts_ms") != 0) {
            source.replace("ts_ms", "a time");
        }
        for (String position : POSITIONS) {
            if (source.containsKey(position)) {
                source.put(position, "a position");
            }
        }
        return envelope.toJSONString(JSONWriter.Feature.WriteNulls);
    }
}
