package io.joinlab.sim;

import java.util.OptionalInt;
import javax.annotation.Nullable;

/**
 * A simulated job has failed. The cause is the exception that the user's function threw, and {@link
 * #operator()} names where.
 */
public class SimulationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String operator;
    private final int subtask;

    SimulationException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.operator = null;
        this.subtask = -1;
    }

    SimulationException(String operator, int subtask, int parallelism, Throwable cause) {
        super(
                "Operator '%s'%s failed: %s"
                        .formatted(
                                operator,
                                parallelism == 1
                                        ? ""
                                        : " (subtask %d of %d)".formatted(subtask, parallelism),
                                cause),
                cause);
        this.operator = operator;
        this.subtask = subtask;
    }

    /** Name of the operator that failed, or null if no operator was involved. */
    public @Nullable String operator() {
        return operator;
    }

    /** Index of the operator's subtask that failed, from 0. */
    public OptionalInt subtask() {
        return subtask < 0 ? OptionalInt.empty() : OptionalInt.of(subtask);
    }
}
