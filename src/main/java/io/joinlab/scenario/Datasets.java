package io.joinlab.scenario;

import io.joinlab.cdc.Dataset;
import io.joinlab.yaml.InputException;
import io.joinlab.yaml.Nearest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The datasets under one directory, {@code fixtures}; each is read once. Not thread-safe. */
public final class Datasets {
    private final Path root;
    private final Map<String, Path> directories;
    private final Map<String, Dataset> read = new LinkedHashMap<>();

    /**
     * Finds the datasets.
     *
     * @param root a directory with one directory for each dataset
     * @throws InputException if it is no readable directory
     */
    public Datasets(Path root) {
        this.root = root;
        this.directories = new TreeMap<>();
        if (!Files.isDirectory(root)) {
            throw new InputException(
                    root,
                    "no such directory; it should hold the datasets, run this in joinlab's"
                            + " directory or name it with -Djoinlab.home=...");
        }
        try (Stream<Path> entries = Files.list(root)) {
            entries.filter(entry -> Files.exists(entry.resolve(Dataset.FILE)))
                    .forEach(entry -> directories.put(entry.getFileName().toString(), entry));
        } catch (IOException e) {
            throw new InputException(root, "can't be read: " + e, e);
        }
    }

    /** The directory with one directory for each dataset. */
    public Path root() {
        return root;
    }

    /** The names of all datasets, sorted. */
    public List<String> names() {
        return List.copyOf(directories.keySet());
    }

    /**
     * The dataset of this name.
     *
     * @throws IllegalArgumentException if there is none
     * @throws InputException if its description is wrong
     */
    public Dataset get(String name) {
        if (!directories.containsKey(name)) {
            throw new IllegalArgumentException("no dataset " + name + " among " + names());
        }
        return read.computeIfAbsent(name, n -> Dataset.read(directories.get(n)));
    }

    /**
     * The dataset of a name that a person gave.
     *
     * @throws InputException if there is none, or if its description is wrong
     */
    public Dataset find(String name) {
        if (!directories.containsKey(name)) {
            throw new InputException(
                    name,
                    0,
                    "no such dataset"
                            + Nearest.hint(name, names())
                            + "; there are "
                            + String.join(", ", names()));
        }
        return get(name);
    }
}
