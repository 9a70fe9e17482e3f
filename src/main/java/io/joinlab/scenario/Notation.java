package io.joinlab.scenario;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.SideEvent;
import io.joinlab.yaml.Durations;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes times, events and rows as they stand in a scenario's file, so that what a failure shows
 * can be read beside the file and pasted into it. {@link ScenarioReader} reads all of it back.
 */
public final class Notation {
    /** Times beyond this are dates for people, not distances from 1970. */
    private static final long LONGEST_DURATION = Duration.ofDays(365).toMillis();

    /** What is certainly text in YAML without quotes: words that begin with a letter. */
    private static final Pattern PLAIN =
            Pattern.compile("\\p{L}[\\p{L}\\p{N}_]*( [\\p{L}\\p{N}_]+)*");

    private static final Set<String> WORDS_OF_YAML =
            Set.of("null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE");

    private static final DateTimeFormatter DATE_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS");

    private Notation() {}

    /** A point in time: {@code 3s} since the epoch, or {@code 2023-10-27T10:30:00Z}. */
    public static String time(long epochMillis) {
        boolean near = epochMillis > -LONGEST_DURATION && epochMillis < LONGEST_DURATION;
        return near
                ? Durations.format(Duration.ofMillis(epochMillis))
                : Instant.ofEpochMilli(epochMillis).toString();
    }

    /** {@code {u: {t_id: '001', t_name: 张三}}}; {@code null} for no event. */
    public static String event(ChangeEvent event) {
        return event == null ? "null" : "{" + event.op().code() + ": " + image(event.image()) + "}";
    }

    /** {@code {t_id: '001', t_name: 张三}}; {@code null} for no image. */
    public static String image(RowImage image) {
        if (image == null) {
            return "null";
        }
        List<String> entries = new ArrayList<>();
        image.toMap().forEach((column, value) -> entries.add(text(column) + ": " + value(value)));
        return "{" + String.join(", ", entries) + "}";
    }

    /** A joined row of {@code expect}. */
    public static String joined(Emission<JoinedRow> emission) {
        return "{step: %d, %s}".formatted(emission.step(), parts(emission.value()));
    }

    /** A joined row without its step: {@code left: {...}, right: {...}, window: [0s, 3s]}. */
    public static String parts(JoinedRow row) {
        String kind =
                row.relation() instanceof JoinedRow.Timeless
                        ? "kind: " + row.kind().shortString() + ", "
                        : "";
        return "%sleft: %s, right: %s%s"
                .formatted(kind, event(row.left()), event(row.right()), relation(row.relation()));
    }

    /** A late row of {@code expect}. */
    public static String late(Emission<SideEvent> emission) {
        SideEvent row = emission.value();
        return "{step: %d, %s: %s}"
                .formatted(emission.step(), row.side().label(), event(row.event()));
    }

    /** A dropped row of {@code expect}. */
    public static String dropped(Emission<DroppedRow> emission) {
        DroppedRow row = emission.value();
        return "{step: %d, %s: %s, reason: %s}"
                .formatted(
                        emission.step(),
                        row.side().label(),
                        event(row.event()),
                        text(row.reason()));
    }

    /** A malformed line of {@code expect}. */
    public static String malformed(Emission<Outcome.SideMalformed> emission) {
        Outcome.SideMalformed row = emission.value();
        return "{step: %d, %s: %s, reason: %s}"
                .formatted(
                        emission.step(),
                        row.side().label(),
                        text(row.line().raw()),
                        text(row.line().reason()));
    }

    /** {@code , window: [0s, 3s]}, {@code , distance: 500ms}, {@code , version: 3s} or nothing. */
    private static String relation(JoinedRow.Relation relation) {
        if (relation instanceof JoinedRow.Window window) {
            return ", window: [" + time(window.start()) + ", " + time(window.end()) + "]";
        }
        if (relation instanceof JoinedRow.Version version) {
            return ", version: " + time(version.validFrom());
        }
        return relation instanceof JoinedRow.Distance distance
                ? ", distance: " + Durations.format(Duration.ofMillis(distance.millis()))
                : "";
    }

    private static String value(Object value) {
        if (value == null || value instanceof Boolean || value instanceof Long) {
            return String.valueOf(value);
        } else if (value instanceof Double number) {
            return number(number);
        } else if (value instanceof BigDecimal decimal) {
            return "'" + (decimal.scale() < 0 ? decimal : decimal.toPlainString()) + "'";
        } else if (value instanceof LocalDateTime dateTime) {
            return "'" + dateTime(dateTime) + "'";
        } else if (value instanceof String text) {
            return text(text);
        }
        return "'" + value + "'";
    }

    /** YAML writes the numbers that are none differently from Java. */
    private static String number(double number) {
        if (Double.isNaN(number)) {
            return ".nan";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? ".inf" : "-.inf";
        }
        return Double.toString(number);
    }

    private static String dateTime(LocalDateTime dateTime) {
        boolean wholeMillis = dateTime.getNano() % 1_000_000 == 0;
        return wholeMillis ? DATE_TIME.format(dateTime) : dateTime.toString();
    }

    /** Text as a YAML scalar that is text and nothing else, on one line. */
    static String text(String text) {
        if (text == null) {
            return "null";
        }
        if (PLAIN.matcher(text).matches() && !WORDS_OF_YAML.contains(text)) {
            return text;
        }
        return text.codePoints().allMatch(Notation::printable)
                ? "'" + text.replace("'", "''") + "'"
                : escaped(text);
    }

    private static boolean printable(int codePoint) {
        int type = Character.getType(codePoint);
        return codePoint != 0xFEFF
                && type != Character.CONTROL
                && type != Character.SURROGATE
                && type != Character.UNASSIGNED
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints()
                .forEach(
                        point -> {
                            if (point == '"' || point == '\\') {
                                out.append('\\').append((char) point);
                            } else if (printable(point)) {
                                out.appendCodePoint(point);
                            } else if (point <= 0xFFFF) {
                                out.append("\\u%04x".formatted(point));
                            } else {
                                out.append("\\U%08x".formatted(point));
                            }
                        });
        return out.append('"').toString();
    }
}
