package io.joinlab.lab;

import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The learner's copies of the exercises, and which labs are solved: {@code labs/workspace}. */
public final class Workspace {
    private final Path directory;

    /** The workspace of this joinlab directory; it need not exist yet. */
    public Workspace(Path home) {
        this.directory = home.resolve(Labs.DIRECTORY).resolve("workspace");
    }

    /** Where the copies are. */
    public Path directory() {
        return directory;
    }

    /** The learner's copy of a lab's exercise. */
    public Path file(Lab lab) {
        return directory.resolve(lab.exercise());
    }

    /** Whether there is a copy. */
    public boolean begun(Lab lab) {
        return Files.exists(file(lab));
    }

    /** Makes the copy if there is none. */
    public void begin(Lab lab) {
        if (!begun(lab)) {
            reset(lab);
        }
    }

    /** Puts the exercise back to how it was given; the lab is no longer solved. */
    public void reset(Lab lab) {
        try {
            Files.createDirectories(directory);
            Files.copy(lab.original(), file(lab), StandardCopyOption.REPLACE_EXISTING);
            Set<String> solved = solved();
            if (solved.remove(name(lab))) {
                write(solved);
            }
        } catch (IOException e) {
            throw new InputException(file(lab), "can't be written: " + e, e);
        }
    }

    /** Remembers that a lab is solved. */
    public void solved(Lab lab) {
        Set<String> solved = solved();
        if (solved.add(name(lab))) {
            try {
                write(solved);
            } catch (IOException e) {
                throw new InputException(list(), "can't be written: " + e, e);
            }
        }
    }

    /** Whether a lab has been solved. */
    public boolean isSolved(Lab lab) {
        return solved().contains(name(lab));
    }

    /** The first lab that is not solved; empty if all are. */
    public Optional<Lab> next(List<Lab> labs) {
        Set<String> solved = solved();
        return labs.stream().filter(lab -> !solved.contains(name(lab))).findFirst();
    }

    private Set<String> solved() {
        try {
            return new TreeSet<>(Files.exists(list()) ? Files.readAllLines(list()) : List.of());
        } catch (IOException e) {
            throw new InputException(list(), "can't be read: " + e, e);
        }
    }

    private void write(Set<String> solved) throws IOException {
        Files.write(list(), solved);
    }

    private Path list() {
        return directory.resolve("solved.txt");
    }

    private static String name(Lab lab) {
        return lab.directory().getFileName().toString();
    }
}
