package io.joinlab.replay;

import io.joinlab.cdc.ParseResult;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import io.joinlab.join.TimeDomain;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioFailure;
import io.joinlab.scenario.ScenarioPipeline;
import io.joinlab.scenario.ScenarioRuntime;
import io.joinlab.scenario.Step;
import io.joinlab.scenario.StepTarget;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Runs scenarios on a real Flink cluster in this JVM, in step: a step is released only when all
 * operators have processed the one before.
 *
 * <p>Event-time scenarios give the same outcome as in the simulator, step by step. Processing-time
 * joins go by the system's clock here, which starts anywhere in a window and does not stand still:
 * a clock step waits until that much time has passed, and the outcome has the system's times in it.
 * {@link ProcessingTimeDefinition} says what must hold all the same. A state TTL goes by the
 * system's clock, too, and nothing could be said of what it forgets; such a scenario is refused.
 */
public final class MiniClusterRuntime implements ScenarioRuntime {

    /**
     * Flink's default for {@code pipeline.auto-watermark-interval}, which the simulator runs with.
     */
    private static final Duration AUTO_WATERMARK_INTERVAL = Duration.ofMillis(200);

    @Override
    public Outcome run(Scenario scenario) {
        return runTimed(scenario).outcome();
    }

    /**
     * Runs the scenario and notes when its steps were performed.
     *
     * @throws ScenarioFailure if the pipeline fails; the message says at which step; also if the
     *     scenario has a state TTL
     */
    public TimedOutcome runTimed(Scenario scenario) {
        String place = scenario.file() == null ? "" : scenario.file() + ": ";
        if (scenario.options().stateTtl() != null) {
            throw new ScenarioFailure(
                    place
                            + "on a cluster state-ttl goes by the system's clock, which steps can't"
                            + " move; run the scenario on the simulator");
        }
        int crashes = (int) scenario.steps().stream().filter(Step.Crash.class::isInstance).count();
        try (ReplayRun run = ReplayRun.open()) {
            StreamExecutionEnvironment env = pipeline(scenario, run);
            Map<Integer, TimedOutcome.Span> performed = new HashMap<>();
            try (Lockstep lockstep = Lockstep.start(env, run, crashes)) {
                perform(scenario, lockstep, performed);
            }
            return new TimedOutcome(outcome(run), performed);
        } catch (IllegalArgumentException | ReplayException e) {
            throw new ScenarioFailure(place + e.getMessage(), e);
        }
    }

    private static StreamExecutionEnvironment pipeline(Scenario scenario, ReplayRun run) {
        return ScenarioPipeline.build(
                scenario,
                side -> run.source(side.label(), Types.STRING, Boundedness.CONTINUOUS_UNBOUNDED),
                new ScenarioPipeline.Sinks() {
                    @Override
                    public <T> Sink<T> named(String name) {
                        return run.sink(name);
                    }
                },
                (side, strategy) ->
                        ClockedWatermarkStrategy.onStream(run, strategy, AUTO_WATERMARK_INTERVAL));
    }

    private static void perform(
            Scenario scenario, Lockstep lockstep, Map<Integer, TimedOutcome.Span> performed) {
        StepTarget target =
                scenario.variant().time() == TimeDomain.PROCESSING
                        ? new SystemClockTarget(lockstep)
                        : new Target(lockstep);
        Consumer<Step> feed =
                step -> {
                    long from = System.currentTimeMillis();
                    lockstep.step(step.number());
                    target.feed(step, scenario.pace());
                    performed.put(
                            step.number(), new TimedOutcome.Span(from, System.currentTimeMillis()));
                };
        int stepsInSnapshot = 0;
        for (Step step : scenario.steps()) {
            try {
                if (step instanceof Step.Snapshot) {
                    lockstep.step(step.number());
                    lockstep.snapshot();
                    stepsInSnapshot = step.number();
                } else if (step instanceof Step.Crash) {
                    lockstep.step(step.number());
                    lockstep.crash();
                    scenario.steps().subList(stepsInSnapshot, step.number() - 1).stream()
                            .filter(lost -> !(lost instanceof Step.Crash))
                            .forEach(feed);
                } else {
                    feed.accept(step);
                }
            } catch (ReplayException e) {
                throw new ReplayException(
                        "the pipeline failed at step " + step.number() + ": " + e.getMessage(), e);
            }
        }
    }

    private static Outcome outcome(ReplayRun run) {
        return new Outcome(
                MiniClusterRuntime.<JoinedRow>emissions(run, ScenarioPipeline.JOINED),
                MiniClusterRuntime.<SideEvent>emissions(run, ScenarioPipeline.LATE),
                MiniClusterRuntime.<DroppedRow>emissions(run, ScenarioPipeline.DROPPED),
                Stream.of(Side.LEFT, Side.RIGHT)
                        .flatMap(side -> malformed(run, side))
                        .sorted(Comparator.comparingInt(Emission::step))
                        .toList(),
                Stream.of(Side.LEFT, Side.RIGHT)
                        .mapToLong(side -> emissions(run, ScenarioPipeline.ignored(side)).size())
                        .sum());
    }

    private static Stream<Emission<Outcome.SideMalformed>> malformed(ReplayRun run, Side side) {
        return MiniClusterRuntime.<ParseResult.Malformed>emissions(
                        run, ScenarioPipeline.malformed(side))
                .stream()
                .map(
                        line ->
                                new Emission<>(
                                        line.step(),
                                        new Outcome.SideMalformed(side, line.value())));
    }

    /** By step: after a crash, steps come out again that are before it. */
    private static <T> List<Emission<T>> emissions(ReplayRun run, String sink) {
        return run.<T>collected(sink).stream()
                .filter(Collected.Row.class::isInstance)
                .map(Collected.Row.class::cast)
                .map(MiniClusterRuntime::<T>emission)
                .sorted(Comparator.comparingInt(Emission::step))
                .toList();
    }

    @SuppressWarnings("unchecked") // a sink's rows have the type of its stream
    private static <T> Emission<T> emission(Collected.Row<?> row) {
        return new Emission<>(row.step(), (T) row.value());
    }

    /** The job with its replay sources; the clock is the one that generated watermarks go by. */
    private static class Target implements StepTarget {
        private final Lockstep lockstep;

        Target(Lockstep lockstep) {
            this.lockstep = lockstep;
        }

        private void deliver(Side side, ReplayElement<String> element) {
            lockstep.deliver(side.label(), 0, element);
        }

        @Override
        public void send(Side side, String raw, Long timestamp) {
            deliver(side, new ReplayElement.Data<>(raw, timestamp));
        }

        @Override
        public void watermark(Side side, long timestamp) {
            deliver(side, new ReplayElement.Watermark<>(timestamp));
        }

        @Override
        public void idle(Side side) {
            deliver(side, new ReplayElement.Idle<>());
        }

        @Override
        public void active(Side side) {
            deliver(side, new ReplayElement.Active<>());
        }

        @Override
        public void end(Side side) {
            deliver(side, new ReplayElement.End<>());
        }

        @Override
        public long clock() {
            return lockstep.clock();
        }

        @Override
        public void advanceClockTo(long time) {
            lockstep.advanceClockTo(time);
        }

        void settle() {
            lockstep.settle();
        }
    }

    /** The same under the system's clock: moving it means to wait. */
    private static final class SystemClockTarget extends Target {
        private final long offset = System.currentTimeMillis();

        SystemClockTarget(Lockstep lockstep) {
            super(lockstep);
        }

        @Override
        public long clock() {
            return System.currentTimeMillis() - offset;
        }

        @Override
        public void advanceClockTo(long time) {
            while (clock() < time) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(time - clock()));
            }
            settle();
        }
    }
}
