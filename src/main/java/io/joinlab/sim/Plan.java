package io.joinlab.sim;

import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.memory.MemoryManager;
import org.apache.flink.util.UserCodeClassLoader;

/**
 * A compiled pipeline: immutable, shared by all jobs.
 *
 * @param vertices sources first, then as the pipeline was built
 * @param sources by public name, in the order of the pipeline
 * @param sinks by public name, in the order of the pipeline
 */
record Plan(
        String jobName,
        List<VertexPlan> vertices,
        Map<String, VertexPlan> sources,
        Map<String, NodePlan> sinks,
        Map<NodePlan, VertexPlan> vertexOf,
        ExecutionConfig executionConfig,
        Configuration jobConfiguration,
        boolean checkpointingEnabled,
        UserCodeClassLoader classLoader,
        Lazy<MemoryManager> memoryManager) {

    VertexPlan vertexOfSource(String name) {
        return named("source", name, sources);
    }

    VertexPlan vertexOfSink(String name) {
        return vertexOf.get(named("sink", name, sinks));
    }

    private static <T> T named(String what, String name, Map<String, T> known) {
        T found = known.get(name);
        if (found == null) {
            throw new IllegalArgumentException(
                    known.isEmpty()
                            ? "There is no %s '%s': the pipeline has none".formatted(what, name)
                            : "There is no %s '%s'; there is %s"
                                    .formatted(what, name, String.join(", ", known.keySet())));
        }
        return found;
    }
}
