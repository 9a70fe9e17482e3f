package io.joinlab.scenario;

import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All scenarios of a joinlab directory: {@code fixtures/<dataset>/scenarios/*.yaml}. */
public final class ScenarioCatalogue {
    /** The system property that names joinlab's directory if it is not the working directory. */
    public static final String HOME_PROPERTY = "joinlab.home";

    private static final String FIXTURES = "fixtures";
    private static final String SCENARIOS = "scenarios";

    private final Datasets datasets;
    private final ScenarioReader reader;

    private ScenarioCatalogue(Datasets datasets) {
        this.datasets = datasets;
        this.reader = new ScenarioReader(datasets);
    }

    /**
     * The catalogue of the directory that {@value #HOME_PROPERTY} names, else of the working
     * directory or the nearest one above it that has fixtures.
     *
     * @throws InputException if there is none
     */
    public static ScenarioCatalogue find() {
        String home = System.getProperty(HOME_PROPERTY);
        if (home != null) {
            return of(Path.of(home));
        }
        Path working = Path.of("");
        for (Path above = working.toAbsolutePath().getParent();
                above != null && !Files.isDirectory(working.resolve(FIXTURES));
                above = above.getParent()) {
            if (Files.isDirectory(above.resolve(FIXTURES))) {
                return of(above);
            }
        }
        return of(working);
    }

    /** The catalogue of this joinlab directory. */
    public static ScenarioCatalogue of(Path home) {
        return new ScenarioCatalogue(new Datasets(home.resolve(FIXTURES)));
    }

    /** The datasets. */
    public Datasets datasets() {
        return datasets;
    }

    /** The files of all scenarios, by dataset, then by name. */
    public List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (String dataset : datasets.names()) {
            Path directory = datasets.root().resolve(dataset).resolve(SCENARIOS);
            if (Files.isDirectory(directory)) {
                files.addAll(yamlFiles(directory));
            }
        }
        return files;
    }

    /**
     * Reads one scenario, here or elsewhere.
     *
     * @throws InputException if it can't be used
     */
    public Scenario read(Path file) {
        return reader.read(file);
    }

    /**
     * Reads all scenarios.
     *
     * @throws InputException if one can't be used, or two have the same title
     */
    public List<Scenario> all() {
        List<Scenario> scenarios = files().stream().map(this::read).toList();
        Map<String, Scenario> byTitle = new HashMap<>();
        for (Scenario scenario : scenarios) {
            Scenario other = byTitle.putIfAbsent(scenario.title(), scenario);
            if (other != null) {
                throw new InputException(
                        scenario.file(),
                        "has the same title as "
                                + other.file()
                                + ", '"
                                + scenario.title()
                                + "'; say what is different");
            }
        }
        return scenarios;
    }

    private static List<Path> yamlFiles(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.toString().endsWith(".yaml")).sorted().toList();
        } catch (IOException e) {
            throw new InputException(directory, "can't be read: " + e, e);
        }
    }
}
