package io.joinlab.live;

import java.io.IOException;
import java.util.List;

/** A database server or one of its tools did not do what it was started for. */
final class ServerFailedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> log;

    ServerFailedException(String problem, List<String> log) {
        super(
                problem
                        + (log.isEmpty()
                                ? ", without a word"
                                : "; the end of its log:\n  " + String.join("\n  ", log)));
        this.log = log;
    }

    boolean logMentions(String text) {
        return log.stream().anyMatch(line -> line.contains(text));
    }
}
