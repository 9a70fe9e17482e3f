package io.joinlab.lab;

import io.joinlab.yaml.InputException;
import io.joinlab.yaml.Yaml;
import io.joinlab.yaml.YamlMap;
import io.joinlab.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All labs of a joinlab directory, {@code labs/NN-name/lab.yaml}. */
public final class Labs {
    /** The directory of the labs in joinlab's. */
    public static final String DIRECTORY = "labs";

    private static final String FILE = "lab.yaml";

    private static final Map<String, Lab.Explore> EXPLORE =
            new TreeMap<>(Map.of("orders", Lab.Explore.ORDERS, "crashes", Lab.Explore.CRASHES));

    private Labs() {}

    /**
     * Reads all labs, in the order of learning.
     *
     * @param home joinlab's directory
     * @throws InputException if there are none, or one can't be used
     */
    public static List<Lab> read(Path home) {
        Path root = home.resolve(DIRECTORY);
        List<Path> directories = directories(root);
        if (directories.isEmpty()) {
            throw new InputException(root, "no labs (NN-name/" + FILE + ") here");
        }
        List<Lab> labs = new ArrayList<>();
        for (Path directory : directories) {
            Lab lab = lab(directory);
            if (!labs.isEmpty() && labs.get(labs.size() - 1).number() == lab.number()) {
                throw new InputException(
                        directory, "there is another lab of number " + lab.number());
            }
            labs.add(lab);
        }
        return labs;
    }

    private static List<Path> directories(Path root) {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(entry -> Files.exists(entry.resolve(FILE))).sorted().toList();
        } catch (IOException e) {
            throw new InputException(root, "can't be read: " + e, e);
        }
    }

    private static Lab lab(Path directory) {
        Path file = directory.resolve(FILE);
        String name = directory.getFileName().toString();
        if (!name.matches("\\d\\d-.+")) {
            throw new InputException(directory, "expected a name such as 07-when-a-window-fires");
        }
        int number = Integer.parseInt(name.substring(0, 2));
        YamlMap root = Yaml.read(file);
        root.rejectUnknown("title", "exercise", "checks", "hints", "untouched-fails", "mistakes");
        List<Lab.Check> checks = root.list("checks").map(node -> check(node.asMap(), directory));
        if (checks.isEmpty()) {
            throw root.get("checks").error("a lab needs at least one check");
        }
        List<String> hints = root.list("hints").map(YamlNode::asString);
        if (hints.size() != 2) {
            throw root.get("hints").error("expected two hints, the second one says more");
        }
        return new Lab(
                number,
                directory,
                root.string("title"),
                root.string("exercise"),
                checks,
                hints.stream().map(String::strip).toList(),
                checkName(root.get("untouched-fails"), checks),
                root.list("mistakes").map(node -> mistake(node.asMap(), checks)));
    }

    private static Lab.Check check(YamlMap map, Path directory) {
        map.rejectUnknown("scenario", "explore", "means");
        return new Lab.Check(
                directory.resolve("checks").resolve(map.string("scenario") + ".yaml"),
                map.find("explore").map(node -> node.asChoice(EXPLORE)).orElse(Lab.Explore.NOTHING),
                map.string("means").strip());
    }

    private static Lab.Mistake mistake(YamlMap map, List<Lab.Check> checks) {
        map.rejectUnknown("name", "fails");
        return new Lab.Mistake(map.string("name"), checkName(map.get("fails"), checks));
    }

    private static String checkName(YamlNode node, List<Lab.Check> checks) {
        return node.asChoice(checks.stream().map(Lab.Check::name).toArray(String[]::new));
    }
}
