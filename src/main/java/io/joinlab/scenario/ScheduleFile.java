package io.joinlab.scenario;

import io.joinlab.explore.Schedule;
import io.joinlab.yaml.InputException;
import io.joinlab.yaml.Yaml;
import io.joinlab.yaml.YamlMap;
import io.joinlab.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A schedule that an exploration has found, as a file.
 *
 * @param scenario the title of the scenario that it belongs to
 * @param settings how the scenario was explored
 * @param schedule the schedule
 */
public record ScheduleFile(
        String scenario, ScenarioExploration.Settings settings, Schedule schedule) {

    /**
     * Reads a file.
     *
     * @throws InputException if it can't be read or is no schedule
     */
    public static ScheduleFile read(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new InputException(file, "can't be read: " + e.getMessage(), e);
        }
        YamlMap root = Yaml.parse(file.toString(), text);
        root.rejectUnknown("scenario", "parallelism", "others", "crash", "departures");
        List<Schedule.Departure> departures = new ArrayList<>();
        for (YamlNode node : root.list("departures")) {
            YamlMap map = node.asMap();
            map.rejectUnknown("at", "take");
            int at = map.get("at").asInt();
            if (at < 0
                    || (!departures.isEmpty()
                            && at <= departures.get(departures.size() - 1).at())) {
                throw map.get("at").error("departures are numbered from 0 and go up");
            }
            departures.add(new Schedule.Departure(at, map.string("take")));
        }
        return new ScheduleFile(
                root.string("scenario"),
                new ScenarioExploration.Settings(
                        root.find("parallelism").map(ScheduleFile::positive).orElse(null),
                        root.find("others")
                                .map(node -> node.asChoice("idle", "ended"))
                                .map(word -> word.toUpperCase(Locale.ROOT))
                                .map(ScenarioExploration.Others::valueOf)
                                .orElse(ScenarioExploration.Others.IDLE),
                        root.find("crash").map(node -> node.asBoolean()).orElse(false)),
                new Schedule(departures));
    }

    private static int positive(YamlNode node) {
        int number = node.asInt();
        if (number < 1) {
            throw node.error("expected at least 1");
        }
        return number;
    }

    /** Writes a file, and the directories above it if they are missing. */
    public void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append("scenario: ").append(Notation.text(scenario)).append('\n');
        if (settings.parallelism() != null) {
            text.append("parallelism: ").append(settings.parallelism()).append('\n');
            text.append("others: ")
                    .append(settings.others().name().toLowerCase(Locale.ROOT))
                    .append('\n');
        }
        if (settings.crashes()) {
            text.append("crash: true\n");
        }
        text.append("departures:")
                .append(schedule.departures().isEmpty() ? " []" : "")
                .append('\n');
        for (Schedule.Departure departure : schedule.departures()) {
            text.append("  - {at: ")
                    .append(departure.at())
                    .append(", take: ")
                    .append(Notation.text(departure.take()))
                    .append("}\n");
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }
}
