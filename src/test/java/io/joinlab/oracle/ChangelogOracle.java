package io.joinlab.oracle;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.ParseResult;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.ChangelogFold;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a join of tables must have given after each step of a scenario, straight from its
 * definition. A crash changes nothing: what came before it comes again.
 *
 * @param results the join after each step
 * @param dropped the events that name no row
 */
record ChangelogOracle(
        List<Map<ChangelogFold.Row, Integer>> results, List<Emission<DroppedRow>> dropped) {

    static ChangelogOracle of(Scenario scenario) {
        Map<Side, List<String>> primaryKeys =
                Map.of(
                        Side.LEFT, scenario.left().schema().primaryKey(),
                        Side.RIGHT, scenario.right().schema().primaryKey());
        Tables tables = new Tables(primaryKeys);
        List<Map<ChangelogFold.Row, Integer>> results = new ArrayList<>();
        List<Emission<DroppedRow>> dropped = new ArrayList<>();
        for (Step step : scenario.steps()) {
            if (step instanceof Step.Deliver deliver) {
                Side side = deliver.side();
                event(scenario, deliver)
                        .ifPresent(
                                event -> {
                                    if (namesARow(event, primaryKeys.get(side))) {
                                        tables.apply(side, event);
                                    } else {
                                        dropped.add(
                                                new Emission<>(
                                                        step.number(),
                                                        new DroppedRow(side, event, "")));
                                    }
                                });
            }
            results.add(tables.join(scenario.variant().type(), scenario.options().keys()));
        }
        return new ChangelogOracle(results, dropped);
    }

    private static Optional<ChangeEvent> event(Scenario scenario, Step.Deliver deliver) {
        EnvelopeParser parser = new EnvelopeParser(scenario.recording(deliver.side()).schema());
        return parser.parse(deliver.raw()) instanceof ParseResult.Parsed parsed
                ? Optional.of(parsed.event())
                : Optional.empty();
    }

    private static boolean namesARow(ChangeEvent event, List<String> primaryKey) {
        RowImage image = event.op() == Op.DELETE ? event.before() : event.after();
        return image != null
                && primaryKey.stream()
                        .allMatch(column -> image.has(column) && image.get(column) != null);
    }

    /** What a changelog leaves after each of so many steps. */
    static List<Map<ChangelogFold.Row, Integer>> folded(
            List<Emission<JoinedRow>> changelog, int steps) {
        List<Map<ChangelogFold.Row, Integer>> results = new ArrayList<>();
        ChangelogFold fold = new ChangelogFold();
        for (int number = 1; number <= steps; number++) {
            int step = number;
            changelog.stream()
                    .filter(emission -> emission.step() == step)
                    .forEach(emission -> fold.apply(emission.value()));
            results.add(Map.copyOf(fold.rows()));
        }
        return results;
    }
}
