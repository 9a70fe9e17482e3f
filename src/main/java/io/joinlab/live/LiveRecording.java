package io.joinlab.live;

import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.ParseResult;
import io.joinlab.join.ChangelogFold;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.scenario.Datasets;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.ExpectWriter;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioReader;
import io.joinlab.scenario.ScenarioWriter;
import io.joinlab.scenario.SimulatorRuntime;
import io.joinlab.scenario.Step;
import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps what happens in a live join and writes it as a dataset of its own with one scenario: the
 * envelopes that both sources saw, the order in which they came, the watermarks or the clock
 * between them. The scenario expects what the simulator makes of it, which has to be what came out
 * live.
 */
public final class LiveRecording implements Consumer<LiveEvent> {

    private static final String SCENARIO = "live.yaml";

    private final Path directory;
    private final List<LiveEvent> events = new ArrayList<>();

    private LiveRecording(Path directory) {
        this.directory = directory;
    }

    /**
     * A recording to be written to a directory; its name becomes the dataset's.
     *
     * @throws InputException if there is something in the directory
     */
    public static LiveRecording to(Path directory) {
        Path named = directory.toAbsolutePath().normalize();
        if (named.getFileName() == null || named.getParent() == null) {
            throw new InputException(directory, "expected a directory with a name");
        }
        if (Files.exists(named)) {
            try (Stream<Path> entries = Files.list(named)) {
                if (entries.findAny().isPresent()) {
                    throw new InputException(directory, "there is something in it already");
                }
            } catch (IOException e) {
                throw new InputException(directory, "can't be read: " + e, e);
            }
        }
        return new LiveRecording(named);
    }

    @Override
    public synchronized void accept(LiveEvent event) {
        events.add(event);
    }

    /**
     * Writes the recording.
     *
     * @param options the join's options by name, as they were given
     * @return the scenario's file
     * @throws LiveException if a file can't be written, or if the simulator gives other rows than
     *     came out live; the recording is there all the same
     */
    Path write(
            Dataset dataset,
            LiveTable left,
            LiveTable right,
            LiveJoin.Spec spec,
            Map<String, String> options) {
        List<LiveEvent> all;
        synchronized (this) {
            all = List.copyOf(events);
        }
        LiveClock clock = LiveClock.of(spec, all);
        Scenario scenario = clock.in(LiveScenario.of(dataset, left, right, spec, all, false), all);
        Path file = directory.resolve("scenarios").resolve(SCENARIO);
        try {
            Map<Side, List<String>> lines = new EnumMap<>(Side.class);
            String yaml =
                    ScenarioWriter.write(
                            scenario, options, new Lines(left, right, lines)::numberOf);
            Files.createDirectories(file.getParent());
            for (Side side : Side.values()) {
                Files.write(
                        directory.resolve(side.label() + ".jsonl"),
                        lines.getOrDefault(side, List.of()));
            }
            Files.writeString(
                    directory.resolve(Dataset.FILE),
                    DatasetFile.write(
                            directory.getFileName().toString(), scenario.title(), left, right));
            Files.writeString(file, yaml);
        } catch (IOException e) {
            throw new LiveException("The recording can't be written: " + e, e);
        }
        expect(file, LiveScenario.outcome(all), clock, spec);
        return file;
    }

    private void expect(Path file, Outcome live, LiveClock clock, LiveJoin.Spec spec) {
        ScenarioReader reader = new ScenarioReader(new Datasets(directory.getParent()));
        Outcome replayed = new SimulatorRuntime().run(reader.read(file));
        new ExpectWriter(reader).update(file, replayed);
        boolean same =
                spec.variant().appendOnly()
                        ? rows(live.joined(), clock::shifted)
                                .equals(rows(replayed.joined(), row -> row))
                        : fold(live).equals(fold(replayed));
        if (!same || !rows(live.late(), row -> row).equals(rows(replayed.late(), row -> row))) {
            throw new LiveException(
                    "The simulator makes other rows of "
                            + file
                            + " than came out live: "
                            + live.joined().size()
                            + " live, "
                            + replayed.joined().size()
                            + " in the simulator. A row must have reached the join just while"
                            + " its window was closing; record again.",
                    null);
        }
    }

    private static <T> Map<T, Long> rows(List<Emission<T>> emissions, Function<T, T> change) {
        return emissions.stream()
                .map(Emission::value)
                .map(change)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static Map<ChangelogFold.Row, Integer> fold(Outcome outcome) {
        ChangelogFold fold = new ChangelogFold();
        for (Emission<JoinedRow> change : outcome.joined()) {
            fold.apply(change.value());
        }
        return fold.rows();
    }

    /** Gathers each side's envelopes and numbers them from 1. */
    private static final class Lines {
        private final Map<Side, EnvelopeParser> parsers = new EnumMap<>(Side.class);
        private final Map<Side, List<String>> lines;
        private final Map<Integer, Integer> numbers = new HashMap<>();

        Lines(LiveTable left, LiveTable right, Map<Side, List<String>> lines) {
            this.lines = lines;
            parsers.put(Side.LEFT, new EnvelopeParser(left.recording().schema()));
            parsers.put(Side.RIGHT, new EnvelopeParser(right.recording().schema()));
        }

        OptionalInt numberOf(Step.Deliver deliver) {
            if (!(parsers.get(deliver.side()).parse(deliver.raw()) instanceof ParseResult.Parsed)) {
                return OptionalInt.empty();
            }
            return OptionalInt.of(
                    numbers.computeIfAbsent(
                            deliver.number(),
                            step -> {
                                List<String> ofSide =
                                        lines.computeIfAbsent(
                                                deliver.side(), side -> new ArrayList<>());
                                ofSide.add(deliver.raw());
                                return ofSide.size();
                            }));
        }
    }
}
