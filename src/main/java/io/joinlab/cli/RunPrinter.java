package io.joinlab.cli;

import io.joinlab.report.Ink;
import io.joinlab.report.ScenarioReport;
import io.joinlab.scenario.ScenarioFailure;
import java.util.List;

/** Prints runs for people. */
final class RunPrinter {
    private final Console console;

    RunPrinter(Console console) {
        this.console = console;
    }

    /** The whole picture of a run, and at its end whether it is as expected. */
    void print(RunResult result) {
        printPicture(result);
        if (result.comparison() != null && !result.asExpected()) {
            console.print("");
            console.print(
                    result.updated()
                            ? "The file now expects what came out."
                            : "If what came out is right, --update writes it into the file.");
        }
    }

    /** The same without what to do about a difference. */
    void printPicture(RunResult result) {
        if (result.failure() != null) {
            printFailure(result.failure());
            return;
        }
        ScenarioReport report = report(result);
        if (result.bySystemClock()) {
            printBySystemClock(result, report);
            return;
        }
        int marked = result.firstDifference();
        print(report.heading());
        console.print("");
        print(report.timeline(marked));
        console.print("");
        print(report.steps(marked));
        console.print("");
        if (result.asExpected()) {
            console.print(console.paint(Ink.GOOD, "As expected: " + report.summary() + "."));
        } else {
            printDifference(result);
        }
    }

    /** One line for a run that is as expected, else all of it. */
    void printShort(RunResult result) {
        if (result.asExpected()) {
            console.print(
                    console.paint(Ink.GOOD, "ok")
                            + "  "
                            + console.terminal().text(result.scenario().title()));
        } else {
            print(result);
        }
    }

    /** How many runs there were, and which are not as expected. */
    void printTotal(List<RunResult> results) {
        List<RunResult> others = results.stream().filter(r -> !r.asExpected()).toList();
        boolean updated = !others.isEmpty() && others.stream().allMatch(RunResult::updated);
        console.print("");
        if (others.isEmpty()) {
            console.print(console.paint(Ink.GOOD, results.size() + " scenarios, all as expected."));
            return;
        }
        console.print(
                console.paint(
                        Ink.BAD,
                        results.size()
                                + " scenarios, "
                                + others.size()
                                + " not as expected"
                                + (updated ? ", now updated:" : ":")));
        others.forEach(result -> console.print("  " + result.scenario().file()));
    }

    /** Without a timeline: its clock is not the scenario's. */
    private void printBySystemClock(RunResult result, ScenarioReport report) {
        print(report.heading());
        console.print("");
        print(report.steps(0));
        console.print("");
        console.print(
                "By the system's clock rows fall into other windows than in the simulator, so this"
                        + " is held against the join's definition.");
        result.violations()
                .forEach(
                        line ->
                                console.print(
                                        console.paint(Ink.BAD, console.terminal().text(line))));
        if (result.asExpected()) {
            console.print(console.paint(Ink.GOOD, "It holds: " + report.summary() + "."));
        }
    }

    private void printDifference(RunResult result) {
        console.print(console.paint(Ink.BAD, "NOT as expected in " + result.scenario().file()));
        result.comparison()
                .explanation()
                .lines()
                .forEach(
                        line ->
                                console.print(
                                        console.paint(ink(line), console.terminal().text(line))));
    }

    /** Colours the lines of a difference that are expected only, or came only. */
    private static Ink ink(String line) {
        String stripped = line.stripLeading();
        if (stripped.startsWith("- ")) {
            return Ink.BAD;
        }
        return stripped.startsWith("+ ") ? Ink.GOOD : Ink.PLAIN;
    }

    private void printFailure(ScenarioFailure failure) {
        console.print(console.paint(Ink.BAD, console.terminal().text(failure.getMessage())));
    }

    private ScenarioReport report(RunResult result) {
        return new ScenarioReport(result.scenario(), result.trace(), console.terminal());
    }

    private void print(List<String> lines) {
        lines.forEach(console::print);
    }
}
