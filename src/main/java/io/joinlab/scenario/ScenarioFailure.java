package io.joinlab.scenario;

/** A scenario's pipeline failed while it ran, or can't run. */
public final class ScenarioFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A scenario that can't run, with what the reader should know. */
    public ScenarioFailure(String message) {
        super(message);
    }

    /** A failure with what the reader should know and the failure behind it. */
    public ScenarioFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
