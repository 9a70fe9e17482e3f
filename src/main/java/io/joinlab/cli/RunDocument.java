package io.joinlab.cli;

import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.RowDocument;
import io.joinlab.scenario.StepDifference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Runs as a JSON document. Times are epoch milliseconds. */
final class RunDocument {
    private RunDocument() {}

    static Map<String, Object> of(RunCommand.Runtime runtime, List<RunResult> results) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("runtime", runtime.name());
        document.put("asExpected", results.stream().allMatch(RunResult::asExpected));
        document.put(
                "scenarios", results.stream().map(result -> scenario(runtime, result)).toList());
        return document;
    }

    private static Map<String, Object> scenario(RunCommand.Runtime runtime, RunResult result) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("file", result.scenario().file().toString());
        document.put("title", result.scenario().title());
        document.put("variant", result.scenario().variant().name());
        document.put("dataset", result.scenario().dataset().name());
        document.put("asExpected", result.asExpected());
        if (result.failure() != null) {
            document.put("failure", result.failure().getMessage());
            return document;
        }
        document.put("updated", result.updated());
        document.put("outcome", outcome(result.trace().outcome()));
        if (runtime == RunCommand.Runtime.sim) {
            document.put(
                    "watermarks",
                    rows(
                            result.trace().watermarks(),
                            (row, watermark) -> row.put("watermark", watermark)));
        }
        if (result.bySystemClock()) {
            document.put("violations", result.violations());
        } else {
            document.put(
                    "differences",
                    result.comparison().differences().stream()
                            .map(RunDocument::difference)
                            .toList());
        }
        return document;
    }

    private static Map<String, Object> outcome(Outcome outcome) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("joined", rows(outcome.joined(), RowDocument::joined));
        document.put(
                "late",
                rows(
                        outcome.late(),
                        (row, late) -> {
                            row.put("side", late.side().label());
                            row.put("event", RowDocument.event(late.event()));
                        }));
        document.put(
                "dropped",
                rows(
                        outcome.dropped(),
                        (row, dropped) -> {
                            row.put("side", dropped.side().label());
                            row.put("event", RowDocument.event(dropped.event()));
                            row.put("reason", dropped.reason());
                        }));
        document.put(
                "malformed",
                rows(
                        outcome.malformed(),
                        (row, malformed) -> {
                            row.put("side", malformed.side().label());
                            row.put("raw", malformed.line().raw());
                            row.put("reason", malformed.line().reason());
                        }));
        document.put("ignored", outcome.ignored());
        return document;
    }

    private static Map<String, Object> difference(StepDifference difference) {
        boolean wholeRun = difference.step() == StepDifference.WHOLE_RUN;
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("step", wholeRun ? null : difference.step());
        document.put("section", difference.section());
        document.put("expected", difference.expected());
        document.put("actual", difference.actual());
        return document;
    }

    private static <T> List<Map<String, Object>> rows(
            List<Emission<T>> emissions, BiConsumer<Map<String, Object>, T> content) {
        return emissions.stream()
                .map(
                        emission -> {
                            Map<String, Object> row = new LinkedHashMap<>();
                            row.put("step", emission.step());
                            content.accept(row, emission.value());
                            return row;
                        })
                .toList();
    }
}
