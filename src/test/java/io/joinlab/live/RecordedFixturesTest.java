package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.Recording;
import io.joinlab.cdc.TableSpec;
import io.joinlab.yaml.Yaml;
import io.joinlab.yaml.YamlMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordedFixturesTest {

    static Stream<String> datasets() {
        return RecordedFixtures.names();
    }

    @ParameterizedTest
    @MethodSource("datasets")
    void areWhatTheRecorderWrote(String name) {
        Path directory = RecordedFixtures.DIRECTORY.resolve(name);
        YamlMap provenance = Yaml.read(directory.resolve(Provenance.FILE)).map("recordings");
        List<Recording> recordings = RecordedFixtures.recordings(Dataset.read(directory)).toList();

        assertThat(provenance.keys())
                .containsExactlyElementsOf(
                        recordings.stream().map(r -> r.file().getFileName().toString()).toList());
        for (Recording recording : recordings) {
            YamlMap written = provenance.map(recording.file().getFileName().toString());
            assertThat(written.integer("lines")).isEqualTo(recording.lineCount());
            assertThat(written.string("sha256")).isEqualTo(Provenance.sha256(recording.lines()));
        }
    }

    @ParameterizedTest
    @MethodSource("datasets")
    void everyFileOfADatasetIsNamedInItsDescription(String name) throws Exception {
        Path directory = RecordedFixtures.DIRECTORY.resolve(name);
        Dataset dataset = Dataset.read(directory);
        List<Path> named = new ArrayList<>();
        named.add(directory.resolve(Dataset.FILE));
        named.add(directory.resolve(Provenance.FILE));
        named.addAll(dataset.left().sql().values());
        named.addAll(dataset.right().sql().values());
        RecordedFixtures.recordings(dataset).map(Recording::file).forEach(named::add);

        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(Files::isRegularFile))
                    .containsExactlyInAnyOrderElementsOf(named);
        }
    }

    @ParameterizedTest
    @MethodSource("datasets")
    void holdEveryKindOfChange(String name) {
        Dataset dataset = Dataset.read(RecordedFixtures.DIRECTORY.resolve(name));
        for (TableSpec table : List.of(dataset.left(), dataset.right())) {
            List<JSONObject> events =
                    table.defaultRecording().lines().stream().map(JSON::parseObject).toList();
            assertThat(events).extracting(e -> e.getString("op")).contains("r", "c", "u", "d");
            assertThat(reinserted(events, table.primaryKey().get(0)))
                    .as("delete and re-insert of a key")
                    .isNotEmpty();
            assertThat(table.defaultRecording().lines())
                    .as("a character beyond the basic plane, which Kafka Connect escapes")
                    .anyMatch(line -> line.contains("\\uD83"));
            assertThat(table.defaultRecording().lines())
                    .as("Chinese text")
                    .anyMatch(line -> line.codePoints().anyMatch(Character::isIdeographic));
        }
        TableSpec referring = referring(dataset);
        String joinKey = referring.joinKey();
        assertThat(referring.defaultRecording().lines())
                .map(JSON::parseObject)
                .anyMatch(
                        e ->
                                e.containsKey("after")
                                        && e.getJSONObject("after") != null
                                        && e.getJSONObject("after").get(joinKey) == null)
                .anyMatch(
                        e ->
                                "u".equals(e.getString("op"))
                                        && e.getJSONObject("before").get(joinKey) != null
                                        && e.getJSONObject("after").get(joinKey) != null
                                        && !Objects.equals(
                                                e.getJSONObject("before").get(joinKey),
                                                e.getJSONObject("after").get(joinKey)));
    }

    /** The table whose join key is not its primary key, so that it can change and be NULL. */
    private static TableSpec referring(Dataset dataset) {
        TableSpec right = dataset.right();
        return right.primaryKey().contains(right.joinKey()) ? dataset.left() : right;
    }

    private static List<Object> reinserted(List<JSONObject> events, String key) {
        List<Object> deleted = new ArrayList<>();
        List<Object> reinserted = new ArrayList<>();
        for (JSONObject event : events) {
            if ("d".equals(event.getString("op"))) {
                deleted.add(event.getJSONObject("before").get(key));
            } else if ("c".equals(event.getString("op"))
                    && deleted.contains(event.getJSONObject("after").get(key))) {
                reinserted.add(event.getJSONObject("after").get(key));
            }
        }
        return reinserted;
    }
}
