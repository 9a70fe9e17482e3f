package io.joinlab.bench;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks; called by {@code joinlab bench}. */
public final class Benchmarks {
    private Benchmarks() {}

    /**
     * Runs all benchmarks, with JMH's progress on stdout.
     *
     * @param fixtures the directory of the datasets
     * @param quiet no progress
     * @return each benchmark's score by {@code Class.method}: ms for scenarios, events a second for
     *     joins
     * @throws RunnerException if JMH can't run them
     */
    public static Map<String, Double> run(String fixtures, boolean quiet) throws RunnerException {
        System.setProperty("java.class.path", classPath());
        // JMH's lock is a file in the common temp directory, which only its first user can write.
        System.setProperty("jmh.ignoreLock", "true");
        Collection<RunResult> results =
                new Runner(
                                new OptionsBuilder()
                                        .include("io\\.joinlab\\.bench\\..*Benchmark\\..*")
                                        .verbosity(quiet ? VerboseMode.SILENT : VerboseMode.NORMAL)
                                        .shouldFailOnError(true)
                                        .jvmArgs(
                                                "-Xmx2g",
                                                "--add-opens=java.base/java.util=ALL-UNNAMED",
                                                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                                                "-Djoinlab.fixtures=" + fixtures)
                                        .build())
                        .run();
        Map<String, Double> scores = new LinkedHashMap<>();
        for (RunResult result : results) {
            String name = result.getParams().getBenchmark().replace("io.joinlab.bench.", "");
            scores.put(name, result.getPrimaryResult().getScore());
        }
        return scores;
    }

    /** JMH's forks need a class path; under exec:java ours is in a class loader. */
    private static String classPath() {
        if (!(Benchmarks.class.getClassLoader() instanceof URLClassLoader loader)) {
            return System.getProperty("java.class.path");
        }
        StringBuilder path = new StringBuilder();
        for (URL url : loader.getURLs()) {
            try {
                path.append(new File(url.toURI()).getPath()).append(File.pathSeparator);
            } catch (URISyntaxException e) {
                throw new IllegalStateException("unusable class path entry " + url, e);
            }
        }
        return path.toString();
    }
}
