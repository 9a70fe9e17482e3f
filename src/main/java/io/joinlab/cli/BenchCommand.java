package io.joinlab.cli;

import io.joinlab.report.Ink;
import io.joinlab.yaml.InputException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code joinlab bench}: runs the benchmarks and holds their ratios against what is promised. They
 * are compiled by the Maven profile {@code bench} only, so they are called by name.
 */
@Command(
        name = "bench",
        description = "Run the benchmarks; ratios of one run, against what joinlab promises.",
        mixinStandardHelpOptions = true,
        versionProvider = Joinlab.Version.class)
final class BenchCommand implements Callable<Integer> {
    private static final String BENCHMARKS = "io.joinlab.bench.Benchmarks";

    private final Console console;
    private final Path home;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    /**
     * What a figure has to be.
     *
     * @param what what it is, for people
     * @param value what was measured
     * @param unit of the value
     * @param limit the least or most that is promised
     * @param atMost whether the limit is the most
     */
    private record Promise(String what, double value, String unit, double limit, boolean atMost) {
        boolean isKept() {
            return atMost ? value <= limit : value >= limit;
        }
    }

    BenchCommand(Console console, Path home) {
        this.console = console;
        this.home = home;
    }

    @Override
    public Integer call() throws Exception {
        Map<String, Double> scores = scores();
        double simulator = scores.get("ScenarioBenchmark.simulator");
        double miniCluster = scores.get("ScenarioBenchmark.miniCluster");
        double simulatedJoin = scores.get("IntervalJoinBenchmark.simulator");
        double kafkaJoin = scores.get("IntervalJoinBenchmark.topologyTestDriver");
        List<Promise> promises =
                List.of(
                        new Promise(
                                "a scenario of 20 events in the simulator",
                                simulator,
                                "ms",
                                2,
                                true),
                        new Promise(
                                "the same pipeline on a warm MiniCluster takes",
                                miniCluster / simulator,
                                "times as long",
                                50,
                                false),
                        new Promise(
                                "the interval join in the simulator is",
                                simulatedJoin / kafkaJoin,
                                "times as fast as in Kafka's TopologyTestDriver",
                                10,
                                false),
                        new Promise(
                                "exploring all schedules of a scenario of 20 events runs",
                                scores.get("ExploreBenchmark.all"),
                                "of them a second",
                                1_000,
                                false),
                        new Promise(
                                "sampling schedules of it runs",
                                scores.get("ExploreBenchmark.sampled"),
                                "of them a second",
                                1_000,
                                false));
        if (json) {
            console.printJson(document(scores, promises));
        } else {
            print(scores, promises);
        }
        return promises.stream().allMatch(Promise::isKept) ? Joinlab.OK : Joinlab.CHECK_FAILED;
    }

    @SuppressWarnings("unchecked")
    private Map<String, Double> scores() throws Exception {
        Class<?> benchmarks;
        try {
            benchmarks = Class.forName(BENCHMARKS);
        } catch (ClassNotFoundException e) {
            throw new InputException(
                    "bench",
                    0,
                    "the benchmarks are not compiled; run ./joinlab bench, or mvn -Pbench compile"
                            + " exec:java",
                    e);
        }
        String fixtures = home.resolve("fixtures").toAbsolutePath().toString();
        console.progress("measuring; this takes some minutes");
        try {
            return (Map<String, Double>)
                    benchmarks
                            .getMethod("run", String.class, boolean.class)
                            .invoke(null, fixtures, true);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private void print(Map<String, Double> scores, List<Promise> promises) {
        scores.forEach(
                (benchmark, score) -> console.print("%-44s %,16.2f".formatted(benchmark, score)));
        console.print("");
        for (Promise promise : promises) {
            String verdict =
                    "%s %.2f %s (promised: at %s %.0f)"
                            .formatted(
                                    promise.what(),
                                    promise.value(),
                                    promise.unit(),
                                    promise.atMost() ? "most" : "least",
                                    promise.limit());
            console.print(console.paint(promise.isKept() ? Ink.GOOD : Ink.BAD, verdict));
        }
    }

    private static Map<String, Object> document(
            Map<String, Double> scores, List<Promise> promises) {
        List<Object> ratios = new ArrayList<>();
        for (Promise promise : promises) {
            Map<String, Object> ratio = new LinkedHashMap<>();
            ratio.put("what", promise.what());
            ratio.put("value", promise.value());
            ratio.put("unit", promise.unit());
            ratio.put(promise.atMost() ? "atMost" : "atLeast", promise.limit());
            ratio.put("kept", promise.isKept());
            ratios.add(ratio);
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("scores", scores);
        document.put("promises", ratios);
        return document;
    }
}
