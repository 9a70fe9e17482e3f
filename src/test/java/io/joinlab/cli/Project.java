package io.joinlab.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A joinlab directory of its own, with the dataset teacher-course and the scenarios of a test. */
final class Project {
    private static final Path DATASET = Path.of("fixtures", "teacher-course");

    private final Path home;

    Project(Path home) {
        this.home = home;
        for (String file : List.of("dataset.yaml", "teacher.jsonl", "course.jsonl")) {
            copy(DATASET.resolve(file));
        }
    }

    Path home() {
        return home;
    }

    /** Writes a scenario; returns its file. */
    Path scenario(String name, String yaml) {
        return write(DATASET.resolve("scenarios").resolve(name + ".yaml"), yaml);
    }

    /** The file of a table's recording. */
    Path recording(String table) {
        return home.resolve(DATASET).resolve(table + ".jsonl");
    }

    CommandLineRun run(String... args) {
        return CommandLineRun.in(home, args);
    }

    private void copy(Path file) {
        try {
            write(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path write(Path file, String text) {
        Path target = home.resolve(file);
        try {
            Files.createDirectories(target.getParent());
            return Files.writeString(target, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
