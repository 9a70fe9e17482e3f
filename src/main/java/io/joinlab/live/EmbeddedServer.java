package io.joinlab.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A database server that joinlab unpacked, started and removes again: on 127.0.0.1 only, on a free
 * port, with random passwords. It can be killed and started again on its data, at the same port.
 *
 * <p>Nothing of it outlives the JVM: {@link #close()} stops it and deletes its files, so does a
 * shutdown hook ({@link AtExit}), and should the JVM itself be killed, a {@link Janitor}.
 */
public abstract sealed class EmbeddedServer implements AutoCloseable
        permits EmbeddedMariaDb, EmbeddedPostgres {

    static final String LOOPBACK = "127.0.0.1";

    private static final int PORTS_TO_TRY = 5;

    private final String product;
    private final ScratchDirectory scratch;
    private final Janitor janitor;
    private final Login admin = new Login("joinlab_admin", Secret.random());
    private final Login capture = new Login("joinlab_capture", Secret.random());
    private final Runnable removeAtExit = this::remove;
    private ServerProcess process;
    private int port;

    EmbeddedServer(String product) throws IOException {
        this.product = product;
        this.scratch = ScratchDirectory.create("joinlab-" + product.toLowerCase(Locale.ROOT) + "-");
        this.janitor = Janitor.watch(scratch);
        AtExit.add(removeAtExit);
    }

    /** Unpacks the binaries and creates the data directory. */
    abstract void install(ScratchDirectory scratch) throws IOException, InterruptedException;

    /** Starts the server on the data directory; returns when it accepts connections. */
    abstract ServerProcess launch(ScratchDirectory scratch, int port)
            throws IOException, InterruptedException;

    /** The signal on which the server shuts down at once and in order. */
    abstract String stopSignal();

    /** The server as its users see it. */
    public abstract LiveDatabase database();

    /** Installs and starts. On a failure nothing is left behind. */
    final void installAndStart() {
        try {
            install(scratch);
            launchOnFreePort();
        } catch (IOException e) {
            close();
            throw new LiveException(
                    "The embedded " + product + " could not be started: " + redact(e.getMessage()),
                    null);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new LiveException("Interrupted while starting the embedded " + product, e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void launchOnFreePort() throws IOException, InterruptedException {
        for (int attempt = 1; process == null; attempt++) {
            port = freePort();
            try {
                launch();
            } catch (ServerFailedException e) {
                // Between finding a free port and listening on it another process can take it.
                if (attempt == PORTS_TO_TRY || !e.logMentions("Address already in use")) {
                    throw e;
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
            return socket.getLocalPort();
        }
    }

    private void launch() throws IOException, InterruptedException {
        process = launch(scratch, port);
        Files.writeString(scratch.resolve(Janitor.PID_FILE), Long.toString(process.pid()));
    }

    /** {@code kill -9}: what a crash of the server looks like to its clients. The data stays. */
    public final void kill() throws IOException, InterruptedException {
        process.kill();
        Files.deleteIfExists(scratch.resolve(Janitor.PID_FILE));
    }

    /** Starts the server again on its data, at the same port, after {@link #kill()}. */
    public final void restart() throws IOException, InterruptedException {
        if (process.isAlive()) {
            throw new IllegalStateException("The embedded " + product + " is running.");
        }
        launch();
    }

    /** The server's process id. */
    final long pid() {
        return process.pid();
    }

    /** The directory that holds all of the server's files. */
    final Path directory() {
        return scratch.path();
    }

    final int port() {
        return port;
    }

    final Login admin() {
        return admin;
    }

    final Login capture() {
        return capture;
    }

    /** Stops the server and deletes its files. Calling it again does nothing. */
    @Override
    public final void close() {
        remove();
        AtExit.remove(removeAtExit);
    }

    private synchronized void remove() {
        try (scratch) {
            if (process != null) {
                process.stop(stopSignal());
                Files.deleteIfExists(scratch.resolve(Janitor.PID_FILE));
            }
        } catch (IOException e) {
            throw new LiveException(
                    "The embedded " + product + " could not be removed from " + scratch.path(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LiveException("Interrupted while stopping the embedded " + product, e);
        }
        janitor.dismiss();
    }

    private String redact(String text) {
        return capture.password().redact(admin.password().redact(String.valueOf(text)));
    }
}
