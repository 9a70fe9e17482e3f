package io.joinlab.cdc;

import io.joinlab.yaml.InputException;
import io.joinlab.yaml.Yaml;
import io.joinlab.yaml.YamlMap;
import java.nio.file.Path;

/**
 * Two tables, their keys and columns, the SQL that made them and the recorded events: a directory
 * {@code fixtures/<dataset>} described by its {@code dataset.yaml}.
 *
 * @param name the directory's name
 * @param title what it is, in one line
 * @param directory where it is
 * @param left the left table of a join
 * @param right the right table of a join
 */
public record Dataset(String name, String title, Path directory, TableSpec left, TableSpec right) {

    /** The file in the directory that describes the dataset. */
    public static final String FILE = "dataset.yaml";

    /**
     * Reads a dataset's description; its recordings are read when a line is asked for.
     *
     * @param directory the dataset's directory
     * @throws InputException if the description is missing or wrong, naming file and line
     */
    public static Dataset read(Path directory) {
        YamlMap root = Yaml.read(directory.resolve(FILE));
        root.rejectUnknown("dataset", "title", "about", "left", "right");
        root.optionalString("about");
        String name = root.string("dataset");
        if (!directory.toAbsolutePath().normalize().endsWith(name)) {
            throw root.get("dataset")
                    .error("'" + name + "' must be the name of the directory it is in");
        }
        return new Dataset(
                name,
                root.string("title"),
                directory,
                TableSpec.read(root.map("left"), directory),
                TableSpec.read(root.map("right"), directory));
    }
}
