package io.joinlab.scenario;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.EnvelopeWriter;
import io.joinlab.cdc.Recording;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.TableSchema;
import io.joinlab.cdc.TableSpec;
import io.joinlab.join.Catalogue;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.Side;
import io.joinlab.join.Variant;
import io.joinlab.yaml.Yaml;
import io.joinlab.yaml.YamlList;
import io.joinlab.yaml.YamlMap;
import io.joinlab.yaml.YamlNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads scenarios from their files. It is strict: what it does not know, can't use or would have to
 * guess is an {@link io.joinlab.yaml.InputException} that names file and line and says what to do.
 */
public final class ScenarioReader {
    private static final Map<String, Variant> VARIANTS = variants();

    private final Datasets datasets;

    /** A reader of scenarios on these datasets. */
    public ScenarioReader(Datasets datasets) {
        this.datasets = datasets;
    }

    /**
     * Reads one file.
     *
     * @throws io.joinlab.yaml.InputException if the file, its dataset or a line it refers to can't
     *     be used
     */
    public Scenario read(Path file) {
        return read(file, Yaml.read(file));
    }

    /**
     * Reads a scenario's text.
     *
     * @param file the file that it is from, for error messages and for the default dataset
     */
    public Scenario parse(Path file, String text) {
        return read(file, Yaml.parse(file.toString(), text));
    }

    private Scenario read(Path file, YamlMap root) {
        root.rejectUnknown(
                "title", "about", "variant", "dataset", "options", "recording", "steps", "expect");
        String title = title(root);
        Variant variant = root.choice("variant", VARIANTS);
        Dataset dataset = dataset(root, file);
        Optional<YamlMap> recordings = root.find("recording").map(YamlNode::asMap);
        recordings.ifPresent(map -> map.rejectUnknown("left", "right"));
        Recording left = recording(recordings, "left", dataset.left());
        Recording right = recording(recordings, "right", dataset.right());

        OptionsReader optionsReader =
                new OptionsReader(
                        root.find("options")
                                .map(YamlNode::asMap)
                                .orElseGet(() -> Yaml.parse(file.toString(), "{}")),
                        variant,
                        dataset);
        JoinOptions options = optionsReader.options();
        Duration pace = optionsReader.pace();

        StepsReader stepsReader =
                new StepsReader(
                        variant,
                        options.times(),
                        pace,
                        input(Side.LEFT, left, dataset.left()),
                        input(Side.RIGHT, right, dataset.right()));
        YamlList stepList = root.list("steps");
        List<Step> steps = stepsReader.read(stepList);

        ExpectReader expectReader =
                new ExpectReader(
                        variant,
                        steps.size(),
                        Map.of(
                                Side.LEFT,
                                rows(left, stepsReader.delivered(Side.LEFT)),
                                Side.RIGHT,
                                rows(right, stepsReader.delivered(Side.RIGHT))));
        return new Scenario(
                file,
                title,
                root.optionalString("about").map(String::strip).orElse(""),
                variant,
                options,
                optionsReader.parallelism(),
                pace,
                dataset,
                left,
                right,
                steps,
                stepsReader.ties(),
                expectReader.read(root.map("expect")));
    }

    private static String title(YamlMap root) {
        String title = root.string("title").strip();
        if (title.isEmpty() || title.contains("\n")) {
            throw root.get("title").error("expected one sentence on one line");
        }
        return title;
    }

    private Dataset dataset(YamlMap root, Path file) {
        if (root.has("dataset")) {
            YamlNode name = root.get("dataset");
            return datasets.get(name.asChoice(datasets.names().toArray(String[]::new)));
        }
        Path folder = file.toAbsolutePath().normalize().getParent().getParent();
        if (folder != null
                && Files.exists(folder.resolve(Dataset.FILE))
                && !folder.getParent().equals(datasets.root().toAbsolutePath().normalize())) {
            return Dataset.read(folder);
        }
        if (folder == null
                || !folder.equals(
                        datasets.root()
                                .toAbsolutePath()
                                .normalize()
                                .resolve(folder.getFileName() + ""))
                || !datasets.names().contains(folder.getFileName().toString())) {
            throw root.error(
                    "missing key 'dataset', one of "
                            + String.join(", ", datasets.names())
                            + "; only files in fixtures/<dataset>/scenarios can do without");
        }
        return datasets.get(folder.getFileName().toString());
    }

    private static Recording recording(Optional<YamlMap> map, String side, TableSpec table) {
        return map.flatMap(recordings -> recordings.find(side))
                .map(node -> node.asChoice(table.recordings()))
                .orElse(table.defaultRecording());
    }

    private static StepsReader.Input input(Side side, Recording recording, TableSpec table) {
        return new StepsReader.Input(
                side,
                recording,
                new EnvelopeParser(recording.schema()),
                new EnvelopeWriter(table, recording.schema()));
    }

    /**
     * A row that comes out has been delivered before, so it has the columns of a delivered one:
     * usually the table's, but after an ALTER TABLE also others.
     */
    private static RowReader rows(Recording recording, List<ChangeEvent> delivered) {
        TableSchema schema = recording.schema();
        List<List<String>> columns = new ArrayList<>();
        columns.add(schema.columnNames());
        delivered.stream()
                .map(ChangeEvent::image)
                .filter(image -> image != null)
                .map(RowImage::columns)
                .forEach(columns::add);
        Set<String> known = new LinkedHashSet<>();
        Set<String> required = new LinkedHashSet<>(schema.columnNames());
        columns.forEach(known::addAll);
        columns.forEach(required::retainAll);
        return new RowReader(schema, known, required);
    }

    private static Map<String, Variant> variants() {
        Map<String, Variant> variants = new LinkedHashMap<>();
        Catalogue.all().forEach(variant -> variants.put(variant.name(), variant));
        return variants;
    }
}
