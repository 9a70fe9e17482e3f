package io.joinlab.scenario;

/** A scenario's pipeline failed while it ran. */
public final class ScenarioFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A failure with what the reader should know and the failure behind it. */
    public ScenarioFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
