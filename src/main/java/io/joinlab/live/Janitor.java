package io.joinlab.live;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A small shell process that outlives the JVM by a moment: when the JVM is killed, and so can't run
 * its shutdown hooks, it stops the database server and deletes its files.
 *
 * <p>It waits for the end of its standard input, a pipe that the operating system closes with the
 * JVM. It runs in a session of its own, so that Ctrl-C in a terminal doesn't reach it.
 */
final class Janitor {

    /** The file in the watched directory that holds the server's process id while it runs. */
    static final String PID_FILE = "server.pid";

    private static final String SCRIPT =
            """
            read -r word
            [ "$word" = dismissed ] && exit 0
            if [ -f "$0/server.pid" ]; then
                pid=$(cat "$0/server.pid")
                kill -s QUIT "$pid"
                tries=100
                while kill -s 0 "$pid" 2>/dev/null && [ $tries -gt 0 ]; do
                    sleep 0.1
                    tries=$((tries - 1))
                done
                kill -s KILL "$pid" 2>/dev/null
            fi
            rm -rf "$0"
            """;

    private final Process process;

    private Janitor(Process process) {
        this.process = process;
    }

    static Janitor watch(ScratchDirectory directory) throws IOException {
        return new Janitor(
                new ProcessBuilder(
                                ServerProcess.inOwnSession(
                                        List.of("sh", "-c", SCRIPT, directory.path().toString())))
                        .directory(directory.path().getParent().toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
    }

    /** Sends it home: the server has been stopped and its files are gone. */
    void dismiss() {
        try (OutputStream word = process.getOutputStream()) {
            word.write("dismissed\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            if (process.isAlive()) {
                throw new LiveException("Could not end process " + process.pid(), e);
            }
        }
    }
}
