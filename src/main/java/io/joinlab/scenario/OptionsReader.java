package io.joinlab.scenario;

import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.TableSchema;
import io.joinlab.cdc.TableSpec;
import io.joinlab.join.EventTimeField;
import io.joinlab.join.JoinOption;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.Side;
import io.joinlab.join.TimeDomain;
import io.joinlab.join.Variant;
import io.joinlab.yaml.Durations;
import io.joinlab.yaml.YamlMap;
import io.joinlab.yaml.YamlNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a scenario's {@code options}. */
final class OptionsReader {
    /**
     * The time from one periodic watermark to the next, so that the watermark follows every event.
     * Flink's interval is 200 ms; its timers fire one millisecond after their time, and the next
     * interval is counted from there.
     */
    static final Duration DEFAULT_PACE = Duration.ofMillis(201);

    /** Flink's default for the most subtasks that keyed state can be spread over. */
    private static final int MAX_PARALLELISM = 128;

    /** Flink keeps a row once for each of its windows; far more would not fit in memory. */
    private static final long MOST_WINDOWS_OF_A_ROW = 10_000;

    private static final Map<String, JoinOptions.WaitFor> WAIT_FOR =
            Map.of("snapshot", JoinOptions.WaitFor.SNAPSHOT);

    private static final List<String> OF_EVERY_JOIN = List.of("keys", "parallelism");
    private static final List<String> OF_EVENT_TIME =
            List.of("time", "out-of-orderness", "idleness", "pace");

    private final YamlMap map;
    private final Variant variant;
    private final Dataset dataset;

    OptionsReader(YamlMap map, Variant variant, Dataset dataset) {
        this.map = map;
        this.variant = variant;
        this.dataset = dataset;
        rejectUnread();
    }

    JoinOptions options() {
        Set<JoinOption> read = read();
        boolean windows = read.contains(JoinOption.SIZE) || read.contains(JoinOption.GAP);
        boolean interval = read.contains(JoinOption.LOWER);
        return new JoinOptions(
                keys(),
                times(),
                windows ? windows() : null,
                interval ? interval() : null,
                duration(JoinOption.STATE_TTL).map(OptionsReader::positive).orElse(null),
                map.find(JoinOption.WAIT_FOR.label())
                        .map(node -> node.asChoice(WAIT_FOR))
                        .orElse(null));
    }

    int parallelism() {
        return map.find("parallelism").map(this::parallelism).orElse(1);
    }

    /** Zero unless the pipeline makes the watermarks. */
    Duration pace() {
        if (!map.has("out-of-orderness")) {
            return Duration.ZERO;
        }
        return map.find("pace").map(OptionsReader::notNegative).orElse(DEFAULT_PACE);
    }

    private Set<JoinOption> read() {
        Set<JoinOption> read = EnumSet.noneOf(JoinOption.class);
        read.addAll(variant.required());
        read.addAll(variant.optional());
        return read;
    }

    private void rejectUnread() {
        List<String> all = new ArrayList<>(OF_EVERY_JOIN);
        all.addAll(OF_EVENT_TIME);
        Arrays.stream(JoinOption.values()).map(JoinOption::label).forEach(all::add);
        map.rejectUnknown(all.toArray(String[]::new));

        List<String> read = new ArrayList<>(OF_EVERY_JOIN);
        if (variant.time() == TimeDomain.EVENT) {
            read.addAll(OF_EVENT_TIME);
        }
        read().stream().map(JoinOption::label).forEach(read::add);
        for (String key : map.keys()) {
            if (!read.contains(key)) {
                throw map.get(key)
                        .error(
                                variant.name()
                                        + " does not read '"
                                        + key
                                        + "'; it reads "
                                        + String.join(", ", read));
            }
        }
        List<String> missing =
                variant.required().stream()
                        .map(JoinOption::label)
                        .filter(key -> !map.has(key))
                        .sorted()
                        .toList();
        if (!missing.isEmpty()) {
            throw map.error(variant.name() + " needs " + String.join(" and ", missing));
        }
        for (String key : List.of("idleness", "pace")) {
            if (map.has(key) && !map.has("out-of-orderness")) {
                throw map.get(key)
                        .error(
                                key
                                        + " goes with out-of-orderness; without it the steps give"
                                        + " the watermarks");
            }
        }
    }

    private int parallelism(YamlNode node) {
        int parallelism = node.asInt();
        if (parallelism < 1 || parallelism > MAX_PARALLELISM) {
            throw node.error("expected 1 to " + MAX_PARALLELISM + ", got " + parallelism);
        }
        return parallelism;
    }

    private JoinOptions.Keys keys() {
        return map.find("keys")
                .map(YamlNode::asMap)
                .map(
                        keys -> {
                            keys.rejectUnknown("left", "right");
                            return new JoinOptions.Keys(
                                    key(keys, Side.LEFT), key(keys, Side.RIGHT));
                        })
                .orElse(new JoinOptions.Keys(dataset.left().joinKey(), dataset.right().joinKey()));
    }

    private String key(YamlMap keys, Side side) {
        TableSpec table = table(side);
        return keys.find(side.label())
                .map(node -> node.asChoice(columns(table)))
                .orElse(table.joinKey());
    }

    private JoinOptions.Times times() {
        Optional<YamlNode> time = map.find("time");
        EventTimeField left = EventTimeField.TS_MS;
        EventTimeField right = EventTimeField.TS_MS;
        if (time.isPresent() && time.get() instanceof YamlMap sides) {
            sides.rejectUnknown("left", "right");
            left = sides.find("left").map(node -> field(node, Side.LEFT)).orElse(left);
            right = sides.find("right").map(node -> field(node, Side.RIGHT)).orElse(right);
        } else if (time.isPresent()) {
            left = field(time.get(), Side.LEFT);
            right = field(time.get(), Side.RIGHT);
        }
        return new JoinOptions.Times(
                left,
                right,
                map.find("out-of-orderness").map(OptionsReader::notNegative).orElse(null),
                map.find("idleness").map(OptionsReader::positive).orElse(null));
    }

    private EventTimeField field(YamlNode node, Side side) {
        TableSpec table = table(side);
        Map<String, EventTimeField> choices = new LinkedHashMap<>();
        for (String column : columns(table)) {
            choices.put(column, EventTimeField.column(column));
        }
        choices.put("ts_ms", EventTimeField.TS_MS);
        choices.put("source.ts_ms", EventTimeField.SOURCE_TS_MS);
        EventTimeField field = node.asChoice(choices);
        if (field.kind() == EventTimeField.Kind.COLUMN) {
            rejectTimeless(node, table, field.column());
        }
        return field;
    }

    private static void rejectTimeless(YamlNode node, TableSpec table, String name) {
        TableSchema schema = table.defaultRecording().schema();
        boolean timeless =
                schema.column(name)
                        .map(
                                column ->
                                        switch (column.type().kind()) {
                                            case TIMESTAMP, TIMESTAMPTZ, DATE, BIGINT -> false;
                                            default -> true;
                                        })
                        .orElse(true);
        if (timeless) {
            throw node.error(
                    "column "
                            + name
                            + " of table "
                            + table.table()
                            + " holds no time; expected ts_ms, source.ts_ms or a column of type"
                            + " timestamp, timestamptz, date or bigint");
        }
    }

    private JoinOptions.Windows windows() {
        Map<JoinOption, Duration> read = new HashMap<>();
        duration(JoinOption.SIZE).ifPresent(node -> read.put(JoinOption.SIZE, positive(node)));
        duration(JoinOption.SLIDE).ifPresent(node -> read.put(JoinOption.SLIDE, positive(node)));
        duration(JoinOption.GAP).ifPresent(node -> read.put(JoinOption.GAP, positive(node)));
        Duration size = read.get(JoinOption.SIZE);
        Duration slide = read.get(JoinOption.SLIDE);
        if (size != null && slide != null && slide.compareTo(size) > 0) {
            throw map.get(JoinOption.SLIDE.label())
                    .error(
                            "expected at most the size, "
                                    + Durations.format(size)
                                    + ": rows between two windows would vanish");
        }
        if (size != null && slide != null && size.dividedBy(slide) > MOST_WINDOWS_OF_A_ROW) {
            throw map.get(JoinOption.SLIDE.label())
                    .error(
                            "every row would be copied into "
                                    + size.dividedBy(slide)
                                    + " windows; expected at most "
                                    + MOST_WINDOWS_OF_A_ROW);
        }
        return new JoinOptions.Windows(
                size,
                slide,
                read.get(JoinOption.GAP),
                duration(JoinOption.OFFSET)
                        .map(node -> offset(node, slide != null ? slide : size))
                        .orElse(Duration.ZERO),
                duration(JoinOption.ALLOWED_LATENESS)
                        .map(OptionsReader::notNegative)
                        .orElse(Duration.ZERO));
    }

    private Optional<YamlNode> duration(JoinOption option) {
        return map.find(option.label());
    }

    /** Flink's window assigners refuse larger ones. */
    private static Duration offset(YamlNode node, Duration limit) {
        Duration offset = node.asDuration();
        if (limit != null && offset.abs().compareTo(limit) >= 0) {
            throw node.error(
                    "an offset must be shorter than the distance between two windows, "
                            + Durations.format(limit));
        }
        return offset;
    }

    private JoinOptions.Interval interval() {
        Duration lower = map.duration("lower");
        Duration upper = map.duration("upper");
        Set<String> exclusive = new HashSet<>();
        map.find("exclusive")
                .map(YamlNode::asList)
                .ifPresent(list -> list.map(node -> exclusiveBound(node, exclusive)));
        if (lower.plusMillis(exclusive.contains("lower") ? 1 : 0)
                        .compareTo(upper.minusMillis(exclusive.contains("upper") ? 1 : 0))
                > 0) {
            throw map.get("upper")
                    .error(
                            "no time lies within the bounds: lower must not be above upper"
                                    + (exclusive.isEmpty() ? "" : ", nor meet it if exclusive"));
        }
        return new JoinOptions.Interval(
                lower, upper, !exclusive.contains("lower"), !exclusive.contains("upper"));
    }

    private static String exclusiveBound(YamlNode node, Set<String> before) {
        String bound = node.asChoice("lower", "upper");
        if (!before.add(bound)) {
            throw node.error("names " + bound + " a second time; leave it out");
        }
        return bound;
    }

    private TableSpec table(Side side) {
        return side == Side.LEFT ? dataset.left() : dataset.right();
    }

    private static String[] columns(TableSpec table) {
        return table.columns().stream()
                .map(column -> column.name())
                .collect(Collectors.toList())
                .toArray(String[]::new);
    }

    private static Duration positive(YamlNode node) {
        Duration duration = node.asDuration();
        if (duration.isNegative() || duration.isZero()) {
            throw node.error("expected a duration longer than 0s");
        }
        return duration;
    }

    private static Duration notNegative(YamlNode node) {
        Duration duration = node.asDuration();
        if (duration.isNegative()) {
            throw node.error("expected a duration of at least 0s");
        }
        return duration;
    }
}
