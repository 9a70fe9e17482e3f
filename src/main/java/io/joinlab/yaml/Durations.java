package io.joinlab.yaml;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as text: a whole number and a unit, {@code 3s}, {@code -500ms}, {@code 5m}. */
public final class Durations {
    static final String EXPECTED = "a duration such as 3s, -500ms, 5m, 1h or 2d";

    /**
     * A million years, the longest duration. Sums of several still fit in a long of milliseconds,
     * where Flink's window arithmetic would otherwise wrap around without a word.
     */
    public static final Duration LONGEST = Duration.ofDays(365_000_000);

    static final String TOO_LONG = "a duration of at most " + format(LONGEST);

    private static final Pattern FORM = Pattern.compile("(-?\\d+)(ms|s|m|h|d)");

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @return empty if the text is not one, or longer than a million years in either direction
     */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long unit =
                switch (matcher.group(2)) {
                    case "ms" -> 1;
                    case "s" -> 1_000;
                    case "m" -> 60_000;
                    case "h" -> 3_600_000;
                    default -> 86_400_000;
                };
        BigInteger millis = new BigInteger(matcher.group(1)).multiply(BigInteger.valueOf(unit));
        return millis.abs().compareTo(BigInteger.valueOf(LONGEST.toMillis())) <= 0
                ? Optional.of(Duration.ofMillis(millis.longValue()))
                : Optional.empty();
    }

    /** What to say of a text that {@link #parse} can't read. */
    static String expected(String text) {
        return FORM.matcher(text).matches() ? TOO_LONG : EXPECTED;
    }

    /** The shortest text that {@link #parse} reads as the same duration; whole milliseconds. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1_000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1_000;
        if (seconds % 60 != 0 || seconds == 0) {
            return seconds + "s";
        }
        if (seconds % 3_600 != 0) {
            return seconds / 60 + "m";
        }
        return seconds % 86_400 != 0 ? seconds / 3_600 + "h" : seconds / 86_400 + "d";
    }
}
