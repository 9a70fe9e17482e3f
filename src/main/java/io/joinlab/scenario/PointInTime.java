package io.joinlab.scenario;

import io.joinlab.yaml.Durations;
import io.joinlab.yaml.YamlNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * Points in time as a scenario writes them: a duration since the epoch ({@code 3s}, {@code -1s}) or
 * a date and time ({@code 2023-10-27T10:30:00Z}).
 */
final class PointInTime {
    private static final String EXPECTED =
            "a time: since the epoch such as 3s, -500ms or 2m, or a date such as"
                    + " 2023-10-27T10:30:00Z";

    private PointInTime() {}

    /** The time in epoch milliseconds. */
    static long read(YamlNode node) {
        String text = node.asScalar().text();
        return parse(text)
                .orElseThrow(
                        () ->
                                node.error(
                                        "expected "
                                                + EXPECTED
                                                + ", got '"
                                                + text
                                                + "'"
                                                + unitHint(text)));
    }

    private static Optional<Long> parse(String text) {
        Optional<Duration> sinceEpoch = Durations.parse(text);
        if (sinceEpoch.isPresent()) {
            return sinceEpoch.map(Duration::toMillis);
        }
        try {
            Instant instant = Instant.parse(text);
            boolean inRange =
                    Duration.between(Instant.EPOCH, instant).abs().compareTo(Durations.LONGEST)
                            <= 0;
            return inRange && instant.getNano() % 1_000_000 == 0
                    ? Optional.of(instant.toEpochMilli())
                    : Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static String unitHint(String text) {
        return text.matches("-?\\d+")
                ? " without a unit; write " + text + "ms or " + text + "s"
                : "";
    }
}
