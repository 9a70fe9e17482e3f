package io.joinlab.replay;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/**
 * What one run of a job shares with its driver: the sources' gates, the sinks' contents, the number
 * of the step. Sources and sinks travel to their tasks serialized and find it there by its id,
 * which is why they work in one JVM only.
 */
public final class ReplayRun implements AutoCloseable {
    private static final Map<String, ReplayRun> OPEN = new ConcurrentHashMap<>();

    private final String id = UUID.randomUUID().toString();
    private final Map<GateId, ReplayGate<?>> gates = new ConcurrentHashMap<>();
    private final Map<String, List<Collected<?>>> sinks = new ConcurrentHashMap<>();
    private final Map<String, SplitEnumeratorContext<?>> coordinators = new ConcurrentHashMap<>();
    private final ReplayClock clock = new ReplayClock();
    private volatile int step;

    private record GateId(String source, int subtask) {}

    private ReplayRun() {}

    /** A new run with nothing in it. */
    public static ReplayRun open() {
        ReplayRun run = new ReplayRun();
        OPEN.put(run.id, run);
        return run;
    }

    static ReplayRun of(String id) {
        ReplayRun run = OPEN.get(id);
        if (run == null) {
            throw new IllegalStateException(
                    "no replay run "
                            + id
                            + " is open in this JVM: its driver closed it or lives elsewhere");
        }
        return run;
    }

    /**
     * A source under the given name, which the driver uses to feed it.
     *
     * @param boundedness what it tells Flink; a bounded one can be left running, an unbounded one
     *     can end
     */
    public <T> ReplaySource<T> source(
            String name, TypeInformation<T> type, Boundedness boundedness) {
        return new ReplaySource<>(id, name, type, boundedness);
    }

    /** A sink under the given name, which {@link #collected} uses to read it. */
    public <T> CollectingSink<T> sink(String name) {
        sinks.putIfAbsent(name, new ArrayList<>());
        return new CollectingSink<>(id, name);
    }

    /** All that has arrived at the sink so far; each subtask's in order. */
    @SuppressWarnings(
            "unchecked") // only the sink of that name adds to it, and its type is the caller's to
    // know
    public <T> List<Collected<T>> collected(String sink) {
        List<Collected<?>> all = sinkOrThrow(sink);
        synchronized (all) {
            return (List<Collected<T>>) (List<?>) List.copyOf(all);
        }
    }

    @Override
    public void close() {
        OPEN.remove(id);
    }

    String id() {
        return id;
    }

    ReplayClock clock() {
        return clock;
    }

    int step() {
        return step;
    }

    void step(int number) {
        step = number;
    }

    /** How much has arrived at each sink. */
    Map<String, Integer> sinkPositions() {
        Map<String, Integer> positions = new HashMap<>();
        sinks.forEach((name, all) -> positions.put(name, collected(name).size()));
        return positions;
    }

    /** Forgets what has arrived since; sinks that are not named have been empty. */
    void rewindSinks(Map<String, Integer> positions) {
        sinks.forEach(
                (name, all) -> {
                    synchronized (all) {
                        all.subList(positions.getOrDefault(name, 0), all.size()).clear();
                    }
                });
    }

    void collect(String sink, Collected<?> arrived) {
        List<Collected<?>> all = sinkOrThrow(sink);
        synchronized (all) {
            all.add(arrived);
        }
    }

    @SuppressWarnings("unchecked") // a gate's type is that of the source of the same name
    <T> ReplayGate<T> gate(String source, int subtask) {
        return (ReplayGate<T>)
                gates.computeIfAbsent(
                        new GateId(source, subtask),
                        gate -> new ReplayGate<T>(gate.source(), gate.subtask()));
    }

    /** The gate of a source subtask whose reader has been started. */
    @SuppressWarnings("unchecked") // a gate's type is that of the source of the same name
    <T> ReplayGate<T> openedGate(String source, int subtask) {
        ReplayGate<?> gate = gates.get(new GateId(source, subtask));
        if (gate == null) {
            throw new IllegalArgumentException(
                    "the job has no source "
                            + source
                            + " with a subtask "
                            + subtask
                            + "; it has "
                            + gates.values().stream().map(ReplayGate::name).sorted().toList());
        }
        return (ReplayGate<T>) gate;
    }

    void coordinatedBy(String source, SplitEnumeratorContext<?> coordinator) {
        coordinators.put(source, coordinator);
    }

    /**
     * Makes the whole job fail, by way of a source's coordinator: a task's own failure would
     * restart only what is connected to it.
     */
    void failJob(String source, RuntimeException failure) {
        coordinators
                .get(source)
                .runInCoordinatorThread(
                        () -> {
                            throw failure;
                        });
    }

    Collection<ReplayGate<?>> gates() {
        return gates.values();
    }

    private List<Collected<?>> sinkOrThrow(String sink) {
        List<Collected<?>> all = sinks.get(sink);
        if (all == null) {
            throw new IllegalArgumentException(
                    "no sink " + sink + "; there are " + sinks.keySet().stream().sorted().toList());
        }
        return all;
    }
}
