package io.joinlab.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;

/**
 * A database server that joinlab unpacked, started and removes again: on 127.0.0.1 only, on a free
 * port, with random passwords. It can be killed and started again on its data, at the same port.
 */
abstract class EmbeddedServer implements LiveDatabase {

    private static final String LOOPBACK = "127.0.0.1";
    private static final int PORTS_TO_TRY = 5;

    private final String product;
    private final ScratchDirectory scratch;
    private final Login admin = new Login("joinlab_admin", Secret.random());
    private final Login capture = new Login("joinlab_capture", Secret.random());
    private final Thread removeAtExit = new Thread(this::remove, "remove an embedded database");
    private ServerProcess process;
    private int port;

    EmbeddedServer(String product) throws IOException {
        this.product = product;
        this.scratch =
                ScratchDirectory.create(
                        "joinlab-" + product.toLowerCase(java.util.Locale.ROOT) + "-");
        Runtime.getRuntime().addShutdownHook(removeAtExit);
    }

    /** Unpacks the binaries and creates the data directory. */
    abstract void install(ScratchDirectory scratch) throws IOException, InterruptedException;

    /** Starts the server on the data directory; returns when it accepts connections. */
    abstract ServerProcess launch(ScratchDirectory scratch, int port)
            throws IOException, InterruptedException;

    /** The signal on which the server shuts down at once and in order. */
    abstract String stopSignal();

    /** Installs and starts. On a failure nothing is left behind. */
    final void installAndStart() {
        try {
            install(scratch);
            process = launchOnFreePort();
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

    private ServerProcess launchOnFreePort() throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            port = freePort();
            try {
                return launch(scratch, port);
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

    /** {@code kill -9}: what a crash of the server looks like to its clients. The data stays. */
    public final void kill() throws InterruptedException {
        process.kill();
    }

    /** Starts the server again on its data, at the same port, after {@link #kill()}. */
    public final void restart() throws IOException, InterruptedException {
        if (process.isAlive()) {
            throw new IllegalStateException("The embedded " + product + " is running.");
        }
        process = launch(scratch, port);
    }

    @Override
    public final String host() {
        return LOOPBACK;
    }

    @Override
    public final int port() {
        return port;
    }

    @Override
    public final Login admin() {
        return admin;
    }

    @Override
    public final Login capture() {
        return capture;
    }

    @Override
    public final void close() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(removeAtExit);
        } catch (IllegalStateException e) {
            // The JVM is shutting down: the hook runs, or has run, and finds nothing left to do.
            return;
        }
    }

    private synchronized void remove() {
        try (scratch) {
            if (process != null) {
                process.stop(stopSignal());
            }
        } catch (IOException e) {
            throw new LiveException(
                    "The embedded " + product + " could not be removed from " + scratch.path(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LiveException("Interrupted while stopping the embedded " + product, e);
        }
    }

    private String redact(String text) {
        return capture.password().redact(admin.password().redact(String.valueOf(text)));
    }

    /** {@code command} as it must be run when joinlab itself runs as root. */
    static boolean runningAsRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    static List<String> concat(List<String> first, List<String> second) {
        return java.util.stream.Stream.concat(first.stream(), second.stream()).toList();
    }
}
