package io.joinlab.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A database server process. It counts as started when it says so in its own log, and a failure to
 * start carries the end of that log.
 */
final class ServerProcess {

    private static final int LOG_LINES_KEPT = 40;
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

    private final Process process;
    private final Deque<String> lastLines = new ArrayDeque<>();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private Thread logReader;

    private ServerProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts a server and waits until it accepts connections.
     *
     * @param readyText the part of a log line that says that connections are accepted
     * @throws ServerFailedException if it ends before it is ready, or isn't ready in time; it has
     *     ended then
     */
    static ServerProcess start(
            List<String> command,
            Map<String, String> environment,
            Path directory,
            String readyText,
            Duration timeout)
            throws IOException, InterruptedException {
        ServerProcess server = spawn(inOwnSession(command), environment, directory);
        server.logReader = new Thread(() -> server.readLog(readyText), "log of " + command.get(0));
        server.logReader.setDaemon(true);
        server.logReader.start();
        try {
            server.ready.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new ServerFailedException("ended before it was ready", server.log());
        } catch (TimeoutException e) {
            server.kill();
            throw new ServerFailedException(
                    "was not ready after " + timeout.toSeconds() + " s", server.log());
        } catch (InterruptedException e) {
            server.kill();
            throw e;
        }
        return server;
    }

    /**
     * Runs a command to its end.
     *
     * @throws ServerFailedException if it ends with another code than 0
     */
    static void run(List<String> command, Map<String, String> environment, Path directory)
            throws IOException, InterruptedException {
        ServerProcess tool = spawn(command, environment, directory);
        tool.readLog(null);
        int code = tool.process.waitFor();
        if (code != 0) {
            throw new ServerFailedException("ended with code " + code, tool.log());
        }
    }

    /**
     * The command in a session of its own, with the same process id: Ctrl-C in a terminal goes to
     * joinlab, which then ends what it started in order.
     */
    static List<String> inOwnSession(List<String> command) {
        return Stream.concat(Stream.of("setsid"), command.stream()).toList();
    }

    private static ServerProcess spawn(
            List<String> command, Map<String, String> environment, Path directory)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return new ServerProcess(process);
    }

    private void readLog(String readyText) {
        try (BufferedReader log =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = log.readLine(); line != null; line = log.readLine()) {
                keep(line);
                if (readyText != null && line.contains(readyText)) {
                    ready.complete(null);
                }
            }
        } catch (IOException e) {
            keep("(the log could not be read any further: " + e.getMessage() + ")");
        }
        ready.completeExceptionally(new IllegalStateException("ended"));
    }

    private synchronized void keep(String line) {
        if (lastLines.size() == LOG_LINES_KEPT) {
            lastLines.removeFirst();
        }
        lastLines.addLast(line);
    }

    /** The last lines of the server's log. */
    synchronized List<String> log() {
        return List.copyOf(lastLines);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Sends {@code signal} ({@code TERM}, {@code INT}) and waits for the end; a server that takes
     * longer than 20 s is killed.
     */
    void stop(String signal) throws IOException, InterruptedException {
        if (process.isAlive()) {
            // The shell's own kill: the command of that name is missing in small images.
            new ProcessBuilder(
                            "sh",
                            "-c",
                            "kill -s \"$0\" \"$1\"",
                            signal,
                            Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
        if (!process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
        }
        awaitWorkers();
    }

    /** {@code kill -9}, then waits for the end. */
    void kill() throws InterruptedException {
        // Unlike the process's own method, the handle's leaves the log open.
        process.toHandle().destroyForcibly();
        process.waitFor();
        awaitWorkers();
    }

    /**
     * The log ends when the last process that can write to it has ended, so PostgreSQL's workers.
     */
    private void awaitWorkers() throws InterruptedException {
        logReader.join(STOP_TIMEOUT.toMillis());
    }
}
