package io.joinlab.oracle;

import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinType;
import io.joinlab.scenario.Datasets;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioReader;
import io.joinlab.scenario.ScenarioSimulation;
import io.joinlab.sim.Simulation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Regular joins of teachers and courses on the simulator, each compiled once. */
public final class RegularJoinJobs {
    private static final Path FIXTURES = Path.of("fixtures");
    private static final Map<List<Object>, Simulation> COMPILED = new ConcurrentHashMap<>();

    private RegularJoinJobs() {}

    /** The join of that type, ready to start. */
    public static Simulation of(JoinType type, JoinOptions.Keys keys, int parallelism) {
        return COMPILED.computeIfAbsent(
                List.of(type, keys, parallelism),
                key -> ScenarioSimulation.compile(scenario(type, keys, parallelism)).simulation());
    }

    private static Scenario scenario(JoinType type, JoinOptions.Keys keys, int parallelism) {
        String yaml =
                """
                title: any history
                variant: regular-changelog-%s
                options:
                  keys: {left: %s, right: %s}
                  parallelism: %d
                steps: []
                expect: {}
                """
                        .formatted(type.label(), keys.left(), keys.right(), parallelism);
        return new ScenarioReader(new Datasets(FIXTURES))
                .parse(FIXTURES.resolve("teacher-course/scenarios/any.yaml"), yaml);
    }
}
