package io.joinlab.cli;

import io.joinlab.report.Ink;
import io.joinlab.scenario.ScenarioCatalogue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code joinlab} without a command: one scenario of each family, and what to do next. */
final class Tour {

    /**
     * A stop.
     *
     * @param family what is shown
     * @param scenario the scenario's name
     * @param next what to try, a command and its purpose
     */
    record Stop(String family, String scenario, String next) {}

    static final List<Stop> STOPS =
            List.of(
                    new Stop(
                            "tumbling windows",
                            "tumbling-event-full-padded-and-late",
                            "./joinlab run tumbling-event-full      every scenario of this join"),
                    new Stop(
                            "interval join",
                            "interval-event-left-crash-keeps-state",
                            "./joinlab run interval-event-inner     every scenario of the inner"
                                    + " one"));

    private final Console console;
    private final Path home;

    Tour(Console console, Path home) {
        this.console = console;
        this.home = home;
    }

    /** Runs all stops; whether all were as expected. */
    boolean run() {
        ScenarioCatalogue catalogue = ScenarioCatalogue.of(home);
        ScenarioSelection selection = new ScenarioSelection(catalogue);
        RunPrinter printer = new RunPrinter(console);
        List<RunResult> results = new ArrayList<>();
        intro();
        for (Stop stop : STOPS) {
            console.print("");
            console.print(
                    console.paint(
                            Ink.STRONG,
                            (results.size() + 1) + " of " + STOPS.size() + ": " + stop.family()));
            console.print("");
            Path file = selection.files(List.of(stop.scenario())).get(0);
            RunResult result = RunResult.of(catalogue.read(file));
            results.add(result);
            printer.print(result);
            console.print("Next: " + stop.next());
            console.flush();
        }
        outro();
        return results.stream().allMatch(RunResult::asExpected);
    }

    private void intro() {
        console.print(
                """
                Two tables, each a stream of changes as Debezium reports them, joined by Apache Flink.
                Below, real Flink operators run in a simulator with a virtual clock. In each picture
                time goes from left to right and numbers are steps: what arrived, in which order.\
                """);
    }

    private void outro() {
        console.print(
                """

                Where to go from here:
                  ./joinlab list                  all joins
                  ./joinlab list --scenarios      all scenarios, by join
                  ./joinlab run NAME              one of them
                  ./joinlab --help                all commands
                A scenario is a YAML file: copy one from fixtures/*/scenarios, change a time, run it.\
                """);
    }
}
