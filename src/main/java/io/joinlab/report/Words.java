package io.joinlab.report;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.TimeDomain;
import io.joinlab.scenario.Notation;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import io.joinlab.yaml.Durations;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Says in a few words what a picture has no room to show. */
public final class Words {
    private static final int LONGEST_VALUE = 24;

    private final Scenario scenario;
    private final Terminal terminal;

    /** The words for a scenario, as far as the terminal can show them. */
    public Words(Scenario scenario, Terminal terminal) {
        this.scenario = scenario;
        this.terminal = terminal;
    }

    /** {@code left}, {@code left, right}. */
    private static String sides(List<Side> sides) {
        return sides.stream().map(Side::label).collect(Collectors.joining(", "));
    }

    /** What a step does, apart from a delivery. */
    public String step(Step step) {
        if (step instanceof Step.Watermark watermark) {
            if (watermark.left() != null && watermark.left().equals(watermark.right())) {
                return "watermark " + Notation.time(watermark.left());
            }
            List<String> each = new ArrayList<>();
            if (watermark.left() != null) {
                each.add("left " + Notation.time(watermark.left()));
            }
            if (watermark.right() != null) {
                each.add("right " + Notation.time(watermark.right()));
            }
            return "watermark " + String.join(", ", each);
        } else if (step instanceof Step.Clock clock) {
            return "clock " + Notation.time(clock.to());
        } else if (step instanceof Step.Idle idle) {
            return "idle " + sides(idle.sides());
        } else if (step instanceof Step.Active active) {
            return "active " + sides(active.sides());
        } else if (step instanceof Step.End end) {
            return "end " + sides(end.sides());
        } else if (step instanceof Step.Snapshot) {
            return "snapshot";
        } else if (step instanceof Step.Crash) {
            return "crash";
        }
        throw new IllegalArgumentException("a delivery: " + step);
    }

    /** A delivery with its row and its time. */
    public String delivery(Delivery delivery, Step.Deliver step) {
        StringBuilder words = new StringBuilder(delivery.side().label()).append(' ');
        if (delivery.event() != null) {
            words.append(event(delivery.event()));
        } else {
            String raw = step.raw() == null ? "null" : step.raw();
            words.append(value(raw));
        }
        if (delivery.time() != null && scenario.options().times() != null && byEventTime()) {
            words.append(" at ").append(Notation.time(delivery.time()));
        }
        return words.toString();
    }

    private boolean byEventTime() {
        return scenario.variant().time() == TimeDomain.EVENT;
    }

    /** {@code c 001 张三}: the operation and the row's values. */
    public String event(ChangeEvent event) {
        return event == null
                ? terminal.either("∅", "-")
                : event.op().code() + (event.image() == null ? "" : " " + image(event.image()));
    }

    /** {@code 001 张三}: the row's values. */
    String row(RowImage image) {
        return image == null ? terminal.either("∅", "-") : image(image);
    }

    private String image(RowImage image) {
        return image.toMap().values().stream().map(this::value).collect(Collectors.joining(" "));
    }

    private String value(Object value) {
        if (value == null) {
            return "NULL";
        }
        String text = value instanceof BigDecimal decimal ? decimal.toPlainString() : "" + value;
        return DisplayText.cut(terminal.text(text), LONGEST_VALUE, terminal.either("…", "..."));
    }

    /** {@code c 001}: the operation and the join key. */
    public String label(Delivery delivery) {
        ChangeEvent event = delivery.event();
        if (event == null) {
            return "";
        }
        String key = "";
        if (event.image() != null) {
            String column = scenario.options().keys().of(delivery.side());
            key = event.image().has(column) ? " " + value(event.image().get(column)) : "";
        }
        return event.op().code() + DisplayText.cut(key, 12, terminal.either("…", "."));
    }

    /** {@code [0s, 3s)}, {@code distance 500ms}, {@code version of 3s}. */
    public String relation(JoinedRow.Relation relation) {
        if (relation instanceof JoinedRow.Window window) {
            return "[" + Notation.time(window.start()) + ", " + Notation.time(window.end()) + ")";
        } else if (relation instanceof JoinedRow.Distance distance) {
            return "distance " + Durations.format(Duration.ofMillis(distance.millis()));
        } else if (relation instanceof JoinedRow.Version version) {
            return "version of " + Notation.time(version.validFrom());
        }
        return relation instanceof JoinedRow.Unmatched ? "no match" : "";
    }

    /** The join and everything that was set on it, in one line. */
    public String options() {
        JoinOptions options = scenario.options();
        List<String> parts = new ArrayList<>();
        parts.add(scenario.variant().name());
        parts.add(
                scenario.dataset().left().table()
                        + "."
                        + options.keys().left()
                        + " = "
                        + scenario.dataset().right().table()
                        + "."
                        + options.keys().right());
        JoinOptions.Windows windows = options.windows();
        if (windows != null) {
            add(parts, "size", windows.size());
            add(parts, "slide", windows.slide());
            add(parts, "gap", windows.gap());
            addUnlessZero(parts, "offset", windows.offset());
            addUnlessZero(parts, "allowed lateness", windows.allowedLateness());
        }
        JoinOptions.Interval interval = options.interval();
        if (interval != null) {
            parts.add(
                    "right within "
                            + (interval.lowerInclusive() ? "[" : "(")
                            + Durations.format(interval.lower())
                            + ", "
                            + Durations.format(interval.upper())
                            + (interval.upperInclusive() ? "]" : ")")
                            + " of left");
        }
        if (byEventTime()) {
            JoinOptions.Times times = options.times();
            parts.add(
                    "time "
                            + (times.left().equals(times.right())
                                    ? times.left()
                                    : times.left() + " and " + times.right()));
            add(parts, "out-of-orderness", times.outOfOrderness());
            add(parts, "idleness", times.idleness());
        }
        add(parts, "state-ttl", options.stateTtl());
        if (options.waitFor() == JoinOptions.WaitFor.SNAPSHOT) {
            parts.add("wait-for snapshot");
        }
        if (scenario.parallelism() > 1) {
            parts.add("parallelism " + scenario.parallelism());
        }
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, String name, Duration value) {
        if (value != null) {
            parts.add(name + " " + Durations.format(value));
        }
    }

    private static void addUnlessZero(List<String> parts, String name, Duration value) {
        if (!value.isZero()) {
            add(parts, name, value);
        }
    }
}
