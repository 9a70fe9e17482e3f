package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.Recording;
import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("live")
class RecorderIT {

    @TempDir Path directory;

    static Stream<String> datasets() {
        return RecordedFixtures.names();
    }

    @ParameterizedTest
    @MethodSource("datasets")
    void recordingAgainGivesTheCommittedLinesUpToTimesAndPositions(String name) throws Exception {
        Dataset committed = Dataset.read(RecordedFixtures.DIRECTORY.resolve(name));
        Dataset copy = copyWithoutRecordings(committed);
        List<String> progress = new ArrayList<>();

        List<Path> written = Recorder.record(copy, DatabaseChoice.EMBEDDED, progress::add);

        List<Recording> expected = RecordedFixtures.recordings(committed).toList();
        List<Recording> recorded = RecordedFixtures.recordings(copy).toList();
        for (int i = 0; i < expected.size(); i++) {
            assertThat(recorded.get(i).lines())
                    .as(recorded.get(i).name())
                    .map(RecordedFixtures::withoutTimesAndPositions)
                    .containsExactlyElementsOf(
                            expected.get(i).lines().stream()
                                    .map(RecordedFixtures::withoutTimesAndPositions)
                                    .toList());
        }
        List<Path> files = new ArrayList<>(recorded.stream().map(Recording::file).toList());
        files.add(copy.directory().resolve(Provenance.FILE));
        assertThat(written).containsExactlyElementsOf(files);
        assertThat(progress)
                .endsWith("Recording " + recorded.get(recorded.size() - 1).file().getFileName());
    }

    @Test
    void sqlThatTheDatabaseRefusesIsAnErrorAtItsLineAndNothingIsWritten() throws Exception {
        Dataset copy =
                copyWithoutRecordings(
                        Dataset.read(RecordedFixtures.DIRECTORY.resolve("teacher-course")));
        Path changes = copy.directory().resolve("course.changes.sql");
        Files.writeString(changes, "-- A comment.\nUPDATE course SET c_nam = 'x';\n");

        assertThatThrownBy(() -> Recorder.record(copy, DatabaseChoice.EMBEDDED, line -> {}))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        changes
                                + ":2: the database refuses the statement: Unknown column 'c_nam'"
                                + " in 'field list'");
        try (Stream<Path> files = Files.list(copy.directory())) {
            assertThat(files)
                    .map(file -> file.getFileName().toString())
                    .noneMatch(file -> file.contains("jsonl") || file.contains("provenance"));
        }
    }

    private Dataset copyWithoutRecordings(Dataset dataset) throws IOException {
        Path copy = Files.createDirectory(directory.resolve(dataset.name()));
        try (Stream<Path> files = Files.list(dataset.directory())) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                if (name.endsWith(".sql") || name.equals(Dataset.FILE)) {
                    Files.copy(file, copy.resolve(name));
                }
            }
        }
        return Dataset.read(copy);
    }
}
