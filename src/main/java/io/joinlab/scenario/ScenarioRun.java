package io.joinlab.scenario;

import io.joinlab.cdc.ParseResult;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import io.joinlab.sim.Checkpoint;
import io.joinlab.sim.Element;
import io.joinlab.sim.SimulatedJob;
import io.joinlab.sim.SimulatedSink;
import io.joinlab.sim.SimulatedSource;
import io.joinlab.sim.Simulation;
import io.joinlab.sim.SimulationException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One run of a scenario's steps in the simulator.
 *
 * <p>A crash undoes everything since the last snapshot, what came out included: as with a sink that
 * commits with the checkpoint. Then the sources deliver the same steps again, and what comes out
 * belongs to those steps. Only the clock is not undone: time has passed. What the restored timers
 * bring out at once, because they are overdue, belongs to the crash itself.
 */
final class ScenarioRun {
    private final Scenario scenario;
    private final Simulation simulation;

    private SimulatedJob job;
    private StepTarget target;
    private Sinks sinks;
    private Checkpoint snapshot;
    private int stepsInSnapshot;
    private Collected collected = new Collected();
    private Collected collectedInSnapshot = new Collected();

    ScenarioRun(Scenario scenario, Simulation simulation) {
        this.scenario = scenario;
        this.simulation = simulation;
    }

    Trace run() {
        try {
            use(simulation.start());
            for (Step step : scenario.steps()) {
                attempt(step, this::perform);
            }
        } finally {
            if (job != null) {
                job.close();
            }
        }
        return new Trace(collected.toOutcome(), collected.watermarks());
    }

    private void attempt(Step step, Consumer<Step> action) {
        try {
            action.accept(step);
            collected.add(step.number(), sinks);
        } catch (SimulationException e) {
            throw new ScenarioFailure(place(step) + e.getMessage(), e);
        }
    }

    private String place(Step step) {
        String file = scenario.file() == null ? "" : scenario.file() + ":" + step.line() + ": ";
        return file + "the pipeline failed at step " + step.number() + ": ";
    }

    private void perform(Step step) {
        if (step instanceof Step.Snapshot) {
            snapshot = job.checkpoint();
            collected.add(step.number(), sinks);
            stepsInSnapshot = step.number();
            collectedInSnapshot = collected.copy();
        } else if (step instanceof Step.Crash) {
            crash(step);
        } else {
            feed(step);
        }
    }

    private void crash(Step crash) {
        long clock = job.clock();
        job.close();
        collected = collectedInSnapshot.copy();
        Simulation now = simulation.withClock(clock);
        use(snapshot == null ? now.start() : now.restore(snapshot));
        collected.add(crash.number(), sinks);
        for (Step step : scenario.steps().subList(stepsInSnapshot, crash.number() - 1)) {
            if (!(step instanceof Step.Crash)) {
                attempt(step, this::feed);
            }
        }
    }

    private void use(SimulatedJob started) {
        job = started;
        target = new Target(started);
        sinks = new Sinks(started);
    }

    private void feed(Step step) {
        target.feed(step, scenario.pace());
    }

    /** The job under its sources' names. */
    private record Target(SimulatedJob job) implements StepTarget {

        private SimulatedSource<String> source(Side side) {
            return job.source(side.label());
        }

        @Override
        public void send(Side side, String raw, Long timestamp) {
            if (timestamp == null) {
                source(side).send(raw);
            } else {
                source(side).send(raw, timestamp);
            }
        }

        @Override
        public void watermark(Side side, long timestamp) {
            source(side).watermark(timestamp);
        }

        @Override
        public void idle(Side side) {
            source(side).idle();
        }

        @Override
        public void active(Side side) {
            source(side).active();
        }

        @Override
        public void end(Side side) {
            source(side).end();
        }

        @Override
        public long clock() {
            return job.clock();
        }

        @Override
        public void advanceClockTo(long time) {
            job.advanceClockTo(time);
        }
    }

    /** The sinks of one job. */
    private static final class Sinks {
        private final SimulatedSink<JoinedRow> joined;
        private final SimulatedSink<SideEvent> late;
        private final SimulatedSink<DroppedRow> dropped;
        private final SimulatedSink<ParseResult.Malformed> malformedLeft;
        private final SimulatedSink<ParseResult.Malformed> malformedRight;
        private final SimulatedSink<ParseResult.Ignored> ignoredLeft;
        private final SimulatedSink<ParseResult.Ignored> ignoredRight;

        Sinks(SimulatedJob job) {
            joined = job.sink(ScenarioPipeline.JOINED);
            late = job.sink(ScenarioPipeline.LATE);
            dropped = job.sink(ScenarioPipeline.DROPPED);
            malformedLeft = job.sink(ScenarioPipeline.malformed(Side.LEFT));
            malformedRight = job.sink(ScenarioPipeline.malformed(Side.RIGHT));
            ignoredLeft = job.sink(ScenarioPipeline.ignored(Side.LEFT));
            ignoredRight = job.sink(ScenarioPipeline.ignored(Side.RIGHT));
        }
    }

    /** What has come out so far. */
    private static final class Collected {
        private final List<Emission<JoinedRow>> joined = new ArrayList<>();
        private final List<Emission<SideEvent>> late = new ArrayList<>();
        private final List<Emission<DroppedRow>> dropped = new ArrayList<>();
        private final List<Emission<Outcome.SideMalformed>> malformed = new ArrayList<>();
        private final SortedMap<Integer, Long> watermarks = new TreeMap<>();
        private long ignored;

        Collected copy() {
            Collected copy = new Collected();
            copy.joined.addAll(joined);
            copy.late.addAll(late);
            copy.dropped.addAll(dropped);
            copy.malformed.addAll(malformed);
            copy.watermarks.putAll(watermarks);
            copy.ignored = ignored;
            return copy;
        }

        void add(int step, Sinks sinks) {
            for (Element element : sinks.joined.takeNewElements()) {
                if (element instanceof Element.Record record) {
                    joined.add(new Emission<>(step, (JoinedRow) record.value()));
                } else if (element instanceof Element.Watermark watermark) {
                    watermarks.put(step, watermark.timestamp());
                }
            }
            sinks.late.takeNewValues().forEach(row -> late.add(new Emission<>(step, row)));
            sinks.dropped.takeNewValues().forEach(row -> dropped.add(new Emission<>(step, row)));
            addMalformed(step, Side.LEFT, sinks.malformedLeft);
            addMalformed(step, Side.RIGHT, sinks.malformedRight);
            ignored += sinks.ignoredLeft.takeNewValues().size();
            ignored += sinks.ignoredRight.takeNewValues().size();
        }

        private void addMalformed(int step, Side side, SimulatedSink<ParseResult.Malformed> sink) {
            sink.takeNewValues()
                    .forEach(
                            line ->
                                    malformed.add(
                                            new Emission<>(
                                                    step, new Outcome.SideMalformed(side, line))));
        }

        /** By step: after a crash, steps come out again that are before it. */
        Outcome toOutcome() {
            return new Outcome(
                    byStep(joined), byStep(late), byStep(dropped), byStep(malformed), ignored);
        }

        List<Emission<Long>> watermarks() {
            return watermarks.entrySet().stream()
                    .map(reached -> new Emission<>(reached.getKey(), reached.getValue()))
                    .toList();
        }

        private static <T> List<Emission<T>> byStep(List<Emission<T>> emissions) {
            return emissions.stream().sorted(Comparator.comparingInt(Emission::step)).toList();
        }
    }
}
