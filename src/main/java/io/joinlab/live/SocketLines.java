package io.joinlab.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A source (FLIP-27) of the lines that a server on this machine sends, such as {@code nc -l 9000}.
 * While there is no such server, and after one has gone, it tries again every half second. Flink's
 * own {@code socketTextStream} does so only after an end of the stream: a refused connection fails
 * its job.
 *
 * <p>Lines can't be asked for a second time, so a restart loses those that were under way. It has
 * one reader, in the first subtask.
 */
final class SocketLines implements Source<String, NoSplit, NoSplit> {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(SocketLines.class);
    private static final Duration RETRY = Duration.ofMillis(500);

    private final int port;

    /**
     * Lines from a port of 127.0.0.1.
     *
     * @param port 1 to 65535
     */
    SocketLines(int port) {
        this.port = port;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<String, NoSplit> createReader(SourceReaderContext context) {
        return new Reader(port, context.getIndexOfSubtask() == 0);
    }

    @Override
    public SplitEnumerator<NoSplit, NoSplit> createEnumerator(
            SplitEnumeratorContext<NoSplit> context) {
        return new NoSplit.Enumerator();
    }

    @Override
    public SplitEnumerator<NoSplit, NoSplit> restoreEnumerator(
            SplitEnumeratorContext<NoSplit> context, NoSplit checkpoint) {
        return new NoSplit.Enumerator();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getSplitSerializer() {
        return new NoSplit.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getEnumeratorCheckpointSerializer() {
        return new NoSplit.Serializer();
    }

    /** A thread reads the socket; the task takes the lines from a queue. */
    private static final class Reader implements SourceReader<String, NoSplit> {
        private final int port;
        private final boolean reads;
        private final Queue<String> lines = new ArrayDeque<>();
        private CompletableFuture<Void> available = new CompletableFuture<>();
        private Thread thread;
        private Socket socket;
        private boolean closed;

        Reader(int port, boolean reads) {
            this.port = port;
            this.reads = reads;
        }

        @Override
        public void start() {
            if (reads) {
                thread = new Thread(this::read, "lines of port " + port);
                thread.setDaemon(true);
                thread.start();
            }
        }

        private void read() {
            while (!isClosed()) {
                try (Socket connection = connect();
                        BufferedReader in =
                                new BufferedReader(
                                        new InputStreamReader(
                                                connection.getInputStream(),
                                                StandardCharsets.UTF_8))) {
                    for (String line = in.readLine(); line != null; line = in.readLine()) {
                        add(line);
                    }
                } catch (IOException e) {
                    LOG.info("Nobody to read from at port {}: {}", port, e.toString());
                }
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }

        private Socket connect() throws IOException {
            Socket connection = new Socket();
            synchronized (this) {
                if (closed) {
                    throw new IOException("the source is closed");
                }
                socket = connection;
            }
            connection.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                    (int) TimeUnit.SECONDS.toMillis(10));
            return connection;
        }

        private synchronized boolean isClosed() {
            return closed;
        }

        private synchronized void add(String line) {
            lines.add(line);
            available.complete(null);
        }

        @Override
        public synchronized InputStatus pollNext(ReaderOutput<String> output) {
            String line = lines.poll();
            if (line == null) {
                available = new CompletableFuture<>();
                return InputStatus.NOTHING_AVAILABLE;
            }
            output.collect(line);
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public synchronized CompletableFuture<Void> isAvailable() {
            return lines.isEmpty() ? available : CompletableFuture.completedFuture(null);
        }

        @Override
        public List<NoSplit> snapshotState(long checkpointId) {
            return List.of();
        }

        @Override
        public void addSplits(List<NoSplit> splits) {}

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() throws IOException {
            synchronized (this) {
                closed = true;
                if (socket != null) {
                    socket.close();
                }
            }
            if (thread != null) {
                LockSupport.unpark(thread);
            }
        }
    }
}
