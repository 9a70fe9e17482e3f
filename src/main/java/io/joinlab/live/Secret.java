package io.joinlab.live;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A password. It prints as {@code ***}, so that a log line or an error message that mentions it by
 * accident tells nothing.
 */
public final class Secret {

    private static final int RANDOM_BYTES = 16;

    private final String value;

    private Secret(String value) {
        this.value = Objects.requireNonNull(value, "value");
    }

    public static Secret of(String value) {
        return new Secret(value);
    }

    /**
     * A new password of 128 random bits, in characters that need no quoting in SQL, a shell or a
     * URL.
     */
    public static Secret random() {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Secret(HexFormat.of().formatHex(bytes));
    }

    /**
     * The password itself: for a driver or a configuration file only its owner can read, never for
     * a message.
     */
    public String reveal() {
        return value;
    }

    /** {@code text} with every occurrence of this password replaced. */
    public String redact(String text) {
        return value.isEmpty() ? text : text.replace(value, toString());
    }

    @Override
    public String toString() {
        return "***";
    }
}
