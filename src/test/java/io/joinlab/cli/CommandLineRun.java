package io.joinlab.cli;

import io.joinlab.report.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

/**
 * One run of the command line, as its caller sees it.
 *
 * @param exitCode what the process would end with
 * @param out all of standard output
 * @param err all of standard error
 */
record CommandLineRun(int exitCode, String out, String err) {

    /** Runs a command in this project. */
    static CommandLineRun of(String... args) {
        return in(Path.of(""), args);
    }

    /** Runs a command in a project elsewhere. */
    static CommandLineRun in(Path home, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        PrintWriter outWriter = new PrintWriter(out);
        Console console = new Console(outWriter, outWriter, new PrintWriter(err), Terminal.plain());
        int exitCode = Joinlab.execute(console, home, args);
        console.flush();
        return new CommandLineRun(exitCode, out.toString(), err.toString());
    }
}
