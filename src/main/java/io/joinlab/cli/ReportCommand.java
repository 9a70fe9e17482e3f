package io.joinlab.cli;

import io.joinlab.join.Catalogue;
import io.joinlab.report.html.HtmlReport;
import io.joinlab.report.html.ScenarioPage;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
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
        console.progress("running " + scenarios.size() + " scenarios");
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
        return new ScenarioPage(result.scenario(), result.trace(), problem(result), List.of());
    }

    private static String problem(RunResult result) {
        if (result.failure() != null) {
            return result.failure().getMessage();
        }
        return result.asExpected() ? null : result.comparison().explanation();
    }
}
