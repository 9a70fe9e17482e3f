package io.joinlab.replay;

/** A job that is fed in step failed, or did not answer. The cause is the job's own exception. */
public final class ReplayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * What happened, with the failure behind it.
     *
     * @param cause {@code null} if there is none
     */
    public ReplayException(String message, Throwable cause) {
        super(message, cause);
    }
}
