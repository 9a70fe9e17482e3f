package io.joinlab.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Compares one section of two outcomes step by step, see {@link OutcomeComparison}.
 *
 * @param name the section's name
 * @param key the key of a row, within which order counts
 * @param same whether an actual row is what an expected row says
 * @param show a row as it stands in a scenario's file
 */
record SectionComparison<T>(
        String name,
        Function<T, Object> key,
        BiPredicate<T, T> same,
        Function<Emission<T>, String> show) {

    List<StepDifference> compare(List<Emission<T>> expected, List<Emission<T>> actual) {
        Map<Integer, List<Emission<T>>> expectedBySteps = bySteps(expected);
        Map<Integer, List<Emission<T>>> actualBySteps = bySteps(actual);
        Set<Integer> steps = new LinkedHashSet<>(expectedBySteps.keySet());
        steps.addAll(actualBySteps.keySet());

        Map<Integer, Unmatched<T>> differing = new TreeMap<>();
        for (int step : steps) {
            List<Emission<T>> wanted = expectedBySteps.getOrDefault(step, List.of());
            List<Emission<T>> got = actualBySteps.getOrDefault(step, List.of());
            if (!equal(wanted, got)) {
                differing.put(step, match(wanted, got));
            }
        }
        List<StepDifference> differences = new ArrayList<>();
        differing.forEach(
                (step, unmatched) ->
                        differences.add(
                                new StepDifference(
                                        step,
                                        name,
                                        shown(expectedBySteps.getOrDefault(step, List.of())),
                                        shown(actualBySteps.getOrDefault(step, List.of())),
                                        lines(unmatched, differing))));
        return differences;
    }

    private boolean equal(List<Emission<T>> expected, List<Emission<T>> actual) {
        Map<Object, List<Emission<T>>> expectedByKeys = byKeys(expected);
        Map<Object, List<Emission<T>>> actualByKeys = byKeys(actual);
        return expectedByKeys.keySet().equals(actualByKeys.keySet())
                && expectedByKeys.entrySet().stream()
                        .allMatch(
                                entry ->
                                        sameInOrder(
                                                entry.getValue(),
                                                actualByKeys.get(entry.getKey())));
    }

    private boolean sameInOrder(List<Emission<T>> expected, List<Emission<T>> actual) {
        if (expected.size() != actual.size()) {
            return false;
        }
        for (int i = 0; i < expected.size(); i++) {
            if (!same.test(expected.get(i).value(), actual.get(i).value())) {
                return false;
            }
        }
        return true;
    }

    /** The rows of a step that have no counterpart there, and those that have. */
    private record Unmatched<T>(
            List<Emission<T>> matched, List<Emission<T>> missing, List<Emission<T>> unexpected) {}

    private Unmatched<T> match(List<Emission<T>> expected, List<Emission<T>> actual) {
        List<Emission<T>> matched = new ArrayList<>();
        List<Emission<T>> missing = new ArrayList<>();
        List<Emission<T>> unexpected = new ArrayList<>(actual);
        for (Emission<T> wanted : expected) {
            int index = indexOf(wanted, unexpected);
            if (index < 0) {
                missing.add(wanted);
            } else {
                matched.add(unexpected.remove(index));
            }
        }
        return new Unmatched<>(matched, missing, unexpected);
    }

    private int indexOf(Emission<T> wanted, List<Emission<T>> among) {
        for (int i = 0; i < among.size(); i++) {
            if (same.test(wanted.value(), among.get(i).value())) {
                return i;
            }
        }
        return -1;
    }

    private List<String> lines(Unmatched<T> here, Map<Integer, Unmatched<T>> everywhere) {
        List<String> lines = new ArrayList<>();
        here.matched.forEach(row -> lines.add("  " + show.apply(row)));
        for (Emission<T> row : here.missing) {
            String hint =
                    everywhere.entrySet().stream()
                            .filter(other -> indexOf(row, other.getValue().unexpected) >= 0)
                            .findFirst()
                            .map(other -> "   (came at step " + other.getKey() + ")")
                            .orElse("");
            lines.add("- " + show.apply(row) + hint);
        }
        here.unexpected.forEach(row -> lines.add("+ " + show.apply(row)));
        return lines;
    }

    private List<String> shown(List<Emission<T>> rows) {
        return rows.stream().map(show).toList();
    }

    private Map<Integer, List<Emission<T>>> bySteps(List<Emission<T>> rows) {
        Map<Integer, List<Emission<T>>> bySteps = new LinkedHashMap<>();
        rows.forEach(row -> bySteps.computeIfAbsent(row.step(), s -> new ArrayList<>()).add(row));
        return bySteps;
    }

    private Map<Object, List<Emission<T>>> byKeys(List<Emission<T>> rows) {
        Map<Object, List<Emission<T>>> byKeys = new LinkedHashMap<>();
        rows.forEach(
                row ->
                        byKeys.computeIfAbsent(key.apply(row.value()), k -> new ArrayList<>())
                                .add(row));
        return byKeys;
    }
}
