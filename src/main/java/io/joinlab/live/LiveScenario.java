package io.joinlab.live;

import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.ParseResult;
import io.joinlab.join.EventTimes;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.Side;
import io.joinlab.join.TimeDomain;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What happened in a live join, as a scenario: every envelope that a source emitted, in the order
 * of arrival, with the time that the join gave it and the watermarks between.
 *
 * <p>The order of arrival is that of the sources' tasks. The two inputs of a join are two channels,
 * which can overtake each other by some milliseconds; that matters only to a row that is late by
 * its own input's watermark and arrives while the other input's is passing its window.
 */
final class LiveScenario {

    private final Dataset dataset;
    private final LiveTable left;
    private final LiveTable right;
    private final LiveJoin.Spec spec;
    private final Map<Side, EnvelopeParser> parsers = new EnumMap<>(Side.class);
    private final List<Step> steps = new ArrayList<>();

    private LiveScenario(Dataset dataset, LiveTable left, LiveTable right, LiveJoin.Spec spec) {
        this.dataset = dataset;
        this.left = left;
        this.right = right;
        this.spec = spec;
        parsers.put(Side.LEFT, new EnvelopeParser(left.recording().schema()));
        parsers.put(Side.RIGHT, new EnvelopeParser(right.recording().schema()));
    }

    /**
     * The scenario. It expects nothing. In processing time it has no clock steps: when its rows
     * arrived is for the caller to know.
     *
     * @param ended whether the sources reached their end afterwards
     */
    static Scenario of(
            Dataset dataset,
            LiveTable left,
            LiveTable right,
            LiveJoin.Spec spec,
            List<LiveEvent> events,
            boolean ended) {
        LiveScenario scenario = new LiveScenario(dataset, left, right, spec);
        events.forEach(scenario::add);
        if (ended) {
            scenario.steps.add(new Step.End(scenario.next(), 0, List.of(Side.LEFT, Side.RIGHT)));
        }
        return scenario.build();
    }

    private int next() {
        return steps.size() + 1;
    }

    private void add(LiveEvent event) {
        if (event instanceof LiveEvent.Arrival arrival) {
            deliver(arrival);
        } else if (event instanceof LiveEvent.Watermark watermark) {
            boolean ofLeft = watermark.side() == Side.LEFT;
            steps.add(
                    new Step.Watermark(
                            next(),
                            0,
                            ofLeft ? watermark.timestamp() : null,
                            ofLeft ? null : watermark.timestamp()));
        } else if (event instanceof LiveEvent.Idle idle) {
            steps.add(new Step.Idle(next(), 0, List.of(idle.side())));
        } else if (event instanceof LiveEvent.Active active) {
            steps.add(new Step.Active(next(), 0, List.of(active.side())));
        }
    }

    private void deliver(LiveEvent.Arrival arrival) {
        Side side = arrival.side();
        ParseResult result = parsers.get(side).parse(arrival.envelope());
        boolean timed = spec.variant().time() == TimeDomain.EVENT;
        Long time = null;
        if (timed && result instanceof ParseResult.Parsed parsed) {
            OptionalLong own = time(side, parsed);
            if (own.isEmpty()) {
                // The join drops it for that; a scenario could not even say when it comes.
                return;
            }
            time = own.getAsLong();
        }
        steps.add(new Step.Deliver(next(), 0, side, arrival.envelope(), time));
    }

    private OptionalLong time(Side side, ParseResult.Parsed parsed) {
        try {
            return OptionalLong.of(EventTimes.of(parsed.event(), spec.options().times().of(side)));
        } catch (IllegalArgumentException e) {
            return OptionalLong.empty();
        }
    }

    private Scenario build() {
        JoinOptions options = spec.options();
        JoinOptions.Times times = options.times();
        return new Scenario(
                null,
                "A live run of " + spec.variant().name() + " on " + dataset.name(),
                "",
                spec.variant(),
                new JoinOptions(
                        options.keys(),
                        new JoinOptions.Times(times.left(), times.right(), null, null),
                        options.windows(),
                        options.interval(),
                        options.stateTtl(),
                        options.waitFor()),
                spec.parallelism(),
                Duration.ZERO,
                dataset,
                left.recording(),
                right.recording(),
                steps,
                new Outcome(List.of(), List.of(), List.of(), List.of(), 0));
    }

    /** What came out of a live join, as far as it is not told in steps: all in step 0. */
    static Outcome outcome(List<LiveEvent> events) {
        Outcome outcome =
                new Outcome(
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>(),
                        events.stream().filter(LiveEvent.Ignored.class::isInstance).count());
        for (LiveEvent event : events) {
            if (event instanceof LiveEvent.Joined joined) {
                outcome.joined().add(new Emission<>(0, joined.row()));
            } else if (event instanceof LiveEvent.Late late) {
                outcome.late().add(new Emission<>(0, late.row()));
            } else if (event instanceof LiveEvent.Dropped dropped) {
                outcome.dropped().add(new Emission<>(0, dropped.row()));
            } else if (event instanceof LiveEvent.Malformed malformed) {
                outcome.malformed()
                        .add(
                                new Emission<>(
                                        0,
                                        new Outcome.SideMalformed(
                                                malformed.side(), malformed.line())));
            }
        }
        return outcome;
    }
}
