package io.joinlab.cli;

import io.joinlab.join.TimeDomain;
import io.joinlab.scenario.ExpectWriter;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
import io.joinlab.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code joinlab run}: runs scenarios and compares what comes out with what they expect. */
@Command(
        name = "run",
        description = "Run scenarios: a timeline, what came out, and whether that was expected.",
        mixinStandardHelpOptions = true,
        versionProvider = Joinlab.Version.class)
final class RunCommand implements Callable<Integer> {
    private final Console console;
    private final Path home;

    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "1..*",
            description =
                    "A scenario's file, or its name (the file's without .yaml). All scenarios of a"
                            + " dataset, a variant or a directory by its name; several by a"
                            + " pattern, such as 'tumbling-*'.")
    private List<String> names;

    @Option(
            names = "--on",
            paramLabel = "RUNTIME",
            description =
                    "sim: the simulator (default); minicluster: a real Flink cluster in this"
                            + " process.")
    private Runtime runtime = Runtime.sim;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Option(
            names = "--update",
            description = "Rewrite what the scenarios expect to what comes out.")
    private boolean update;

    @Option(
            names = "--summary",
            description = "One line for each scenario; the whole picture only where it differs.")
    private boolean summary;

    /** Where scenarios run; the names are what the user types. */
    enum Runtime {
        sim,
        minicluster
    }

    RunCommand(Console console, Path home) {
        this.console = console;
        this.home = home;
    }

    @Override
    public Integer call() {
        if (update && runtime != Runtime.sim) {
            throw new ParameterException(
                    spec.commandLine(), "--update writes what comes out of the simulator only");
        }
        ScenarioCatalogue catalogue = ScenarioCatalogue.of(home);
        List<Scenario> scenarios =
                new ScenarioSelection(catalogue)
                        .files(names).stream().map(catalogue::read).toList();
        List<RunResult> results = new ArrayList<>();
        RunPrinter printer = new RunPrinter(console);
        ExpectWriter writer = new ExpectWriter(new ScenarioReader(catalogue.datasets()));
        for (Scenario scenario : scenarios) {
            RunResult result = run(scenario);
            if (update && result.failure() == null) {
                result =
                        result.withUpdated(
                                writer.update(scenario.file(), result.trace().outcome()));
            }
            results.add(result);
            if (!json) {
                print(printer, result, results.size() == 1);
            }
        }
        if (json) {
            console.printJson(RunDocument.of(runtime, results));
        } else if (results.size() > 1) {
            printer.printTotal(results);
        }
        return results.stream().allMatch(RunResult::asExpected) ? Joinlab.OK : Joinlab.CHECK_FAILED;
    }

    private RunResult run(Scenario scenario) {
        return switch (runtime) {
            case sim -> RunResult.inSimulator(scenario);
            case minicluster -> {
                boolean waits = scenario.variant().time() == TimeDomain.PROCESSING;
                console.progress(
                        "on a MiniCluster: "
                                + ScenarioSelection.name(scenario.file())
                                + (waits ? ", whose clock steps take as long as they say" : ""));
                yield RunResult.onMiniCluster(scenario);
            }
        };
    }

    private void print(RunPrinter printer, RunResult result, boolean first) {
        if (summary) {
            printer.printShort(result);
        } else {
            if (!first) {
                console.print("");
                console.print("");
            }
            printer.print(result);
        }
        console.flush();
    }
}
