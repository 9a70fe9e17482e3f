package io.joinlab.live;

import java.util.List;
import java.util.stream.Collectors;

/** Servers are not set up for change data capture; it says all that is missing. */
public final class NotReadyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    NotReadyException(List<Problem> problems) {
        super(
                problems.stream()
                        .map(problem -> problem.server() + ": " + problem.what())
                        .collect(Collectors.joining("; ")));
        this.problems = List.copyOf(problems);
    }

    /** What is wrong, with what mends it; at least one. */
    public List<Problem> problems() {
        return problems;
    }

    static void throwIfAny(List<Problem> problems) {
        if (!problems.isEmpty()) {
            throw new NotReadyException(problems);
        }
    }
}
