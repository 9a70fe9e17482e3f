package io.joinlab.oracle;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.ParseResult;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.EventTimeField;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.Side;
import io.joinlab.join.TimeDomain;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * From steps to moments: which row reaches the join when, and how far the join's watermark and the
 * clock have come.
 */
final class History {

    /**
     * {@code pipeline.auto-watermark-interval} is 200 ms, and a processing-time timer for T fires
     * when the clock reaches T + 1 ({@code ProcessingTimeServiceUtil}); each turn sets the next.
     */
    private static final long BETWEEN_LOOKS = 201;

    private final Scenario scenario;
    private final Map<Side, EnvelopeParser> parsers = new EnumMap<>(Side.class);
    private final boolean generated;
    private final boolean processingTime;

    private final List<Moment> moments = new ArrayList<>();
    private final Map<Side, InputProgress> inputs = new EnumMap<>(Side.class);
    private JoinWatermark watermark;
    private long clock;
    private long nextLook;
    private int step;

    private int lastSnapshot;
    private int momentsAtSnapshot;
    private Set<Side> endedAtSnapshot = EnumSet.noneOf(Side.class);

    private History(Scenario scenario) {
        this.scenario = scenario;
        for (Side side : Side.values()) {
            parsers.put(side, new EnvelopeParser(scenario.recording(side).schema()));
        }
        this.generated = scenario.options().times().outOfOrderness() != null;
        this.processingTime = scenario.variant().time() == TimeDomain.PROCESSING;
    }

    static List<Moment> of(Scenario scenario) {
        History history = new History(scenario);
        history.start();
        scenario.steps().forEach(history::take);
        return history.moments;
    }

    private void start() {
        watermark =
                List.of("interval", "temporal").contains(scenario.variant().family())
                        ? JoinWatermark.ofTwoInputs()
                        : JoinWatermark.ofUnion();
        for (Side side : Side.values()) {
            inputs.put(side, new InputProgress(new ToJoin(side)));
        }
        nextLook = clock + BETWEEN_LOOKS;
    }

    private final class ToJoin implements InputProgress.Listener {
        private final Side side;

        ToJoin(Side side) {
            this.side = side;
        }

        @Override
        public void watermark(long raised) {
            note(watermark.raise(side, raised));
        }

        @Override
        public void idle() {
            note(watermark.markIdle(side));
        }

        @Override
        public void active() {
            note(watermark.markActive(side));
        }

        private void note(OptionalLong risen) {
            risen.ifPresent(value -> moments.add(new Moment.Watermark(step, value)));
        }
    }

    private void take(Step next) {
        step = next.number();
        if (next instanceof Step.Deliver deliver) {
            deliver(deliver);
            moveClock(clock + scenario.pace().toMillis());
        } else if (next instanceof Step.Watermark marks) {
            if (marks.left() != null) {
                inputs.get(Side.LEFT).watermark(marks.left());
            }
            if (marks.right() != null) {
                inputs.get(Side.RIGHT).watermark(marks.right());
            }
        } else if (next instanceof Step.Clock move) {
            moveClock(Math.max(clock, move.to()));
        } else if (next instanceof Step.Idle idle) {
            idle.sides().forEach(side -> inputs.get(side).markIdle());
        } else if (next instanceof Step.Active active) {
            active.sides().forEach(side -> inputs.get(side).markActive());
        } else if (next instanceof Step.End end) {
            end.sides().forEach(this::end);
        } else if (next instanceof Step.Snapshot) {
            lastSnapshot = step;
            momentsAtSnapshot = moments.size();
            endedAtSnapshot = EnumSet.noneOf(Side.class);
            inputs.forEach(
                    (side, input) -> {
                        if (input.isEnded()) {
                            endedAtSnapshot.add(side);
                        }
                    });
        } else if (next instanceof Step.Crash) {
            crash();
        }
    }

    private void end(Side side) {
        moments.add(new Moment.End(step, side));
        JoinOptions.Times times = scenario.options().times();
        if (generated) {
            inputs.get(side).endGenerated(times.outOfOrderness(), times.idleness(), clock);
        } else {
            inputs.get(side).end();
        }
    }

    /**
     * What came after the snapshot never happened; the watermarks, which no snapshot holds, start
     * again; the steps since are taken again.
     */
    private void crash() {
        int crash = step;
        moments.subList(momentsAtSnapshot, moments.size()).clear();
        start();
        endedAtSnapshot.forEach(this::end);
        if (processingTime) {
            moments.add(new Moment.Clock(step, clock));
        }
        for (Step again : scenario.steps().subList(lastSnapshot, crash - 1)) {
            if (!(again instanceof Step.Crash)) {
                take(again);
            }
        }
        step = crash;
    }

    private void moveClock(long to) {
        JoinOptions.Times times = scenario.options().times();
        while (generated && nextLook <= to) {
            for (Side side : Side.values()) {
                if (!inputs.get(side).isEnded()) {
                    inputs.get(side).look(times.outOfOrderness(), times.idleness(), nextLook);
                }
            }
            nextLook += BETWEEN_LOOKS;
        }
        clock = to;
        // A finished operator's timers never fire.
        boolean joinRuns = !inputs.values().stream().allMatch(InputProgress::isEnded);
        if (processingTime && joinRuns) {
            moments.add(new Moment.Clock(step, to));
        }
    }

    private void deliver(Step.Deliver deliver) {
        Side side = deliver.side();
        ParseResult result = parsers.get(side).parse(deliver.raw());
        if (result instanceof ParseResult.Malformed malformed) {
            moments.add(new Moment.BadLine(step, side, malformed));
        } else if (result instanceof ParseResult.Parsed parsed) {
            accept(deliver, parsed.event());
        } else {
            moments.add(new Moment.Ignored(step));
        }
    }

    private void accept(Step.Deliver deliver, ChangeEvent event) {
        Side side = deliver.side();
        EventTimeField field = scenario.options().times().of(side);
        String reason = reasonToDrop(side, event, generated ? field : null);
        if (reason != null) {
            moments.add(new Moment.Dropped(step, side, event, reason));
            return;
        }
        long time = generated ? timeOf(event, field) : processingTime ? clock : deliver.timestamp();
        Key key = Key.of(side, image(event).get(keyColumn(side)));
        moments.add(new Moment.Arrival(step, side, event, key, time, watermark.value()));
        if (generated) {
            inputs.get(side).row(time);
        }
    }

    private String reasonToDrop(Side side, ChangeEvent event, EventTimeField field) {
        RowImage image = image(event);
        String key = keyColumn(side);
        if (event.op() == Op.TRUNCATE) {
            return "truncate carries no row image";
        } else if (image == null) {
            return "delete carries no row image";
        } else if (!image.has(key)) {
            return "join key " + key + " is missing";
        } else if (image.get(key) == null && !scenario.variant().type().keeps(side)) {
            return "join key " + key + " is NULL";
        } else if (field != null && field.kind() == EventTimeField.Kind.COLUMN) {
            if (!image.has(field.column())) {
                return "event time " + field.column() + " is missing";
            } else if (image.get(field.column()) == null) {
                return "event time " + field.column() + " is NULL";
            }
        }
        return null;
    }

    private String keyColumn(Side side) {
        JoinOptions.Keys keys = scenario.options().keys();
        return side == Side.LEFT ? keys.left() : keys.right();
    }

    private static RowImage image(ChangeEvent event) {
        return event.op() == Op.DELETE ? event.before() : event.after();
    }

    private static long timeOf(ChangeEvent event, EventTimeField field) {
        if (field.kind() == EventTimeField.Kind.TS_MS) {
            return event.tsMs();
        } else if (field.kind() == EventTimeField.Kind.SOURCE_TS_MS) {
            return event.source().tsMs();
        }
        Object value = image(event).get(field.column());
        if (value instanceof LocalDateTime local) {
            return local.toInstant(ZoneOffset.UTC).toEpochMilli();
        } else if (value instanceof LocalDate date) {
            return date.toEpochDay() * 86_400_000;
        } else if (value instanceof Instant instant) {
            return instant.toEpochMilli();
        }
        return (Long) value;
    }
}
