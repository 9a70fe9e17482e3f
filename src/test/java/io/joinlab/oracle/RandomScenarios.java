package io.joinlab.oracle;

import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.EnvelopeWriter;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.TableSpec;
import io.joinlab.join.Catalogue;
import io.joinlab.join.EventTimeField;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.Side;
import io.joinlab.join.TimeDomain;
import io.joinlab.join.Variant;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Random scenarios of joins that go by time, on a time line of a few dozen milliseconds, so that
 * equal times, window edges and bounds are hit all the time rather than once in a while.
 */
final class RandomScenarios {
    private static final Tables MANY_TO_MANY =
            Tables.of(
                    "teacher-course",
                    List.of("t_id", "t_name"),
                    (row, key) -> Arrays.asList(key, row),
                    List.of("c_id", "c_name", "c_tid"),
                    (row, key) -> Arrays.asList(row, "course " + row, key));

    /** The right key is the primary key, as a temporal join needs it. */
    private static final Tables MANY_TO_ONE =
            Tables.of(
                    "business-order",
                    List.of("id", "name", "business_id", "price"),
                    (row, key) ->
                            Arrays.asList(row, "order " + row, key, BigDecimal.ONE.setScale(2)),
                    List.of("id", "name"),
                    (row, key) -> Arrays.asList(key, row));

    /** The two tables of a dataset: how to write a row of each. */
    private record Tables(
            Dataset dataset, Map<Side, EnvelopeWriter> writers, Map<Side, Rows> rows) {

        /** The columns of a table and the values that a row of a name and a key has there. */
        private record Rows(List<String> columns, BiFunction<String, String, List<Object>> values) {
            RowImage row(String name, String key) {
                return RowImage.of(columns, values.apply(name, key));
            }
        }

        static Tables of(
                String name,
                List<String> leftColumns,
                BiFunction<String, String, List<Object>> left,
                List<String> rightColumns,
                BiFunction<String, String, List<Object>> right) {
            Dataset dataset = Dataset.read(Path.of("fixtures", name));
            return new Tables(
                    dataset,
                    Map.of(Side.LEFT, writer(dataset.left()), Side.RIGHT, writer(dataset.right())),
                    Map.of(
                            Side.LEFT,
                            new Rows(leftColumns, left),
                            Side.RIGHT,
                            new Rows(rightColumns, right)));
        }

        private static EnvelopeWriter writer(TableSpec table) {
            return new EnvelopeWriter(table, table.defaultRecording().schema());
        }

        static Tables of(Variant variant) {
            return variant.family().equals("temporal") ? MANY_TO_ONE : MANY_TO_MANY;
        }
    }

    private RandomScenarios() {}

    /** What a step is to be; it becomes one if it makes sense where it stands. */
    sealed interface Wish {
        /** An event; key 0 is NULL. */
        record Event(Side side, Op op, int key, long time) implements Wish {}

        record Text(Side side, String raw) implements Wish {}

        record Watermark(Set<Side> sides, long time) implements Wish {}

        record Clock(long by) implements Wish {}

        record Idle(Side side) implements Wish {}

        record Active(Side side) implements Wish {}

        record End(Side side) implements Wish {}

        record Snapshot() implements Wish {}

        record Crash() implements Wish {}
    }

    /** A scenario that shows itself as its steps. */
    record Sample(Scenario scenario) {
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            text.append(scenario.variant().name())
                    .append(", parallelism ")
                    .append(scenario.parallelism())
                    .append('\n')
                    .append(scenario.options())
                    .append('\n');
            scenario.steps().forEach(step -> text.append(step).append('\n'));
            return text.toString();
        }
    }

    static Arbitrary<Sample> all() {
        return Arbitraries.of(
                        Catalogue.all().stream()
                                .filter(v -> v.time() != TimeDomain.CHANGELOG)
                                .toList())
                .flatMap(RandomScenarios::of);
    }

    private static Arbitrary<Sample> of(Variant variant) {
        return Combinators.combine(
                        options(variant), Arbitraries.integers().between(1, 3), wishes(variant))
                .as((options, parallelism, wishes) -> build(variant, options, parallelism, wishes));
    }

    private static Arbitrary<JoinOptions> options(Variant variant) {
        Dataset dataset = Tables.of(variant).dataset();
        Arbitrary<JoinOptions.Times> times =
                variant.time() == TimeDomain.PROCESSING
                        ? Arbitraries.just(times(null, null))
                        : times();
        JoinOptions.Keys keys =
                new JoinOptions.Keys(dataset.left().joinKey(), dataset.right().joinKey());
        if (variant.family().equals("temporal")) {
            Arbitrary<JoinOptions.WaitFor> waitFor =
                    variant.time() == TimeDomain.PROCESSING
                            ? Arbitraries.of(JoinOptions.WaitFor.SNAPSHOT).injectNull(0.5)
                            : Arbitraries.just(null);
            return Combinators.combine(times, waitFor)
                    .as((each, wait) -> new JoinOptions(keys, each, null, null, null, wait));
        }
        if (variant.family().equals("interval")) {
            return Combinators.combine(times, interval())
                    .as((each, interval) -> new JoinOptions(keys, each, null, interval));
        }
        return Combinators.combine(times, windows(variant))
                .as((each, windows) -> new JoinOptions(keys, each, windows, null));
    }

    private static JoinOptions.Times times(Duration outOfOrderness, Duration idleness) {
        return new JoinOptions.Times(
                EventTimeField.TS_MS, EventTimeField.TS_MS, outOfOrderness, idleness);
    }

    private static Arbitrary<JoinOptions.Times> times() {
        Arbitrary<JoinOptions.Times> generated =
                Combinators.combine(
                                millis(0, 6),
                                Arbitraries.integers().between(1, 600).injectNull(0.5))
                        .as(
                                (bound, idleness) ->
                                        times(
                                                bound,
                                                idleness == null
                                                        ? null
                                                        : Duration.ofMillis(idleness)));
        return Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(times(null, null))), Tuple.of(1, generated));
    }

    private static Arbitrary<Duration> millis(int from, int to) {
        return Arbitraries.integers().between(from, to).map(Duration::ofMillis);
    }

    private static Arbitrary<JoinOptions.Windows> windows(Variant variant) {
        Arbitrary<Duration> lateness =
                variant.time() == TimeDomain.EVENT
                        ? Arbitraries.frequencyOf(
                                Tuple.of(1, Arbitraries.just(Duration.ZERO)),
                                Tuple.of(1, millis(1, 8)))
                        : Arbitraries.just(Duration.ZERO);
        return switch (variant.family()) {
            case "session" ->
                    Combinators.combine(millis(1, 6), lateness)
                            .as(
                                    (gap, late) ->
                                            new JoinOptions.Windows(
                                                    null, null, gap, Duration.ZERO, late));
            case "tumbling" ->
                    Combinators.combine(
                                    millis(1, 10), lateness, Arbitraries.integers().between(-9, 9))
                            .as(
                                    (size, late, offset) ->
                                            new JoinOptions.Windows(
                                                    size, null, null, below(size, offset), late));
            default ->
                    Combinators.combine(
                                    millis(1, 5),
                                    Arbitraries.integers().between(0, 7),
                                    lateness,
                                    Arbitraries.integers().between(-4, 4))
                            .as(
                                    (slide, more, late, offset) ->
                                            new JoinOptions.Windows(
                                                    slide.plusMillis(more),
                                                    slide,
                                                    null,
                                                    below(slide, offset),
                                                    late));
        };
    }

    /** Flink wants an offset that is smaller than the distance between two windows. */
    private static Duration below(Duration distance, int offset) {
        return Duration.ofMillis(offset % distance.toMillis());
    }

    private static Arbitrary<JoinOptions.Interval> interval() {
        return Combinators.combine(
                        Arbitraries.integers().between(-6, 6),
                        Arbitraries.integers().between(0, 8),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false))
                .as(
                        (lower, length, lowerInclusive, upperInclusive) -> {
                            int needed = (lowerInclusive ? 0 : 1) + (upperInclusive ? 0 : 1);
                            return new JoinOptions.Interval(
                                    Duration.ofMillis(lower),
                                    Duration.ofMillis(lower + Math.max(length, needed)),
                                    lowerInclusive,
                                    upperInclusive);
                        });
    }

    private static Arbitrary<List<Wish>> wishes(Variant variant) {
        Arbitrary<Side> side = Arbitraries.of(Side.class);
        Arbitrary<Long> time = Arbitraries.longs().between(-12, 24);
        Arbitrary<Op> op = Arbitraries.of(Op.READ, Op.CREATE, Op.UPDATE, Op.DELETE);
        Arbitrary<Integer> key =
                Arbitraries.frequency(
                        Tuple.of(2, 0), Tuple.of(10, 1), Tuple.of(4, 2), Tuple.of(1, 3));
        Arbitrary<Wish> event = Combinators.combine(side, op, key, time).as(Wish.Event::new);
        Arbitrary<Wish> progress =
                variant.time() == TimeDomain.PROCESSING
                        ? Arbitraries.longs().between(0, 7).map(Wish.Clock::new)
                        : Arbitraries.frequencyOf(
                                Tuple.of(
                                        6,
                                        Combinators.combine(side.set().ofMinSize(1), time)
                                                .as(Wish.Watermark::new)),
                                Tuple.of(
                                        1,
                                        Arbitraries.longs().between(0, 900).map(Wish.Clock::new)));
        Arbitrary<Wish> wish =
                Arbitraries.frequencyOf(
                        Tuple.of(60, event),
                        Tuple.of(25, progress),
                        Tuple.of(3, side.map(Wish.Idle::new)),
                        Tuple.of(3, side.map(Wish.Active::new)),
                        Tuple.of(1, side.map(Wish.End::new)),
                        Tuple.of(1, Arbitraries.create(Wish.Snapshot::new)),
                        Tuple.of(1, Arbitraries.create(Wish.Crash::new)),
                        Tuple.of(
                                1,
                                Combinators.combine(side, Arbitraries.of("{\"op\":", "", "[]"))
                                        .as(Wish.Text::new)),
                        Tuple.of(1, side.map(each -> new Wish.Event(each, Op.TRUNCATE, 1, 0))));
        return wish.list().ofMaxSize(30);
    }

    private static Sample build(
            Variant variant, JoinOptions options, int parallelism, List<Wish> wishes) {
        boolean generated = options.times().outOfOrderness() != null;
        boolean eventTime = variant.time() == TimeDomain.EVENT;
        Tables tables = Tables.of(variant);
        Set<Side> open = EnumSet.allOf(Side.class);
        List<Step> steps = new ArrayList<>();
        // The reader of files counts the pace too, so that the clock never goes back.
        long pace = generated ? 201 : 0;
        long clock = 0;
        for (Wish wish : wishes) {
            int number = steps.size() + 1;
            if (open.isEmpty() && !(wish instanceof Wish.Clock)) {
                continue;
            }
            if (wish instanceof Wish.Event event && open.contains(event.side())) {
                Long timestamp = eventTime && !generated ? event.time() : null;
                steps.add(
                        new Step.Deliver(
                                number, 0, event.side(), raw(tables, event, number), timestamp));
                clock += pace;
            } else if (wish instanceof Wish.Text text && open.contains(text.side())) {
                Long timestamp = eventTime && !generated ? 0L : null;
                steps.add(new Step.Deliver(number, 0, text.side(), text.raw(), timestamp));
                clock += pace;
            } else if (wish instanceof Wish.Watermark mark && eventTime && !generated) {
                Long left = at(Side.LEFT, mark, open);
                Long right = at(Side.RIGHT, mark, open);
                if (left != null || right != null) {
                    steps.add(new Step.Watermark(number, 0, left, right));
                }
            } else if (wish instanceof Wish.Clock move) {
                clock += move.by();
                steps.add(new Step.Clock(number, 0, clock));
            } else if (wish instanceof Wish.Idle idle
                    && eventTime
                    && !generated
                    && open.contains(idle.side())) {
                steps.add(new Step.Idle(number, 0, List.of(idle.side())));
            } else if (wish instanceof Wish.Active active
                    && eventTime
                    && !generated
                    && open.contains(active.side())) {
                steps.add(new Step.Active(number, 0, List.of(active.side())));
            } else if (wish instanceof Wish.End end && open.remove(end.side())) {
                steps.add(new Step.End(number, 0, List.of(end.side())));
            } else if (wish instanceof Wish.Snapshot) {
                steps.add(new Step.Snapshot(number, 0));
            } else if (wish instanceof Wish.Crash && options.waitFor() == null) {
                // When a join that waits goes on after a crash depends on periodic watermarks; a
                // scenario shows it.
                steps.add(new Step.Crash(number, 0));
            }
        }
        return new Sample(
                new Scenario(
                        null,
                        "random",
                        "",
                        variant,
                        options,
                        parallelism,
                        Duration.ofMillis(pace),
                        tables.dataset(),
                        tables.dataset().left().defaultRecording(),
                        tables.dataset().right().defaultRecording(),
                        steps,
                        new Outcome(List.of(), List.of(), List.of(), List.of(), 0)));
    }

    private static Long at(Side side, Wish.Watermark mark, Set<Side> open) {
        return open.contains(side) && mark.sides().contains(side) ? mark.time() : null;
    }

    private static String raw(Tables tables, Wish.Event event, int number) {
        EnvelopeWriter writer = tables.writers().get(event.side());
        if (event.op() == Op.TRUNCATE) {
            return writer.write(Op.TRUNCATE, null, null, event.time(), number);
        }
        String key = event.key() == 0 ? null : "00" + event.key();
        RowImage image = tables.rows().get(event.side()).row(String.valueOf(number), key);
        boolean delete = event.op() == Op.DELETE;
        return writer.write(
                event.op(),
                delete || event.op() == Op.UPDATE ? image : null,
                delete ? null : image,
                event.time(),
                number);
    }
}
