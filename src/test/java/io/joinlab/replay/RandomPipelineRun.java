package io.joinlab.replay;

import io.joinlab.replay.RandomPipeline.Action;
import io.joinlab.replay.RandomPipeline.SourceSpec;
import io.joinlab.replay.RandomPipelineBuilder.Flow;
import io.joinlab.sim.Checkpoint;
import io.joinlab.sim.Element;
import io.joinlab.sim.SimulatedJob;
import io.joinlab.sim.SimulatedSource;
import io.joinlab.sim.Simulation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.api.java.tuple.Tuple2;

/**
 * Takes a {@link RandomPipeline} through its actions on one runtime and keeps what came out, by
 * step.
 */
final class RandomPipelineRun {

    /** What reached one subtask of a sink. */
    private record Arrived(int subtask, String text, boolean isWatermark) {}

    /** A runtime, reduced to what the actions need. */
    private interface Runtime extends AutoCloseable {
        void deliver(
                int step,
                String source,
                int subtask,
                ReplayElement<Tuple2<Integer, String>> element);

        void advanceClockBy(int step, int millis);

        void snapshot(int step);

        /** Goes back to the latest snapshot, or the start. */
        void crash(int step);

        /** What has arrived at the sink since the last call, or since the crash. */
        List<Arrived> takeNew(String sink);

        @Override
        void close();
    }

    private final RandomPipeline pipeline;
    private final Map<String, Flow> sinks;
    private final Runtime runtime;
    private final boolean canBeIdle;
    private final Set<String> ended = new HashSet<>();
    private final Set<String> endedInSnapshot = new HashSet<>();
    private int stepsInSnapshot;
    private TreeMap<Integer, Map<String, List<Arrived>>> outcome = new TreeMap<>();

    private RandomPipelineRun(RandomPipeline pipeline, Map<String, Flow> sinks, Runtime runtime) {
        this.pipeline = pipeline;
        this.sinks = sinks;
        this.runtime = runtime;
        this.canBeIdle = RandomPipelineBuilder.canBeIdle(pipeline);
    }

    /**
     * What comes out in the simulator: a text for each step and sink, equal where Flink promises
     * it.
     */
    static List<String> inSimulator(RandomPipeline pipeline) {
        try (ReplayRun run = ReplayRun.open()) {
            RandomPipelineBuilder builder = builder(run, pipeline, false);
            Simulation simulation = Simulation.of(builder.build(pipeline));
            try (Runtime runtime = new Simulated(simulation)) {
                return new RandomPipelineRun(pipeline, builder.sinks(), runtime).outcome();
            }
        }
    }

    /** The same on a MiniCluster. */
    static List<String> onMiniCluster(RandomPipeline pipeline) {
        int crashes =
                (int)
                        pipeline.actions().stream()
                                .filter(action -> action.verb() == RandomPipeline.Verb.CRASH)
                                .count();
        try (ReplayRun run = ReplayRun.open()) {
            RandomPipelineBuilder builder = builder(run, pipeline, true);
            try (Runtime runtime =
                    new Real(run, Lockstep.start(builder.build(pipeline), run, crashes))) {
                return new RandomPipelineRun(pipeline, builder.sinks(), runtime).outcome();
            }
        }
    }

    private static RandomPipelineBuilder builder(
            ReplayRun run, RandomPipeline pipeline, boolean underReplayClock) {
        return new RandomPipelineBuilder(
                run, RandomPipelineBuilder.canBeIdle(pipeline), underReplayClock);
    }

    private List<String> outcome() {
        for (int step = 0; step < pipeline.actions().size() && !allEnded(); step++) {
            perform(step);
        }
        List<String> described = new ArrayList<>();
        outcome.forEach(
                (step, bySink) ->
                        bySink.forEach(
                                (sink, arrived) ->
                                        described.add(
                                                "step "
                                                        + step
                                                        + " "
                                                        + sink
                                                        + ": "
                                                        + describe(sinks.get(sink), arrived))));
        return described;
    }

    private void perform(int step) {
        Action action = pipeline.actions().get(step);
        switch (action.verb()) {
            case SNAPSHOT -> {
                runtime.snapshot(step);
                collect(step);
                stepsInSnapshot = step + 1;
                endedInSnapshot.clear();
                endedInSnapshot.addAll(ended);
            }
            case CRASH -> {
                runtime.crash(step);
                outcome.tailMap(stepsInSnapshot, true).clear();
                ended.clear();
                ended.addAll(endedInSnapshot);
                collect(step);
                for (int again = stepsInSnapshot; again < step; again++) {
                    if (pipeline.actions().get(again).verb() != RandomPipeline.Verb.CRASH) {
                        feed(again);
                    }
                }
            }
            default -> feed(step);
        }
    }

    private void feed(int step) {
        Action action = pipeline.actions().get(step);
        if (action.verb() == RandomPipeline.Verb.IDLE && !canBeIdle) {
            return;
        }
        if (action.verb() == RandomPipeline.Verb.CLOCK) {
            runtime.advanceClockBy(step, action.time());
        } else {
            int index = action.source() % pipeline.sources().size();
            SourceSpec source = pipeline.sources().get(index);
            String name = RandomPipelineBuilder.sourceName(index);
            int subtask = action.subtask() % RandomPipelineBuilder.parallelism(source);
            if (!ended.contains(name + subtask)) {
                runtime.deliver(step, name, subtask, element(step, action));
                if (action.verb() == RandomPipeline.Verb.END) {
                    ended.add(name + subtask);
                }
            }
        }
        collect(step);
    }

    private static ReplayElement<Tuple2<Integer, String>> element(int step, Action action) {
        return switch (action.verb()) {
            case RECORD ->
                    new ReplayElement.Data<>(
                            Tuple2.of(action.key(), Integer.toString(step)), (long) action.time());
            case WATERMARK -> new ReplayElement.Watermark<>(action.time());
            case IDLE -> new ReplayElement.Idle<>();
            case ACTIVE -> new ReplayElement.Active<>();
            case END -> new ReplayElement.End<>();
            case CLOCK, SNAPSHOT, CRASH -> throw new IllegalArgumentException(action.toString());
        };
    }

    private boolean allEnded() {
        int subtasks =
                pipeline.sources().stream().mapToInt(RandomPipelineBuilder::parallelism).sum();
        return ended.size() == subtasks;
    }

    private void collect(int step) {
        for (String sink : sinks.keySet()) {
            List<Arrived> arrived = runtime.takeNew(sink);
            if (!arrived.isEmpty()) {
                outcome.computeIfAbsent(step, s -> new LinkedHashMap<>())
                        .computeIfAbsent(sink, s -> new ArrayList<>())
                        .addAll(arrived);
            }
        }
    }

    /**
     * Exact where Flink guarantees the order; else a multiset, and the watermark after the step.
     */
    private static String describe(Flow flow, List<Arrived> arrived) {
        if (flow.ordered() && flow.placed()) {
            Map<Integer, List<String>> bySubtask = new TreeMap<>();
            for (Arrived one : arrived) {
                bySubtask.computeIfAbsent(one.subtask(), s -> new ArrayList<>()).add(one.text());
            }
            return bySubtask.toString();
        }
        Map<Integer, String> watermarks = new TreeMap<>();
        for (Arrived one : arrived) {
            if (one.isWatermark()) {
                watermarks.put(one.subtask(), one.text());
            }
        }
        return arrived.stream()
                        .filter(one -> !one.isWatermark())
                        .map(one -> flow.placed() ? one.subtask() + ": " + one.text() : one.text())
                        .sorted()
                        .collect(Collectors.toList())
                + ", then "
                + watermarks;
    }

    private static Arrived row(int subtask, Object value, Long timestamp) {
        return new Arrived(subtask, value + " at " + timestamp, false);
    }

    private static Arrived watermark(int subtask, long timestamp) {
        return new Arrived(subtask, "watermark " + timestamp, true);
    }

    private static final class Simulated implements Runtime {
        private final Simulation simulation;
        private SimulatedJob job;
        private Checkpoint snapshot;
        private final Map<String, Map<Integer, Integer>> taken = new HashMap<>();

        Simulated(Simulation simulation) {
            this.simulation = simulation;
            this.job = simulation.start();
        }

        @Override
        public void deliver(
                int step,
                String name,
                int subtask,
                ReplayElement<Tuple2<Integer, String>> element) {
            SimulatedSource<Tuple2<Integer, String>> source =
                    job.<Tuple2<Integer, String>>source(name).subtask(subtask);
            if (element instanceof ReplayElement.Data<Tuple2<Integer, String>> data) {
                source.send(data.value(), data.timestamp());
            } else if (element instanceof ReplayElement.Watermark<?> watermark) {
                source.watermark(watermark.timestamp());
            } else if (element instanceof ReplayElement.Idle<?>) {
                source.idle();
            } else if (element instanceof ReplayElement.Active<?>) {
                source.active();
            } else {
                source.end();
            }
        }

        @Override
        public void advanceClockBy(int step, int millis) {
            job.advanceClockTo(job.clock() + millis);
        }

        @Override
        public void snapshot(int step) {
            snapshot = job.checkpoint();
        }

        @Override
        public void crash(int step) {
            long clock = job.clock();
            job.close();
            taken.clear();
            Simulation now = simulation.withClock(clock);
            job = snapshot == null ? now.start() : now.restore(snapshot);
        }

        @Override
        public List<Arrived> takeNew(String sink) {
            List<Arrived> arrived = new ArrayList<>();
            for (int subtask = 0; subtask < 3; subtask++) {
                List<Element> elements = job.sink(sink).elements(subtask);
                int from =
                        taken.computeIfAbsent(sink, s -> new HashMap<>()).getOrDefault(subtask, 0);
                for (Element element : elements.subList(from, elements.size())) {
                    if (element instanceof Element.Record record) {
                        arrived.add(row(subtask, record.value(), record.timestamp()));
                    } else if (element instanceof Element.Watermark watermark) {
                        arrived.add(RandomPipelineRun.watermark(subtask, watermark.timestamp()));
                    }
                }
                taken.get(sink).put(subtask, elements.size());
            }
            return arrived;
        }

        @Override
        public void close() {
            job.close();
        }
    }

    private static final class Real implements Runtime {
        private final ReplayRun run;
        private final Lockstep job;
        private final Map<String, Integer> taken = new HashMap<>();
        private final Map<String, Integer> takenInSnapshot = new HashMap<>();

        Real(ReplayRun run, Lockstep job) {
            this.run = run;
            this.job = job;
        }

        @Override
        public void deliver(
                int step,
                String source,
                int subtask,
                ReplayElement<Tuple2<Integer, String>> element) {
            job.step(step);
            job.deliver(source, subtask, copied(element));
        }

        /** The gate hands out what it was given, and functions change it. */
        private static ReplayElement<Tuple2<Integer, String>> copied(
                ReplayElement<Tuple2<Integer, String>> element) {
            return element instanceof ReplayElement.Data<Tuple2<Integer, String>> data
                    ? new ReplayElement.Data<>(data.value().copy(), data.timestamp())
                    : element;
        }

        @Override
        public void advanceClockBy(int step, int millis) {
            job.step(step);
            job.advanceClockTo(job.clock() + millis);
        }

        @Override
        public void snapshot(int step) {
            job.step(step);
            job.snapshot();
            takenInSnapshot.clear();
            takenInSnapshot.putAll(run.sinkPositions());
        }

        @Override
        public void crash(int step) {
            job.step(step);
            job.crash();
            taken.clear();
            taken.putAll(takenInSnapshot);
        }

        @Override
        public List<Arrived> takeNew(String sink) {
            List<Collected<Tuple2<Integer, String>>> all = run.collected(sink);
            int from = taken.getOrDefault(sink, 0);
            taken.put(sink, all.size());
            return all.subList(from, all.size()).stream().map(Real::arrived).toList();
        }

        private static Arrived arrived(Collected<Tuple2<Integer, String>> collected) {
            return collected instanceof Collected.Row<Tuple2<Integer, String>> row
                    ? row(row.subtask(), row.value(), row.timestamp())
                    : watermark(
                            collected.subtask(), ((Collected.Watermark<?>) collected).timestamp());
        }

        @Override
        public void close() {
            job.close();
        }
    }
}
