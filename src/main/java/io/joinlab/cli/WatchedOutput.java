package io.joinlab.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Remembers that something could not be written, which a {@code PrintWriter} in front of it keeps
 * to itself.
 */
final class WatchedOutput extends OutputStream {
    private final OutputStream target;
    private IOException failure;

    WatchedOutput(OutputStream target) {
        this.target = target;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            target.write(bytes, offset, length);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    /**
     * What went wrong first. A reader that has seen enough, such as {@code head}, closes its pipe:
     * that is not wrong.
     */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure)
                .filter(e -> !String.valueOf(e.getMessage()).contains("Broken pipe"));
    }
}
