package io.joinlab.explore;

import io.joinlab.sim.Checkpoint;
import io.joinlab.sim.Choice;
import io.joinlab.sim.Element;
import io.joinlab.sim.SimulatedJob;
import io.joinlab.sim.SimulatedSource;
import io.joinlab.sim.Simulation;
import io.joinlab.sim.SimulationException;
import io.joinlab.sim.TaskId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.annotation.Nullable;

/** One job on its way through one schedule. */
final class Run implements AutoCloseable {

    private final Exploration exploration;
    private final Script script;
    private final Simulation simulation;
    private final boolean mayFail;

    private SimulatedJob job;
    private BitSet done = new BitSet();
    private long clockTarget;
    private boolean failed;
    private @Nullable String failure;

    private @Nullable Checkpoint checkpoint;
    private BitSet doneAtCheckpoint = new BitSet();

    private final Map<String, Integer> valuesAtCheckpoint = new HashMap<>();

    /** What earlier attempts brought out and committed, and what they lost. */
    private final Map<String, List<Object>> committed = new LinkedHashMap<>();

    private final Map<String, List<Object>> lost = new LinkedHashMap<>();

    Run(Exploration exploration) {
        this.exploration = exploration;
        this.script = exploration.script();
        this.simulation = exploration.simulation();
        this.mayFail = exploration.crashes();
        try {
            job = simulation.start();
            clockTarget = job.clock();
        } catch (SimulationException e) {
            failure = e.getMessage();
        }
    }

    /** Everything that can happen next, what arrival order would do first, the others sorted. */
    List<Transition> enabled() {
        if (failure != null) {
            return List.of();
        }
        if (checkpointIsDue()) {
            return List.of(new Transition.Checkpoint(), new Transition.Fail());
        }
        List<Transition> enabled = new ArrayList<>();
        byDefault().ifPresent(enabled::add);
        List<Choice> choices = job.choices();
        for (Choice choice : choices) {
            addNew(enabled, new Transition.Take(choice));
        }
        if (job.clock() < clockTarget) {
            addNew(enabled, new Transition.Tick());
        } else {
            for (int action = done.nextClearBit(0);
                    action < script.actions().size();
                    action = done.nextClearBit(action + 1)) {
                if (isPossible(action, choices)) {
                    addNew(enabled, new Transition.Perform(action));
                }
            }
        }
        if (mayFail && !failed && !enabled.isEmpty()) {
            enabled.add(new Transition.Fail());
        }
        return enabled;
    }

    private static void addNew(List<Transition> transitions, Transition transition) {
        if (transitions.isEmpty() || !transitions.get(0).equals(transition)) {
            transitions.add(transition);
        }
    }

    /**
     * What happens next in arrival order: all that waits, then timers that are due, then time
     * passes, then the next action that the script has.
     */
    Optional<Transition> byDefault() {
        if (failure != null) {
            return Optional.empty();
        }
        if (checkpointIsDue()) {
            return Optional.of(new Transition.Checkpoint());
        }
        Optional<Choice> next = job.nextInArrivalOrder();
        if (next.isPresent()) {
            return Optional.of(new Transition.Take(next.get()));
        }
        if (job.clock() < clockTarget) {
            return Optional.of(new Transition.Tick());
        }
        int action = done.nextClearBit(0);
        return action < script.actions().size()
                ? Optional.of(new Transition.Perform(action))
                : Optional.empty();
    }

    boolean isPossible(Transition transition) {
        if (failure != null) {
            return false;
        }
        if (transition instanceof Transition.Take take) {
            return job.choices().contains(take.choice());
        }
        if (transition instanceof Transition.Tick) {
            return job.clock() < clockTarget;
        }
        if (transition instanceof Transition.Checkpoint) {
            return checkpointIsDue();
        }
        if (transition instanceof Transition.Perform perform) {
            return job.clock() >= clockTarget
                    && perform.action() < script.actions().size()
                    && !done.get(perform.action())
                    && !checkpointIsDue()
                    && isPossible(perform.action(), job.choices());
        }
        return mayFail && !failed && byDefault().isPresent();
    }

    private boolean isPossible(int action, List<Choice> choices) {
        for (int before : script.predecessors(action)) {
            if (!done.get(before)) {
                return false;
            }
        }
        return !(script.actions().get(action) instanceof Action.TakeCheckpoint)
                || choices.stream().allMatch(Choice.FireTimer.class::isInstance);
    }

    /**
     * Whether the transition can be taken before all others without losing an outcome, whatever
     * they are, provided that it does not read the clock: nothing that can ever happen until it is
     * taken conflicts with it.
     */
    boolean isAlone(Transition transition) {
        if (mayFail && !failed || crashIsAhead()) {
            return false;
        }
        if (transition instanceof Transition.Take take) {
            return job.isAlone(take.choice());
        }
        return transition instanceof Transition.Perform perform
                && script.actions().get(perform.action()) instanceof Action.Emit emit
                && emit.pace().isZero()
                && emit.sends().stream()
                        .noneMatch(send -> job.hasTimers(send.source(), send.subtask()));
    }

    private boolean crashIsAhead() {
        for (int action = done.nextClearBit(0);
                action < script.actions().size();
                action = done.nextClearBit(action + 1)) {
            if (script.actions().get(action) instanceof Action.Crash) {
                return true;
            }
        }
        return false;
    }

    /** Whether time can still pass. */
    boolean clockCanMove() {
        if (job.clock() < clockTarget) {
            return true;
        }
        for (int action = done.nextClearBit(0);
                action < script.actions().size();
                action = done.nextClearBit(action + 1)) {
            Action next = script.actions().get(action);
            if (next instanceof Action.MoveClock
                    || next instanceof Action.Emit emit && !emit.pace().isZero()) {
                return true;
            }
        }
        return false;
    }

    /** Does it, and tells what it has touched. */
    Footprint perform(Transition transition) {
        long readsBefore = job.clockReads();
        Footprint footprint;
        try {
            if (transition instanceof Transition.Take take) {
                footprint = take(take.choice(), readsBefore);
            } else if (transition instanceof Transition.Tick) {
                tick();
                footprint = new Footprint(Set.of(), new Footprint.Part.Whole(false), false, true);
            } else if (transition instanceof Transition.Perform perform) {
                footprint = perform(perform.action(), readsBefore);
            } else if (transition instanceof Transition.Checkpoint) {
                takeCheckpoint();
                footprint = Footprint.EVERYTHING;
            } else {
                failed = true;
                crash();
                footprint = Footprint.EVERYTHING;
            }
            drainSinks();
            // What makes the job quiet brings a checkpoint and so keeps all else from being done.
            return checkpointIsDue() ? Footprint.EVERYTHING : footprint;
        } catch (SimulationException e) {
            failure = e.getMessage();
            return Footprint.EVERYTHING;
        }
    }

    private Footprint take(Choice choice, long readsBefore) {
        Element element = job.peek(choice).orElse(null);
        Object key = exploration.keysAreIndependent() ? job.peekKey(choice).orElse(null) : null;
        long callsBefore = job.operatorCalls();
        job.takeWrittenChannels();
        job.take(choice);
        boolean reachesOperator = job.operatorCalls() != callsBefore;
        return new Footprint(
                Set.of(choice.task()),
                part(element, key, reachesOperator),
                job.clockReads() != readsBefore,
                false);
    }

    private Footprint.Part part(
            @Nullable Element element, @Nullable Object key, boolean reachesOperator) {
        if (element instanceof Element.Record) {
            return new Footprint.Part.Processing(key, job.takeWrittenChannels());
        }
        boolean ending = element instanceof Element.EndOfData;
        if (element == null || reachesOperator) {
            return new Footprint.Part.Whole(ending);
        }
        return ending ? Footprint.Part.Ending.INSTANCE : Footprint.Part.Progress.INSTANCE;
    }

    /** A sink receives at once: in which order things come to it makes no outcome. */
    private void drainSinks() {
        for (Choice choice : job.choices()) {
            while (choice instanceof Choice.Deliver
                    && job.isSink(choice.task())
                    && job.peek(choice).isPresent()) {
                job.take(choice);
            }
        }
    }

    /** Where a tick moves the clock: to the next timer, or as far as it has to go. */
    private long nextTick(long target) {
        OptionalLong timer = job.nextTimer();
        return timer.isPresent() && timer.getAsLong() > job.clock()
                ? Math.min(target, timer.getAsLong())
                : target;
    }

    private void tick() {
        job.advanceClockTo(nextTick(clockTarget));
    }

    private Footprint perform(int place, long readsBefore) {
        done.set(place);
        Action action = script.actions().get(place);
        if (action instanceof Action.Emit emit) {
            Set<TaskId> tasks = new HashSet<>();
            for (Action.Send send : emit.sends()) {
                tasks.add(job.sourceTask(send.source(), send.subtask()));
                emit(send);
            }
            clockTarget += emit.pace().toMillis();
            return new Footprint(
                    tasks,
                    new Footprint.Part.Whole(false),
                    job.clockReads() != readsBefore,
                    !emit.pace().isZero());
        }
        if (action instanceof Action.MoveClock move) {
            // Time that has passed before a crash does not pass again.
            clockTarget = Math.max(clockTarget, move.to());
            tick();
            return new Footprint(Set.of(), new Footprint.Part.Whole(false), false, true);
        }
        if (action instanceof Action.TakeCheckpoint) {
            takeCheckpoint();
        } else {
            crash();
            done.set(place);
        }
        return Footprint.EVERYTHING;
    }

    private void emit(Action.Send send) {
        SimulatedSource<Object> source = job.<Object>source(send.source()).subtask(send.subtask());
        Element element = send.element();
        if (element instanceof Element.Record record) {
            if (record.timestamp() == null) {
                source.send(record.value());
            } else {
                source.send(record.value(), record.timestamp());
            }
        } else if (element instanceof Element.Watermark watermark) {
            source.watermark(watermark.timestamp());
        } else if (element instanceof Element.Idle) {
            source.idle();
        } else if (element instanceof Element.Active) {
            source.active();
        } else if (element instanceof Element.EndOfData) {
            source.end();
        } else {
            throw new IllegalArgumentException("A source can't emit " + element);
        }
    }

    /** Where the script has no checkpoints, there is one whenever nothing is under way. */
    private boolean checkpointIsDue() {
        return mayFail
                && !failed
                && !exploration.hasCheckpoints()
                && !done.equals(doneAtCheckpoint)
                && job.clock() >= clockTarget
                && job.choices().isEmpty();
    }

    private void takeCheckpoint() {
        job.triggerCheckpoint();
        for (Optional<Choice> next = nextButTimers(); next.isPresent(); next = nextButTimers()) {
            job.take(next.get());
        }
        checkpoint =
                job.latestCheckpoint()
                        .orElseThrow(
                                () -> new IllegalStateException("The checkpoint is incomplete"));
        doneAtCheckpoint = (BitSet) done.clone();
        for (String sink : job.sinks()) {
            valuesAtCheckpoint.put(sink, job.sink(sink).values().size());
        }
    }

    private Optional<Choice> nextButTimers() {
        return job.nextInArrivalOrder().filter(choice -> !(choice instanceof Choice.FireTimer));
    }

    private void crash() {
        boolean checkpointIsOfThisJob = job.latestCheckpoint().isPresent();
        for (String sink : job.sinks()) {
            List<Object> values = job.sink(sink).values();
            int kept = checkpointIsOfThisJob ? valuesAtCheckpoint.get(sink) : 0;
            committed.computeIfAbsent(sink, s -> new ArrayList<>()).addAll(values.subList(0, kept));
            lost.computeIfAbsent(sink, s -> new ArrayList<>())
                    .addAll(values.subList(kept, values.size()));
        }
        Simulation now = simulation.withClock(job.clock());
        job.close();
        BitSet before = done;
        done = (BitSet) doneAtCheckpoint.clone();
        for (int action = 0; action < script.actions().size(); action++) {
            if (before.get(action) && !(script.actions().get(action) instanceof Action.Emit)) {
                done.set(action);
            }
        }
        job = checkpoint == null ? now.start() : now.restore(checkpoint);
    }

    boolean isFinished() {
        return failure != null || enabled().isEmpty();
    }

    /** What came out and was committed with a checkpoint, or since the last crash. */
    Outcome exactlyOnce() {
        return outcome(committed);
    }

    /** What came out, also when it was lost and came again. */
    Outcome atLeastOnce() {
        if (lost.isEmpty()) {
            return outcome(committed);
        }
        Map<String, List<Object>> all = new LinkedHashMap<>();
        lost.forEach(
                (sink, values) -> {
                    List<Object> both = new ArrayList<>(committed.get(sink));
                    both.addAll(values);
                    all.put(sink, both);
                });
        return outcome(all);
    }

    private Outcome outcome(Map<String, List<Object>> earlier) {
        Map<String, Map<Object, Integer>> sinks = new LinkedHashMap<>();
        for (String sink : job == null ? List.<String>of() : job.sinks()) {
            List<Object> values = job.sink(sink).values();
            if (earlier.containsKey(sink)) {
                List<Object> all = new ArrayList<>(earlier.get(sink));
                all.addAll(values);
                values = all;
            }
            sinks.put(sink, exploration.read(sink, values));
        }
        return new Outcome(sinks, failure);
    }

    /** What a transition is about to do, for people. */
    String text(Transition transition) {
        long target = clockTarget;
        if (transition instanceof Transition.Perform perform
                && script.actions().get(perform.action()) instanceof Action.MoveClock move) {
            target = Math.max(target, move.to());
        }
        return new Labels(exploration).text(transition, job, nextTick(target));
    }

    @Override
    public void close() {
        if (job != null) {
            job.close();
        }
    }
}
