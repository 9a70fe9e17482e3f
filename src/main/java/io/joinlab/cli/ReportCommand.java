package io.joinlab.cli;

import io.joinlab.explore.Exploration;
import io.joinlab.explore.ExplorationResult;
import io.joinlab.explore.Schedules;
import io.joinlab.join.Catalogue;
import io.joinlab.report.html.ExplorationSection;
import io.joinlab.report.html.HtmlReport;
import io.joinlab.report.html.PageSection;
import io.joinlab.report.html.ScenarioPage;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
import io.joinlab.scenario.ScenarioExploration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code joinlab report}: every scenario as a page with a picture. */
@Command(
        name = "report",
        description =
                "Run every scenario and write target/report/index.html, with a page and a picture"
                        + " for each.",
        mixinStandardHelpOptions = true,
        versionProvider = Joinlab.Version.class)
final class ReportCommand implements Callable<Integer> {
    private static final Path DIRECTORY = Path.of("target", "report");

    /** After so many runs a scenario's schedules are sampled: a report has many scenarios. */
    private static final long RUNS = 1_000;

    private static final long SAMPLES = 200;

    private final Console console;
    private final Path home;

    @Option(names = "--open", description = "Open it in the browser.")
    private boolean open;

    ReportCommand(Console console, Path home) {
        this.console = console;
        this.home = home;
    }

    @Override
    public Integer call() {
        List<Scenario> scenarios = ScenarioCatalogue.of(home).all();
        console.progress("running " + scenarios.size() + " scenarios in every order");
        List<RunResult> results = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            results.add(RunResult.inSimulator(scenario));
        }
        Path index =
                new HtmlReport(Catalogue.all(), results.stream().map(ReportCommand::page).toList())
                        .write(home.resolve(DIRECTORY));
        console.print(index.toString());
        List<RunResult> others = results.stream().filter(r -> !r.asExpected()).toList();
        for (RunResult other : others) {
            console.print("not as expected: " + ScenarioSelection.name(other.scenario().file()));
        }
        if (open) {
            Browser.open(index);
        }
        return others.isEmpty() ? Joinlab.OK : Joinlab.CHECK_FAILED;
    }

    private static ScenarioPage page(RunResult result) {
        return new ScenarioPage(
                result.scenario(),
                result.trace(),
                problem(result),
                result.failure() == null ? List.of(everyOrder(result.scenario())) : List.of());
    }

    private static PageSection everyOrder(Scenario scenario) {
        Exploration exploration =
                ScenarioExploration.of(scenario, ScenarioExploration.Settings.PLAIN);
        Schedules schedules = Schedules.allSchedules(RUNS);
        ExplorationResult result = exploration.over(schedules);
        if (!result.complete()) {
            schedules = Schedules.sampledSchedules(SAMPLES, 1);
            result = exploration.over(schedules);
        }
        return ExplorationSection.of(scenario, exploration, schedules, result);
    }

    private static String problem(RunResult result) {
        if (result.failure() != null) {
            return result.failure().getMessage();
        }
        return result.asExpected() ? null : result.comparison().explanation();
    }
}
