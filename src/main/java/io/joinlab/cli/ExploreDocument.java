package io.joinlab.cli;

import io.joinlab.cdc.ParseResult;
import io.joinlab.explore.ExplorationResult;
import io.joinlab.explore.Outcome;
import io.joinlab.explore.Schedule;
import io.joinlab.explore.Schedules;
import io.joinlab.join.ChangelogFold;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.SideEvent;
import io.joinlab.scenario.RowDocument;
import io.joinlab.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Explorations and replays as JSON documents. */
final class ExploreDocument {
    private ExploreDocument() {}

    static Map<String, Object> of(
            Scenario scenario,
            Schedules wanted,
            ExplorationResult result,
            Map<Integer, Path> files) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("file", scenario.file().toString());
        document.put("title", scenario.title());
        document.put("variant", scenario.variant().name());
        document.put("sampled", wanted instanceof Schedules.Sampled);
        document.put("complete", result.complete());
        document.put("coverage", result.coverage());
        document.put("schedules", result.schedules());
        document.put("redundant", result.redundant());
        List<Map<String, Object>> outcomes = new ArrayList<>();
        List<Map<String, Object>> atLeastOnce = new ArrayList<>();
        for (ExploreCommand.Titled each : ExploreCommand.found(result)) {
            boolean exactlyOnce = each.number() <= result.outcomes().size();
            (exactlyOnce ? outcomes : atLeastOnce).add(found(each, files));
        }
        document.put("outcomes", outcomes);
        document.put("atLeastOnceOutcomes", atLeastOnce.isEmpty() ? outcomes : atLeastOnce);
        return document;
    }

    private static Map<String, Object> found(ExploreCommand.Titled each, Map<Integer, Path> files) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("number", each.number());
        document.put("schedules", each.found().schedules());
        document.put("departures", departures(each.found().shortest()));
        document.put("scheduleFile", text(files.get(each.number())));
        document.putAll(outcome(each.found().outcome()));
        return document;
    }

    private static String text(Path path) {
        return path == null ? null : path.toString();
    }

    private static List<Map<String, Object>> departures(Schedule schedule) {
        return schedule.departures().stream()
                .map(
                        departure -> {
                            Map<String, Object> document = new LinkedHashMap<>();
                            document.put("at", departure.at());
                            document.put("take", departure.take());
                            return document;
                        })
                .toList();
    }

    static Map<String, Object> outcome(Outcome outcome) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("failure", outcome.failure());
        Map<String, Object> sinks = new LinkedHashMap<>();
        outcome.sinks()
                .forEach(
                        (sink, values) -> {
                            List<Map<String, Object>> rows = new ArrayList<>();
                            values.forEach((value, count) -> rows.add(row(value, count)));
                            sinks.put(sink, rows);
                        });
        document.put("sinks", sinks);
        return document;
    }

    private static Map<String, Object> row(Object value, int count) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("count", count);
        if (value instanceof JoinedRow joined) {
            RowDocument.joined(row, joined);
        } else if (value instanceof ChangelogFold.Row folded) {
            row.put("left", RowDocument.image(folded.left()));
            row.put("right", RowDocument.image(folded.right()));
        } else if (value instanceof SideEvent late) {
            row.put("side", late.side().label());
            row.put("event", RowDocument.event(late.event()));
        } else if (value instanceof DroppedRow dropped) {
            row.put("side", dropped.side().label());
            row.put("event", RowDocument.event(dropped.event()));
            row.put("reason", dropped.reason());
        } else if (value instanceof ParseResult.Malformed malformed) {
            row.put("raw", malformed.raw());
            row.put("reason", malformed.reason());
        }
        return row;
    }
}
