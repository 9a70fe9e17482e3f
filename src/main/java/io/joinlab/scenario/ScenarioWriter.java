package io.joinlab.scenario;

import io.joinlab.join.Side;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes a scenario that was made in memory as a file that {@link ScenarioReader} reads. */
public final class ScenarioWriter {

    private ScenarioWriter() {}

    /**
     * The file's text; it expects nothing. Snapshots and crashes can be part of it.
     *
     * @param options the options by name, in a scenario's notation
     * @param line which line of its side's recording a delivery is of; if of none, its text is
     *     written as {@code raw}
     */
    public static String write(
            Scenario scenario,
            Map<String, String> options,
            Function<Step.Deliver, OptionalInt> line) {
        StringBuilder yaml = new StringBuilder();
        yaml.append("title: ").append(Notation.text(scenario.title())).append('\n');
        if (!scenario.about().isEmpty()) {
            yaml.append("about: ").append(Notation.text(scenario.about())).append('\n');
        }
        yaml.append("variant: ").append(scenario.variant().name()).append('\n');
        if (!options.isEmpty()) {
            yaml.append("options:\n");
            options.forEach(
                    (name, value) ->
                            yaml.append("  ").append(name).append(": ").append(value).append('\n'));
        }
        yaml.append("steps:\n");
        for (Step step : scenario.steps()) {
            yaml.append("  - ").append(step(step, line)).append('\n');
        }
        return yaml.append("expect: {}\n").toString();
    }

    private static String step(Step step, Function<Step.Deliver, OptionalInt> line) {
        if (step instanceof Step.Deliver deliver) {
            OptionalInt recorded = line.apply(deliver);
            String what =
                    recorded.isPresent()
                            ? Integer.toString(recorded.getAsInt())
                            : "{raw: " + Notation.text(deliver.raw()) + "}";
            String at =
                    deliver.timestamp() == null
                            ? ""
                            : "\n    at: " + Notation.time(deliver.timestamp());
            return deliver.side().label() + ": " + what + at;
        } else if (step instanceof Step.Watermark watermark) {
            String left =
                    watermark.left() == null ? "" : "left: " + Notation.time(watermark.left());
            String right =
                    watermark.right() == null ? "" : "right: " + Notation.time(watermark.right());
            String both = left.isEmpty() || right.isEmpty() ? left + right : left + ", " + right;
            return "watermark: {" + both + "}";
        } else if (step instanceof Step.Clock clock) {
            return "clock: " + Notation.time(clock.to());
        } else if (step instanceof Step.Idle idle) {
            return "idle: " + sides(idle.sides());
        } else if (step instanceof Step.Active active) {
            return "active: " + sides(active.sides());
        } else if (step instanceof Step.End end) {
            return "end: " + sides(end.sides());
        }
        return step instanceof Step.Snapshot ? "snapshot" : "crash";
    }

    private static String sides(List<Side> sides) {
        return sides.size() == Side.values().length
                ? "both"
                : sides.stream().map(Side::label).collect(Collectors.joining());
    }
}
