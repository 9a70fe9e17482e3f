package io.joinlab.scenario;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EnvelopeEditor;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.EnvelopeWriter;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.ParseResult;
import io.joinlab.cdc.Recording;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.EventTimeField;
import io.joinlab.join.EventTimes;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.Side;
import io.joinlab.join.TimeDomain;
import io.joinlab.join.Variant;
import io.joinlab.yaml.Durations;
import io.joinlab.yaml.InputException;
import io.joinlab.yaml.YamlList;
import io.joinlab.yaml.YamlMap;
import io.joinlab.yaml.YamlNode;
import io.joinlab.yaml.YamlScalar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a scenario's {@code steps}, and follows the clock and the ends of the inputs meanwhile. */
final class StepsReader {
    private static final Duration LATEST_CLOCK = Duration.ofDays(365);

    private static final List<String> VERBS =
            List.of("left", "right", "watermark", "idle", "active", "clock", "end");
    private static final List<String> WORDS = List.of("snapshot", "crash");

    private static final Map<String, List<Side>> SIDES = sides();

    private final Variant variant;
    private final JoinOptions.Times times;
    private final Duration pace;
    private final Map<Side, Input> inputs = new EnumMap<>(Side.class);
    private final Set<Side> ended = EnumSet.noneOf(Side.class);
    private final Map<Side, List<ChangeEvent>> delivered = new EnumMap<>(Side.class);
    private final Set<Integer> then = new HashSet<>();
    private final List<List<Integer>> together = new ArrayList<>();
    private long clock;

    /** One of the two inputs and what is needed to read and write its events. */
    record Input(Side side, Recording recording, EnvelopeParser parser, EnvelopeWriter writer) {}

    StepsReader(Variant variant, JoinOptions.Times times, Duration pace, Input left, Input right) {
        this.variant = variant;
        this.times = times;
        this.pace = pace;
        inputs.put(Side.LEFT, left);
        inputs.put(Side.RIGHT, right);
        delivered.put(Side.LEFT, new ArrayList<>());
        delivered.put(Side.RIGHT, new ArrayList<>());
    }

    List<Step> read(YamlList list) {
        List<Step> steps = new ArrayList<>();
        for (YamlNode node : list) {
            if (node instanceof YamlMap map && (map.has("then") || map.has("together"))) {
                tied(map, steps);
            } else {
                steps.add(step(node, steps.size() + 1));
            }
        }
        return steps;
    }

    /** {@code then: [steps]} or {@code together: [steps]}: they happen as if they stood alone. */
    private void tied(YamlMap map, List<Step> steps) {
        map.rejectUnknown(map.has("then") ? "then" : "together");
        YamlNode inside = map.get(map.has("then") ? "then" : "together");
        List<Integer> numbers = new ArrayList<>();
        for (YamlNode node : inside instanceof YamlList list ? list : List.of(inside)) {
            Step step = step(node, steps.size() + 1);
            if (step instanceof Step.Clock
                    || step instanceof Step.Snapshot
                    || step instanceof Step.Crash) {
                throw node.error("always comes after all that stands before it; put it outside");
            }
            steps.add(step);
            numbers.add(step.number());
        }
        if (map.has("then")) {
            then.addAll(numbers);
        } else if (numbers.size() < 2) {
            throw inside.error("expected at least two steps");
        } else {
            together.add(numbers);
        }
    }

    /** The ties between the steps. */
    Ties ties() {
        return new Ties(then, together);
    }

    /** The change events that the steps deliver to an input, in order. */
    List<ChangeEvent> delivered(Side side) {
        return delivered.get(side);
    }

    private Step step(YamlNode node, int number) {
        if (ended.size() == Side.values().length
                && !(node instanceof YamlMap map && map.has("clock"))) {
            throw node.error("both inputs have ended; only the clock can still move");
        }
        if (node instanceof YamlScalar word) {
            return word(word, number);
        }
        YamlMap map = node.asMap();
        List<String> known = new ArrayList<>(VERBS);
        known.add("at");
        map.rejectUnknown(known.toArray(String[]::new));
        List<String> verbs = VERBS.stream().filter(map::has).toList();
        if (verbs.size() != 1) {
            throw map.error(
                    "a step does one thing, one of "
                            + String.join(", ", VERBS)
                            + ", is one of the words "
                            + String.join(", ", WORDS)
                            + ", or ties steps with then or together");
        }
        String verb = verbs.get(0);
        YamlNode value = map.get(verb);
        boolean delivers = verb.equals("left") || verb.equals("right");
        if (map.has("at") && !delivers) {
            throw map.get("at").error("only events are given a time");
        }
        return switch (verb) {
            case "left" -> deliver(map, inputs.get(Side.LEFT), number);
            case "right" -> deliver(map, inputs.get(Side.RIGHT), number);
            case "watermark" -> watermark(value, number);
            case "idle" -> new Step.Idle(number, node.line(), statusOf(value, "idle"));
            case "active" -> new Step.Active(number, node.line(), statusOf(value, "active"));
            case "clock" -> clock(value, number);
            default -> end(value, number);
        };
    }

    private static Step word(YamlScalar word, int number) {
        return switch (word.asChoice(WORDS.toArray(String[]::new))) {
            case "snapshot" -> new Step.Snapshot(number, word.line());
            default -> new Step.Crash(number, word.line());
        };
    }

    private Step deliver(YamlMap step, Input input, int number) {
        YamlNode event = step.get(input.side().label());
        rejectEnded(event, input.side());
        Long at = step.find("at").map(PointInTime::read).orElse(null);
        if (at != null) {
            rejectTime(step.get("at"));
        }

        String raw =
                event instanceof YamlScalar
                        ? recorded(event, input)
                        : inline(event.asMap(), input, at, number);
        EventTimeField field = times.of(input.side());
        boolean assigned = times.outOfOrderness() != null;
        if (assigned && at != null) {
            raw = withTime(step, raw, field, at, input);
        }
        ChangeEvent parsed = parse(raw, input);
        if (parsed != null) {
            delivered.get(input.side()).add(parsed);
        }
        Long timestamp = null;
        if (variant.time() == TimeDomain.EVENT && !assigned) {
            timestamp = at != null ? at : ownTime(step, parsed, field);
        }
        moveClock(step, clock + pace.toMillis());
        return new Step.Deliver(number, step.line(), input.side(), raw, timestamp);
    }

    private void rejectTime(YamlNode at) {
        switch (variant.time()) {
            case PROCESSING ->
                    throw at.error(
                            variant.name()
                                    + " goes by processing time: an event's time is the clock's"
                                    + " when it arrives; move it with a clock step before");
            case CHANGELOG ->
                    throw at.error(
                            variant.name() + " goes by no time, only by the order of the events");
            case EVENT -> {}
        }
    }

    private static ChangeEvent parse(String raw, Input input) {
        return input.parser().parse(raw) instanceof ParseResult.Parsed parsed
                ? parsed.event()
                : null;
    }

    private static String recorded(YamlNode event, Input input) {
        int line = event.asInt();
        Recording recording = input.recording();
        if (line < 1 || line > recording.lineCount()) {
            throw event.error(
                    "there is no line "
                            + line
                            + " in "
                            + recording.file()
                            + "; it has lines 1 to "
                            + recording.lineCount());
        }
        String raw = recording.line(line);
        if (input.parser().parse(raw) instanceof ParseResult.Malformed malformed) {
            throw new InputException(
                    recording.file().toString(),
                    line,
                    malformed.reason()
                            + "; record the dataset again, or write the line in the"
                            + " scenario as {raw: '...'} if it is meant");
        }
        return raw;
    }

    private String inline(YamlMap event, Input input, Long at, int number) {
        if (event.has("raw")) {
            event.rejectUnknown("raw");
            YamlNode raw = event.get("raw");
            return raw.isNull() ? null : raw.asString();
        }
        RowReader rows = new RowReader(input.recording().schema());
        EventNode node = EventNode.read(event, "raw", "before");
        RowImage image = node.image(rows);
        RowImage before = node.op() == Op.DELETE ? image : null;
        RowImage after = node.op() == Op.DELETE ? null : image;
        if (event.has("before")) {
            if (node.op() != Op.UPDATE) {
                throw event.get("before")
                        .error("only an update (u) has a row before besides its row");
            }
            before = rows.read(event.get("before"));
        }
        EventTimeField field = times.of(input.side());
        if (at == null
                && variant.time() == TimeDomain.EVENT
                && field.kind() != EventTimeField.Kind.COLUMN) {
            throw event.error(
                    "an event that is written here has no "
                            + field
                            + " of its own; give the step"
                            + " a time, such as at: 2s");
        }
        return input.writer().write(node.op(), before, after, at != null ? at : clock, number);
    }

    private static String withTime(
            YamlMap step, String raw, EventTimeField field, long at, Input input) {
        try {
            return switch (field.kind()) {
                case TS_MS -> EnvelopeEditor.withTsMs(raw, at);
                case SOURCE_TS_MS -> EnvelopeEditor.withSourceTsMs(raw, at);
                case COLUMN ->
                        EnvelopeEditor.withColumn(
                                raw, field.column(), at, input.recording().schema());
            };
        } catch (IllegalArgumentException e) {
            throw step.get("at").error("can't set " + field + " in this event: " + e.getMessage());
        }
    }

    /** The time that the event itself carries; {@code null} if it never reaches the join anyway. */
    private static Long ownTime(YamlMap step, ChangeEvent event, EventTimeField field) {
        if (event == null || event.image() == null) {
            return null;
        }
        try {
            return EventTimes.of(event, field);
        } catch (IllegalArgumentException e) {
            throw step.error(e.getMessage() + "; give the step a time, such as at: 2s");
        }
    }

    private Step watermark(YamlNode node, int number) {
        rejectWithoutOwnWatermarks(node, "watermark");
        if (node instanceof YamlMap sides) {
            sides.rejectUnknown("left", "right");
            if (sides.keys().isEmpty()) {
                throw sides.error("expected left, right or both");
            }
            return new Step.Watermark(
                    number,
                    node.line(),
                    sides.find("left").map(side -> watermark(side, Side.LEFT)).orElse(null),
                    sides.find("right").map(side -> watermark(side, Side.RIGHT)).orElse(null));
        }
        return new Step.Watermark(
                number, node.line(), watermark(node, Side.LEFT), watermark(node, Side.RIGHT));
    }

    private long watermark(YamlNode node, Side side) {
        rejectEnded(node, side);
        return PointInTime.read(node);
    }

    private List<Side> statusOf(YamlNode node, String verb) {
        rejectWithoutOwnWatermarks(node, verb);
        List<Side> sides = node.asChoice(SIDES);
        sides.forEach(side -> rejectEnded(node, side));
        return sides;
    }

    private void rejectWithoutOwnWatermarks(YamlNode node, String verb) {
        if (variant.time() != TimeDomain.EVENT) {
            throw node.error(
                    variant.name()
                            + (variant.time() == TimeDomain.PROCESSING
                                    ? " goes by processing time"
                                    : " goes by no time")
                            + ", where "
                            + verb
                            + " means nothing");
        }
        if (times.outOfOrderness() != null) {
            throw node.error(
                    "with out-of-orderness the pipeline makes its own watermarks; leave "
                            + verb
                            + " out, or leave out-of-orderness out of the options");
        }
    }

    private Step clock(YamlNode node, int number) {
        String text = node.asScalar().text();
        long to =
                text.startsWith("+")
                        ? Durations.parse(text.substring(1))
                                .filter(by -> !by.isNegative())
                                .map(by -> clock + by.toMillis())
                                .orElseThrow(
                                        () ->
                                                node.error(
                                                        "expected a duration after the +, such as"
                                                                + " +3s, got '"
                                                                + text
                                                                + "'"))
                        : PointInTime.read(node);
        if (to < clock) {
            throw node.error(
                    "the clock never goes back: it shows "
                            + Notation.time(clock)
                            + " here, "
                            + Notation.time(to)
                            + " is before; write +3s to move it by 3s");
        }
        moveClock(node, to);
        return new Step.Clock(number, node.line(), to);
    }

    private void moveClock(YamlNode node, long to) {
        if (to > LATEST_CLOCK.toMillis()) {
            throw node.error(
                    "the clock can't go beyond "
                            + Durations.format(LATEST_CLOCK)
                            + ": every periodic timer on the way fires");
        }
        clock = to;
    }

    private Step end(YamlNode node, int number) {
        List<Side> sides = node.asChoice(SIDES);
        sides.forEach(side -> rejectEnded(node, side));
        ended.addAll(sides);
        return new Step.End(number, node.line(), sides);
    }

    private void rejectEnded(YamlNode node, Side side) {
        if (ended.contains(side)) {
            throw node.error("the " + side.label() + " input has ended in a step before");
        }
    }

    private static Map<String, List<Side>> sides() {
        Map<String, List<Side>> sides = new LinkedHashMap<>();
        sides.put("left", List.of(Side.LEFT));
        sides.put("right", List.of(Side.RIGHT));
        sides.put("both", List.of(Side.LEFT, Side.RIGHT));
        return sides;
    }
}
