package io.joinlab.explore;

import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * What a job has brought out: for each sink how often each value came, whatever the order, or the
 * failure that ended it.
 *
 * @param sinks by name, in the pipeline's order; a sink that received nothing has an empty map
 * @param failure the message; {@code null} if the job did not fail
 */
public record Outcome(Map<String, Map<Object, Integer>> sinks, @Nullable String failure) {

    /**
     * The values of a sink, each as often as it came, in no particular order.
     *
     * @throws IllegalArgumentException if there is no such sink
     */
    public List<Object> values(String sink) {
        Map<Object, Integer> counted = sinks.get(sink);
        if (counted == null) {
            throw new IllegalArgumentException(
                    "There is no sink '"
                            + sink
                            + "'; there is "
                            + String.join(", ", sinks.keySet()));
        }
        return counted.entrySet().stream()
                .flatMap(
                        entry ->
                                java.util.Collections.nCopies(
                                        Math.max(0, entry.getValue()), entry.getKey())
                                        .stream())
                .toList();
    }
}
