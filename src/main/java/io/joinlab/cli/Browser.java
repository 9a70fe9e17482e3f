package io.joinlab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The user's web browser, reached through the program that opens files on this system. */
final class Browser {
    private Browser() {}

    /**
     * Shows a file and does not wait.
     *
     * @throws IllegalStateException if there is no such program
     */
    static void open(Path file) {
        List<String> command = new ArrayList<>(opener(System.getProperty("os.name")));
        command.add(file.toAbsolutePath().toUri().toString());
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "can't open the browser: " + e.getMessage() + "; open " + file + " yourself",
                    e);
        }
    }

    /** The command that opens what its last argument names. */
    static List<String> opener(String system) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.contains("mac")) {
            return List.of("open");
        }
        return name.contains("windows")
                ? List.of("rundll32", "url.dll,FileProtocolHandler")
                : List.of("xdg-open");
    }
}
