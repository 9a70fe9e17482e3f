package io.joinlab.cli;

import io.joinlab.explore.Exploration;
import io.joinlab.explore.Replay;
import io.joinlab.report.ExplorationReport;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
import io.joinlab.scenario.ScenarioExploration;
import io.joinlab.scenario.ScheduleFile;
import io.joinlab.yaml.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code joinlab replay}: one schedule of a scenario again. */
@Command(
        name = "replay",
        description = "Run a scenario once more in exactly the order that explore has found.",
        mixinStandardHelpOptions = true,
        versionProvider = Joinlab.Version.class)
final class ReplayCommand implements Callable<Integer> {
    private final Console console;
    private final Path home;

    @Parameters(
            paramLabel = "SCENARIO",
            description = "A scenario's file, or its name (the file's without .yaml).")
    private String name;

    @Option(
            names = "--schedule",
            paramLabel = "FILE",
            required = true,
            description = "A schedule that explore has written.")
    private Path file;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    ReplayCommand(Console console, Path home) {
        this.console = console;
        this.home = home;
    }

    @Override
    public Integer call() {
        ScenarioCatalogue catalogue = ScenarioCatalogue.of(home);
        List<Path> files = new ScenarioSelection(catalogue).files(List.of(name));
        Scenario scenario = catalogue.read(files.get(0));
        ScheduleFile schedule = ScheduleFile.read(file);
        if (files.size() > 1 || !schedule.scenario().equals(scenario.title())) {
            throw new InputException(
                    file.toString(), 0, "belongs to the scenario '" + schedule.scenario() + "'");
        }
        Exploration exploration = ScenarioExploration.of(scenario, schedule.settings());
        Replay replay;
        try {
            replay = exploration.replay(schedule.schedule());
        } catch (IllegalArgumentException e) {
            throw new InputException(
                    file.toString(),
                    0,
                    "does not fit the scenario (any more); explore it again. " + e.getMessage(),
                    e);
        }
        if (json) {
            console.printJson(document(scenario, replay));
        } else {
            print(scenario, replay);
        }
        return Joinlab.OK;
    }

    private void print(Scenario scenario, Replay replay) {
        ExplorationReport.heading(scenario, console.terminal()).forEach(console::print);
        console.print("");
        int number = 0;
        for (Replay.Line line : replay.lines()) {
            console.print(
                    console.terminal()
                            .text(
                                    "%4d %s %s"
                                            .formatted(
                                                    ++number,
                                                    line.departure() ? ">" : " ",
                                                    line.text())));
        }
        console.print("");
        console.print("What came out (> departs from arrival order):");
        ExplorationReport.rows(scenario, replay.outcome(), console.terminal())
                .forEach(row -> console.print("  " + row));
        if (!replay.atLeastOnce().equals(replay.outcome())) {
            console.print("");
            console.print("With what was lost in the crash and came again:");
            ExplorationReport.rows(scenario, replay.atLeastOnce(), console.terminal())
                    .forEach(row -> console.print("  " + row));
        }
    }

    private static Map<String, Object> document(Scenario scenario, Replay replay) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("file", scenario.file().toString());
        document.put("title", scenario.title());
        List<Map<String, Object>> lines = new ArrayList<>();
        for (Replay.Line line : replay.lines()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("transition", line.transition());
            row.put("text", line.text());
            row.put("departure", line.departure());
            lines.add(row);
        }
        document.put("schedule", lines);
        document.put("outcome", ExploreDocument.outcome(replay.outcome()));
        document.put("atLeastOnce", ExploreDocument.outcome(replay.atLeastOnce()));
        return document;
    }
}
