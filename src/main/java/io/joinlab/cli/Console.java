package io.joinlab.cli;

import io.joinlab.cdc.JsonText;
import io.joinlab.report.Ink;
import io.joinlab.report.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where commands write. Results go to {@link #out()}, everything else to {@link #err()}.
 *
 * @param out text for the terminal, in its charset
 * @param json the same stream for a JSON document, which is UTF-8 wherever it goes
 * @param err progress and errors
 * @param terminal what the terminal can show
 */
public record Console(PrintWriter out, PrintWriter json, PrintWriter err, Terminal terminal) {

    private static final int COLUMNS = 80;

    /**
     * The process's own streams. The launcher says how wide the terminal is ({@code
     * joinlab.columns}, 0 if it can't tell, absent if standard output is none). Charset and colour
     * follow the locale, {@code NO_COLOR} and {@code TERM}.
     */
    static Console ofProcess(WatchedOutput standardOutput) {
        Charset charset = Charset.forName(System.getProperty("native.encoding", "UTF-8"));
        int columns = Integer.getInteger("joinlab.columns", COLUMNS);
        boolean tty =
                System.getProperty("joinlab.tty") != null
                        ? Boolean.getBoolean("joinlab.tty")
                        : System.console() != null;
        Terminal terminal =
                new Terminal(
                        columns > 0 ? columns : COLUMNS,
                        charset,
                        tty && mayColour(System.getenv()));
        return new Console(
                writer(standardOutput, charset),
                writer(standardOutput, StandardCharsets.UTF_8),
                writer(new FileOutputStream(FileDescriptor.err), charset),
                terminal);
    }

    /** See no-color.org: set to anything but nothing, it forbids colour. */
    private static boolean mayColour(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !"dumb".equals(environment.get("TERM"));
    }

    private static PrintWriter writer(OutputStream stream, Charset charset) {
        return new PrintWriter(new OutputStreamWriter(stream, charset), false);
    }

    /** Prints a line of the result. */
    void print(String line) {
        out.println(line);
    }

    /** Prints the one JSON document that is the result. */
    void printJson(Object document) {
        json.println(JsonText.of(document));
    }

    /** Tells of long work, at once. */
    void progress(String line) {
        err.println("joinlab: " + line);
        err.flush();
    }

    String paint(Ink ink, String text) {
        return terminal.paint(ink, text);
    }

    void flush() {
        out.flush();
        json.flush();
        err.flush();
    }
}
