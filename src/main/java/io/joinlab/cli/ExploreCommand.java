package io.joinlab.cli;

import io.joinlab.explore.Exploration;
import io.joinlab.explore.ExplorationResult;
import io.joinlab.explore.Schedules;
import io.joinlab.report.ExplorationReport;
import io.joinlab.report.Ink;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
import io.joinlab.scenario.ScenarioExploration;
import io.joinlab.scenario.ScenarioExploration.Others;
import io.joinlab.scenario.ScheduleFile;
import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code joinlab explore}: everything that a scenario's join can bring out. */
@Command(
        name = "explore",
        description =
                "Run a scenario in every order that a cluster could come up with: every distinct"
                        + " outcome, and the shortest schedule that leads to it.",
        mixinStandardHelpOptions = true,
        versionProvider = Joinlab.Version.class)
final class ExploreCommand implements Callable<Integer> {
    /** More outcomes than this are counted, but not all shown. */
    private static final int MOST_SHOWN = 20;

    private final Console console;
    private final Path home;

    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "SCENARIO",
            description = "A scenario's file, or its name (the file's without .yaml).")
    private String name;

    @Option(
            names = "--schedules",
            paramLabel = "all|N",
            description = "all: every schedule (default); N: so many, drawn from the seed.")
    private String schedules = "all";

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "What the drawn schedules depend on (default: 0).")
    private Long seed;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "After how many runs to give up on all schedules (default: 1000000).")
    private Long limit;

    @Option(
            names = "--parallelism",
            paramLabel = "P",
            description =
                    "Subtasks of the sources and of the join (default: one of each source, and of"
                            + " the join what the scenario says). Events come from the first"
                            + " subtask of each source.")
    private Integer parallelism;

    @Option(
            names = "--others",
            paramLabel = "WHAT",
            description =
                    "What the other source subtasks do, at any moment: become idle (default), or"
                            + " ended.")
    private Others others = Others.IDLE;

    @Option(
            names = "--crash",
            description =
                    "Let the job fail once, at every moment, and restore it from the latest"
                            + " checkpoint.")
    private boolean crash;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    ExploreCommand(Console console, Path home) {
        this.console = console;
        this.home = home;
    }

    @Override
    public Integer call() throws IOException {
        Schedules wanted = schedules();
        if (parallelism != null && (parallelism < 1 || parallelism > 128)) {
            throw new ParameterException(
                    spec.commandLine(), "--parallelism must be 1 to 128, is " + parallelism);
        }
        Scenario scenario = scenario();
        var settings = new ScenarioExploration.Settings(parallelism, others, crash);
        Exploration exploration =
                ScenarioExploration.of(scenario, settings).reportingTo(this::progress);
        ExplorationResult result = exploration.over(wanted);
        Map<Integer, Path> files = new TreeMap<>();
        List<Titled> found = found(result);
        for (Titled each : found) {
            if (!each.found().shortest().departures().isEmpty() && each.number() <= MOST_SHOWN) {
                Path file =
                        home.resolve("target/explore")
                                .resolve(
                                        ScenarioSelection.name(scenario.file())
                                                + "-"
                                                + each.number()
                                                + ".yaml");
                new ScheduleFile(scenario.title(), settings, each.found().shortest()).write(file);
                files.put(each.number(), file);
            }
        }
        if (json) {
            console.printJson(ExploreDocument.of(scenario, wanted, result, files));
        } else {
            print(
                    new ExplorationReport(
                            scenario, exploration, wanted, result, console.terminal()),
                    scenario,
                    result,
                    found,
                    files);
        }
        boolean seenAll = result.complete() || wanted instanceof Schedules.Sampled;
        return seenAll && result.outcomes().size() == 1 ? Joinlab.OK : Joinlab.CHECK_FAILED;
    }

    private Scenario scenario() {
        ScenarioCatalogue catalogue = ScenarioCatalogue.of(home);
        List<Path> files = new ScenarioSelection(catalogue).files(List.of(name));
        if (files.size() > 1) {
            throw new InputException(
                    name,
                    0,
                    "these are " + files.size() + " scenarios; explore takes one at a time");
        }
        return catalogue.read(files.get(0));
    }

    private Schedules schedules() {
        if (schedules.equals("all")) {
            if (seed != null) {
                throw new ParameterException(
                        spec.commandLine(), "--seed is for --schedules N; all are all");
            }
            return Schedules.allSchedules(
                    limit == null ? Schedules.All.LIMIT : positive("--limit", limit));
        }
        if (limit != null) {
            throw new ParameterException(spec.commandLine(), "--limit is for --schedules all");
        }
        try {
            return Schedules.sampledSchedules(
                    positive("--schedules", Long.parseLong(schedules)), seed == null ? 0 : seed);
        } catch (NumberFormatException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--schedules is all or a number, not '" + schedules + "'",
                    e);
        }
    }

    private long positive(String option, long number) {
        if (number < 1) {
            throw new ParameterException(
                    spec.commandLine(), option + " must be at least 1, is " + number);
        }
        return number;
    }

    private void progress(long runs) {
        if (runs % 10_000 == 0) {
            console.progress(runs + " runs");
        }
    }

    /** An outcome with the number by which it is called, also in its schedule's file. */
    record Titled(int number, ExplorationResult.Found found) {}

    /** The outcomes, numbered through; those of at least once only where they are others. */
    static List<Titled> found(ExplorationResult result) {
        List<ExplorationResult.Found> all = new ArrayList<>(result.outcomes());
        if (!result.atLeastOnceOutcomes().equals(result.outcomes())) {
            all.addAll(result.atLeastOnceOutcomes());
        }
        List<Titled> titled = new ArrayList<>();
        all.forEach(found -> titled.add(new Titled(titled.size() + 1, found)));
        return titled;
    }

    private void print(
            ExplorationReport report,
            Scenario scenario,
            ExplorationResult result,
            List<Titled> found,
            Map<Integer, Path> files) {
        report.heading().forEach(console::print);
        console.print("");
        report.coverage().forEach(console::print);
        int exactlyOnce = result.outcomes().size();
        console.print(
                console.paint(
                        exactlyOnce == 1 ? Ink.GOOD : Ink.BAD,
                        exactlyOnce == 1
                                ? "One outcome, whatever the order."
                                : exactlyOnce + " outcomes."));
        for (Titled each : found) {
            if (each.number() == exactlyOnce + 1) {
                console.print("");
                console.print(
                        "With a sink that does not commit with the checkpoint (at least once), "
                                + (found.size() - exactlyOnce)
                                + " outcomes:");
            }
            boolean shown =
                    each.number() <= MOST_SHOWN
                            || each.number() > exactlyOnce
                                    && each.number() <= exactlyOnce + MOST_SHOWN;
            if (shown) {
                console.print("");
                report.outcome(each.number(), each.found()).forEach(console::print);
                if (files.containsKey(each.number())) {
                    console.print("  in " + files.get(each.number()));
                }
            }
        }
        if (exactlyOnce > MOST_SHOWN || found.size() - exactlyOnce > MOST_SHOWN) {
            console.print("");
            console.print("More than " + MOST_SHOWN + " are not shown; --json has them all.");
        }
        if (exactlyOnce > 1) {
            console.print("");
            report.difference(1, found.get(0).found(), 2, found.get(1).found())
                    .forEach(console::print);
            if (files.containsKey(2)) {
                console.print("");
                console.print(
                        "One of them again: ./joinlab replay "
                                + ScenarioSelection.name(scenario.file())
                                + " --schedule "
                                + files.get(2));
            }
        }
    }
}
