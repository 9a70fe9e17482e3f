package io.joinlab.cli;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.JoinedRow;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.StepDifference;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Runs as a JSON document. Times are epoch milliseconds; decimals and timestamps in rows are text,
 * so that they stay exact.
 */
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
        document.put("joined", rows(outcome.joined(), RunDocument::joined));
        document.put(
                "late",
                rows(
                        outcome.late(),
                        (row, late) -> {
                            row.put("side", late.side().label());
                            row.put("event", event(late.event()));
                        }));
        document.put(
                "dropped",
                rows(
                        outcome.dropped(),
                        (row, dropped) -> {
                            row.put("side", dropped.side().label());
                            row.put("event", event(dropped.event()));
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

    static void joined(Map<String, Object> row, JoinedRow joined) {
        if (joined.relation() instanceof JoinedRow.Timeless) {
            row.put("kind", joined.kind().shortString());
        }
        row.put("left", event(joined.left()));
        row.put("right", event(joined.right()));
        if (joined.relation() instanceof JoinedRow.Window window) {
            Map<String, Object> bounds = new LinkedHashMap<>();
            bounds.put("start", window.start());
            bounds.put("end", window.end());
            row.put("window", bounds);
        } else if (joined.relation() instanceof JoinedRow.Distance distance) {
            row.put("distance", distance.millis());
        } else if (joined.relation() instanceof JoinedRow.Version version) {
            row.put("version", version.validFrom());
        }
    }

    static Map<String, Object> event(ChangeEvent event) {
        if (event == null) {
            return null;
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("op", event.op().code());
        document.put("row", image(event.image()));
        return document;
    }

    static Map<String, Object> image(RowImage image) {
        if (image == null) {
            return null;
        }
        Map<String, Object> document = image.toMap();
        document.replaceAll((column, value) -> value(value));
        return document;
    }

    private static Object value(Object value) {
        if (value == null
                || value instanceof Boolean
                || value instanceof Long
                || value instanceof Double
                || value instanceof String) {
            return value;
        }
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
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
