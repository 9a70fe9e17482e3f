package io.joinlab.cli;

import io.joinlab.explore.ExplorationResult.Found;
import io.joinlab.explore.Schedules;
import io.joinlab.lab.Attempt;
import io.joinlab.lab.Lab;
import io.joinlab.lab.Workspace;
import io.joinlab.report.ExplorationReport;
import io.joinlab.report.Ink;
import java.util.List;

/** Prints labs for people. */
final class LabPrinter {
    private static final int MOST_OUTCOMES = 3;

    private final Console console;

    LabPrinter(Console console) {
        this.console = console;
    }

    /** Prints one line of text as it is. */
    void print(String line) {
        console.print(console.terminal().text(line));
    }

    void printList(List<Lab> labs, Workspace workspace) {
        for (Lab lab : labs) {
            String state = workspace.isSolved(lab) ? "solved" : workspace.begun(lab) ? "begun" : "";
            print("%02d  %-6s  %s".formatted(lab.number(), state, lab.title()));
        }
        console.print("");
        printProgress(labs, workspace);
    }

    void printProgress(List<Lab> labs, Workspace workspace) {
        int solved = (int) labs.stream().filter(workspace::isSolved).count();
        print(
                "[%s%s] %d of %d labs solved"
                        .formatted(
                                "#".repeat(solved * 2),
                                "-".repeat((labs.size() - solved) * 2),
                                solved,
                                labs.size()));
    }

    void printAllSolved(List<Lab> labs, Workspace workspace) {
        printProgress(labs, workspace);
        console.print(
                console.paint(Ink.GOOD, "All labs are solved. ./joinlab lab NN checks one again."));
    }

    void printWhatToDo(Lab lab, Workspace workspace) {
        console.print("");
        console.print("Edit   " + workspace.file(lab));
        console.print("Check  ./joinlab lab " + lab.number() + ", or ./joinlab lab watch: on save");
        console.print("Stuck  ./joinlab lab hint " + lab.number());
    }

    void printHint(Lab lab, boolean more) {
        lab.hints().get(more ? 1 : 0).lines().forEach(this::print);
        if (!more) {
            console.print("");
            console.print("Another one: ./joinlab lab hint " + lab.number() + " --more");
        }
    }

    /** What became of an attempt: the picture of the first check that fails, and what it means. */
    void print(Lab lab, Attempt attempt) {
        if (attempt instanceof Attempt.NotCompiled notCompiled) {
            console.print(console.paint(Ink.BAD, "It does not compile:"));
            notCompiled.problems().forEach(problem -> problem.lines().forEach(this::print));
            return;
        }
        Attempt.Checked checked = (Attempt.Checked) attempt;
        checked.firstFailure().ifPresent(this::printFailure);
        for (Attempt.Result result : checked.results()) {
            console.print(
                    console.paint(
                            result.passed() ? Ink.GOOD : Ink.BAD,
                            (result.passed() ? "ok      " : "FAILED  ") + result.check().name()));
        }
        console.print("");
        checked.firstFailure()
                .ifPresentOrElse(
                        failure -> {
                            failure.check().means().lines().forEach(this::print);
                            console.print("Stuck? ./joinlab lab hint " + lab.number());
                        },
                        () ->
                                console.print(
                                        console.paint(
                                                Ink.GOOD,
                                                "Lab "
                                                        + lab.number()
                                                        + " is solved. On: ./joinlab lab next")));
    }

    private void printFailure(Attempt.Result failure) {
        if (failure instanceof Attempt.Ran ran) {
            new RunPrinter(console)
                    .printPicture(
                            new RunResult(
                                    ran.scenario(),
                                    ran.trace(),
                                    ran.comparison(),
                                    List.of(),
                                    null,
                                    false));
        } else if (failure instanceof Attempt.Explored explored) {
            printOutcomes(explored);
        } else if (failure instanceof Attempt.Failed failed) {
            console.print(console.paint(Ink.BAD, console.terminal().text(failed.message())));
        }
        console.print("");
    }

    private void printOutcomes(Attempt.Explored explored) {
        ExplorationReport report =
                new ExplorationReport(
                        explored.scenario(),
                        explored.exploration(),
                        Schedules.allSchedules(),
                        explored.result(),
                        console.terminal());
        report.heading().forEach(console::print);
        console.print("");
        report.coverage().forEach(console::print);
        int number = 1;
        for (Found found : explored.result().outcomes().stream().limit(MOST_OUTCOMES).toList()) {
            console.print("");
            report.outcome(number, found).forEach(console::print);
            number++;
        }
    }
}
