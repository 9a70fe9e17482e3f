package io.joinlab.cli;

import io.joinlab.report.Ink;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code joinlab} without a command: one scenario of each family, and what to try next. */
final class Tour {

    /**
     * A stop of the tour.
     *
     * @param scenario the name of the scenario that is shown
     * @param next the name of one to try after it
     * @param question what that one answers
     */
    record Stop(String scenario, String next, String question) {}

    static final List<Stop> STOPS =
            List.of(
                    new Stop(
                            "tumbling-event-full-padded-and-late",
                            "tumbling-event-left-false-orphan",
                            "is a row that found no match really an orphan?"),
                    new Stop(
                            "sliding-event-inner-once-for-every-window",
                            "sliding-event-inner-late-for-one-window",
                            "what if a row is late for one window only?"),
                    new Stop(
                            "session-event-inner-bridge",
                            "session-event-inner-exactly-one-gap-apart",
                            "how far apart may two rows be?"),
                    new Stop(
                            "interval-event-left-padded-when-no-match-can-come",
                            "interval-event-inner-neither-late-nor-joined",
                            "can a row vanish without being late?"),
                    new Stop(
                            "regular-changelog-left-padded-until-the-match-comes",
                            "regular-changelog-left-ttl-false-orphan",
                            "what if the join may forget rows that do not change?"),
                    new Stop(
                            "temporal-event-inner-version-at-its-time",
                            "temporal-event-inner-late-version",
                            "what if a version comes after the rows that needed it?"));

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
        console.print(
                """
                Two tables, each a stream of changes as Debezium reports them, joined by Apache Flink.
                Flink's own operators run here, in a simulator with a virtual clock. In each picture
                time goes from left to right, and numbers are steps: what arrived in which order.\
                """);
        List<RunResult> results = new ArrayList<>();
        for (Stop stop : STOPS) {
            Path file = selection.files(List.of(stop.scenario())).get(0);
            results.add(show(stop, catalogue.read(file), results.size() + 1));
        }
        console.print(
                """

                Where to go from here:
                  ./joinlab list --scenarios   all joins and their scenarios
                  ./joinlab run NAME           one scenario, or all of a join
                  ./joinlab --help             all commands
                A scenario is a YAML file: change a time in one and run it again.\
                """);
        return results.stream().allMatch(RunResult::asExpected);
    }

    private RunResult show(Stop stop, Scenario scenario, int number) {
        console.print("");
        console.print(
                console.paint(
                        Ink.STRONG,
                        "%d of %d: %s. It %s."
                                .formatted(
                                        number,
                                        STOPS.size(),
                                        scenario.variant().family(),
                                        scenario.variant().summary())));
        console.print("");
        RunResult result = RunResult.inSimulator(scenario);
        new RunPrinter(console).print(result);
        console.print("Next, " + stop.question() + " ./joinlab run " + stop.next());
        console.flush();
        return result;
    }
}
