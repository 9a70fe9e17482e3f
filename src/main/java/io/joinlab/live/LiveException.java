package io.joinlab.live;

/**
 * Something about the live databases or a capture from them is wrong; the message says what and,
 * where that is known, what mends it.
 */
public final class LiveException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LiveException(String message, Throwable cause) {
        super(message, cause);
    }
}
