package io.joinlab.cli;

import io.joinlab.join.Catalogue;
import io.joinlab.scenario.ScenarioCatalogue;
import io.joinlab.yaml.InputException;
import io.joinlab.yaml.Nearest;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the scenarios that somebody names: by a path, by a directory, by a name (the file's without
 * {@code .yaml}), by {@code dataset/name}, by the name of a dataset or a variant for all of its
 * scenarios, or by a pattern of names.
 */
final class ScenarioSelection {
    private static final String SUFFIX = ".yaml";

    private final ScenarioCatalogue catalogue;

    ScenarioSelection(ScenarioCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** The name by which a scenario can be run. */
    static String name(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }

    /**
     * The files of all that is named, each once, in the order named.
     *
     * @throws InputException if something is named that does not exist
     */
    List<Path> files(List<String> names) {
        Map<Path, Path> files = new LinkedHashMap<>();
        for (String name : names) {
            for (Path file : files(name)) {
                files.putIfAbsent(file.toAbsolutePath().normalize(), file);
            }
        }
        return List.copyOf(files.values());
    }

    private List<Path> files(String name) {
        if (name.isBlank()) {
            throw new InputException("''", 0, "an empty name; joinlab list --scenarios shows all");
        }
        Path path = path(name);
        if (path != null && Files.isRegularFile(path)) {
            return List.of(path);
        }
        if (path != null && Files.isDirectory(path)) {
            return directory(path);
        }
        List<Path> found =
                isPattern(name)
                        ? matching(pattern(name))
                        : matching(
                                file ->
                                        name(file).equals(name)
                                                || qualified(file).equals(name)
                                                || dataset(file).equals(name));
        if (found.isEmpty() && Catalogue.byName(name).isPresent()) {
            found = matching(file -> catalogue.read(file).variant().name().equals(name));
        }
        if (found.isEmpty()) {
            throw unknown(name);
        }
        return found;
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            return null; // then it can still be a pattern
        }
    }

    private static List<Path> directory(Path directory) {
        List<Path> files = new ArrayList<>();
        for (Path candidate : List.of(directory, directory.resolve("scenarios"))) {
            boolean isDataset = Files.exists(candidate.resolve("dataset.yaml"));
            if (Files.isDirectory(candidate) && !isDataset) {
                try (Stream<Path> entries = Files.walk(candidate)) {
                    entries.filter(Files::isRegularFile)
                            .filter(file -> file.toString().endsWith(SUFFIX))
                            .filter(file -> !Files.exists(file.resolveSibling("dataset.yaml")))
                            .sorted()
                            .forEach(files::add);
                } catch (IOException e) {
                    throw new InputException(candidate, "can't be read: " + e, e);
                }
            }
        }
        if (files.isEmpty()) {
            throw new InputException(directory, "no scenarios (*.yaml) in this directory");
        }
        return files;
    }

    private static boolean isPattern(String name) {
        return name.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
    }

    private static Predicate<Path> pattern(String name) {
        PathMatcher matcher;
        try {
            matcher = FileSystems.getDefault().getPathMatcher("glob:" + name);
        } catch (PatternSyntaxException e) {
            throw new InputException(name, 0, "not a pattern: " + e.getDescription(), e);
        }
        return file ->
                matcher.matches(file)
                        || matcher.matches(Path.of(name(file)))
                        || matcher.matches(Path.of(qualified(file)));
    }

    private List<Path> matching(Predicate<Path> wanted) {
        return catalogue.files().stream().filter(wanted).toList();
    }

    private static String dataset(Path file) {
        return file.getParent().getParent().getFileName().toString();
    }

    private static String qualified(Path file) {
        return dataset(file) + "/" + name(file);
    }

    private InputException unknown(String name) {
        if (name.endsWith(SUFFIX)) {
            return new InputException(Path.of(name), "no such file");
        }
        if (isPattern(name)) {
            return new InputException(name, 0, "no scenario's name is like this");
        }
        List<String> known = catalogue.files().stream().map(ScenarioSelection::name).toList();
        String hint = Nearest.hint(name, known);
        if (hint.isEmpty()) {
            List<String> containing = known.stream().filter(k -> k.contains(name)).toList();
            hint =
                    containing.isEmpty()
                            ? ""
                            : " (did you mean "
                                    + containing.stream()
                                            .limit(3)
                                            .map(k -> "'" + k + "'")
                                            .collect(Collectors.joining(" or "))
                                    + "?)";
        }
        return new InputException(
                name,
                0,
                "no such file or scenario" + hint + "; joinlab list --scenarios shows all");
    }
}
