package io.joinlab.cli;

import io.joinlab.lab.Attempt;
import io.joinlab.lab.Lab;
import io.joinlab.lab.LabRunner;
import io.joinlab.lab.Labs;
import io.joinlab.lab.Workspace;
import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code joinlab lab}: joins to mend, one after the other. */
@Command(
        name = "lab",
        description = {
            "Labs: joins to mend, in an order of learning.",
            "Without arguments: the next lab that is not solved, or your copy of it checked."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Joinlab.Version.class)
final class LabCommand implements Callable<Integer> {
    private final Console console;
    private final Path home;
    private final LabPrinter printer;

    @Spec private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "list|NN|next|watch|hint|reset|solution",
            description =
                    "list: all labs; NN: begin or check that one; next: what to do now; watch:"
                            + " check on every save; hint, reset, solution: of lab NN.")
    private String what = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NN",
            description = "Number of a lab (default: the first that is not solved).")
    private Integer number;

    @Option(names = "--more", description = "With hint: the second one, which says more.")
    private boolean more;

    LabCommand(Console console, Path home) {
        this.console = console;
        this.home = home;
        this.printer = new LabPrinter(console);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Lab> labs = Labs.read(home);
        Workspace workspace = new Workspace(home);
        if (what.matches("\\d{1,4}")) {
            number = Integer.valueOf(what);
            what = "";
        }
        switch (what) {
            case "list" -> {
                printer.printList(labs, workspace);
                return Joinlab.OK;
            }
            case "watch" -> {
                return watch(labs, workspace);
            }
            default -> {
                Optional<Lab> lab =
                        number == null ? workspace.next(labs) : Optional.of(numbered(labs));
                if (lab.isEmpty()) {
                    printer.printAllSolved(labs, workspace);
                    return Joinlab.OK;
                }
                return one(lab.get(), labs, workspace);
            }
        }
    }

    private int one(Lab lab, List<Lab> labs, Workspace workspace) throws IOException {
        switch (what) {
            case "" -> {
                if (workspace.begun(lab)) {
                    return check(lab, labs, workspace) ? Joinlab.OK : Joinlab.CHECK_FAILED;
                }
                open(lab, labs, workspace);
            }
            case "next" -> open(lab, labs, workspace);
            case "hint" -> printer.printHint(lab, more);
            case "reset" -> {
                workspace.reset(lab);
                console.print(workspace.file(lab) + " is as it was given.");
            }
            case "solution" -> Files.readAllLines(lab.solution()).forEach(printer::print);
            default ->
                    throw new ParameterException(
                            spec.commandLine(),
                            "'"
                                    + what
                                    + "' is none of list, NN, next, watch, hint, reset, solution");
        }
        return Joinlab.OK;
    }

    private Lab numbered(List<Lab> labs) {
        return labs.stream()
                .filter(lab -> lab.number() == number)
                .findFirst()
                .orElseThrow(
                        () ->
                                new ParameterException(
                                        spec.commandLine(),
                                        "there is no lab "
                                                + number
                                                + "; ./joinlab lab list shows all"));
    }

    private void open(Lab lab, List<Lab> labs, Workspace workspace) throws IOException {
        workspace.begin(lab);
        printer.printProgress(labs, workspace);
        console.print("");
        Files.readAllLines(lab.readme()).forEach(printer::print);
        printer.printWhatToDo(lab, workspace);
    }

    private boolean check(Lab lab, List<Lab> labs, Workspace workspace) {
        Attempt attempt = new LabRunner(home).run(lab, workspace.file(lab));
        if (attempt.solved()) {
            workspace.solved(lab);
        }
        printer.print(lab, attempt);
        printer.printProgress(labs, workspace);
        return attempt.solved();
    }

    /** Until all labs are solved, or the process is ended. */
    private int watch(List<Lab> labs, Workspace workspace)
            throws IOException, InterruptedException {
        Files.createDirectories(workspace.directory());
        try (WatchService watcher = FileSystems.getDefault().newWatchService()) {
            workspace
                    .directory()
                    .register(
                            watcher,
                            StandardWatchEventKinds.ENTRY_CREATE,
                            StandardWatchEventKinds.ENTRY_MODIFY);
            Optional<Lab> current = workspace.next(labs);
            while (current.isPresent()) {
                Lab lab = current.get();
                if (!workspace.begun(lab)) {
                    open(lab, labs, workspace);
                }
                byte[] checked = Files.readAllBytes(workspace.file(lab));
                if (!check(lab, labs, workspace)) {
                    console.print("Watching " + workspace.file(lab) + "; Ctrl-C ends it.");
                    console.flush();
                    awaitChange(watcher, workspace.file(lab), checked);
                }
                current = workspace.next(labs);
            }
        }
        printer.printAllSolved(labs, workspace);
        return Joinlab.OK;
    }

    /** An editor may write a file in several goes, or write another and move it here. */
    private static void awaitChange(WatchService watcher, Path file, byte[] last)
            throws IOException, InterruptedException {
        while (true) {
            WatchKey key = watcher.take();
            key.pollEvents();
            if (!key.reset()) {
                throw new InputException(file.getParent(), "the directory is gone");
            }
            if (Files.exists(file)) {
                byte[] now = Files.readAllBytes(file);
                if (now.length > 0 && !Arrays.equals(now, last)) {
                    return;
                }
            }
        }
    }
}
