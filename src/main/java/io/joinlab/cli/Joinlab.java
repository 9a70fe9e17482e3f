package io.joinlab.cli;

import io.joinlab.live.NotReadyException;
import io.joinlab.live.Problem;
import io.joinlab.yaml.InputException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. It ends with 0 if what was asked holds, 1 if a check failed, 2 for wrong usage
 * or bad input; an error is one line on standard error, and with {@code --json} also the document
 * {@code {"error": {"message": ..., "file": ..., "line": ...}}} on standard output.
 */
@Command(
        name = "joinlab",
        description = {
            "See, prove and change how two change-data-capture streams join in Apache Flink.",
            "Without a command: a short tour."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Joinlab.Version.class,
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "Exit codes: 0 it holds, 1 a check failed, 2 wrong usage or bad input.",
            "NO_COLOR=1 turns colours off."
        })
public final class Joinlab implements Callable<Integer> {
    static final int OK = 0;
    static final int CHECK_FAILED = 1;
    static final int BAD_INPUT = 2;

    private final Console console;
    private final Path home;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Show stack traces of errors.")
    private boolean verbose;

    private Joinlab(Console console, Path home) {
        this.console = console;
        this.home = home;
    }

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        WatchedOutput output = new WatchedOutput(new FileOutputStream(FileDescriptor.out));
        Console console = Console.ofProcess(output);
        int exitCode = execute(console, shown(home()), args);
        console.flush();
        if (output.failure().isPresent()) {
            console.progress("the output is incomplete: " + output.failure().get().getMessage());
            exitCode = exitCode == OK ? CHECK_FAILED : exitCode;
        }
        System.exit(exitCode);
    }

    /** The project's directory: where the launcher stands, else the working directory. */
    private static Path home() {
        return Path.of(System.getProperty("joinlab.home", ""));
    }

    /** A path as people like to see it: relative if it is in the working directory. */
    private static Path shown(Path path) {
        Path working = Path.of("").toAbsolutePath();
        Path absolute = path.toAbsolutePath().normalize();
        return absolute.startsWith(working) ? working.relativize(absolute) : absolute;
    }

    /**
     * Runs one command.
     *
     * @param home the project's directory, with {@code fixtures/}
     * @return the exit code
     */
    static int execute(Console console, Path home, String... args) {
        Joinlab joinlab = new Joinlab(console, home);
        boolean json = Arrays.asList(args).contains("--json");
        CommandLine commands =
                new CommandLine(joinlab)
                        .addSubcommand(new ListCommand(console, home))
                        .addSubcommand(new RunCommand(console, home))
                        .addSubcommand(new ExploreCommand(console, home))
                        .addSubcommand(new ReplayCommand(console, home))
                        .addSubcommand(new RecordCommand(console, home))
                        .addSubcommand(
                                new CommandLine(new LiveCommand(console, home))
                                        .addSubcommand(new SalaryDepartmentCommand(console)))
                        .addSubcommand(new ReportCommand(console, home))
                        .addSubcommand(new LabCommand(console, home))
                        .addSubcommand(new BenchCommand(console, home))
                        .setOut(console.out())
                        .setErr(console.err())
                        .setColorScheme(
                                CommandLine.Help.defaultColorScheme(
                                        console.terminal().colour() ? Ansi.ON : Ansi.OFF))
                        .setUsageHelpWidth(console.terminal().columns())
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setParameterExceptionHandler((e, a) -> joinlab.wrongUsage(e, json))
                        .setExecutionExceptionHandler((e, c, r) -> joinlab.failed(e, json));
        Converters.register(commands);
        try {
            return commands.execute(args);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return joinlab.failed(new IllegalStateException(e.toString(), e), json);
        }
    }

    @Override
    public Integer call() {
        return new Tour(console, home).run() ? OK : CHECK_FAILED;
    }

    private int wrongUsage(ParameterException e, boolean json) {
        CommandLine command = e.getCommandLine();
        StringBuilder message = new StringBuilder(problem(e));
        if (e instanceof UnmatchedArgumentException unmatched) {
            String suggestions =
                    String.join(" or ", unmatched.getSuggestions().stream().limit(2).toList());
            if (!suggestions.isEmpty()) {
                message.append("; did you mean ").append(suggestions).append('?');
            }
        }
        message.append(" (see ")
                .append(command.getCommandSpec().qualifiedName())
                .append(" --help)");
        report(e, message.toString(), null, 0, json);
        return BAD_INPUT;
    }

    private static String problem(ParameterException e) {
        CommandLine command = e.getCommandLine();
        boolean unknownCommand =
                e instanceof UnmatchedArgumentException unmatched
                        && !unmatched.isUnknownOption()
                        && command.getParent() == null;
        return unknownCommand
                ? "there is no command '"
                        + ((UnmatchedArgumentException) e).getUnmatched().get(0)
                        + "'"
                : firstLine(e.getMessage());
    }

    private int failed(Exception e, boolean json) {
        if (e instanceof InputException input) {
            report(e, input.getMessage(), input.file(), input.line(), json);
            return BAD_INPUT;
        }
        if (e instanceof NotReadyException notReady) {
            notReady(notReady, json);
            return BAD_INPUT;
        }
        String message = e.getMessage() == null ? e.toString() : firstLine(e.getMessage());
        String advice = verbose ? "" : " (--verbose shows where)";
        report(e, message + advice, null, 0, json);
        return CHECK_FAILED;
    }

    private void notReady(NotReadyException e, boolean json) {
        console.err().println("joinlab: not set up for change data capture:");
        for (Problem problem : e.problems()) {
            console.err()
                    .println(
                            console.terminal()
                                    .text("  " + problem.server() + ": " + problem.what()));
            console.err().println(console.terminal().text("      " + problem.mend()));
        }
        if (json) {
            Map<String, Object> error = errorDocument(e.getMessage(), null, 0);
            error.put("problems", e.problems().stream().map(Joinlab::document).toList());
            console.printJson(Map.of("error", error));
        }
    }

    private static Map<String, Object> document(Problem problem) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("server", problem.server());
        document.put("problem", problem.what());
        document.put("mend", problem.mend());
        return document;
    }

    private static Map<String, Object> errorDocument(String message, String file, int line) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("message", message);
        error.put("file", file);
        error.put("line", line > 0 ? line : null);
        return error;
    }

    private void report(Exception e, String message, String file, int line, boolean json) {
        console.err().println("joinlab: " + console.terminal().text(message));
        if (verbose) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            console.err().print(trace);
        }
        if (json) {
            console.printJson(Map.of("error", errorDocument(message, file, line)));
        }
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"joinlab 0.1.0-SNAPSHOT"};
        }
    }
}
