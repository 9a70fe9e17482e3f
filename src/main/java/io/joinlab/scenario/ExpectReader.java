package io.joinlab.scenario;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.ParseResult;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import io.joinlab.join.Variant;
import io.joinlab.yaml.YamlMap;
import io.joinlab.yaml.YamlNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.flink.types.RowKind;

/** Reads a scenario's {@code expect}. */
final class ExpectReader {
    private static final Map<String, RowKind> KINDS = kinds();

    private final Variant variant;
    private final int steps;
    private final Map<Side, RowReader> rows;

    /**
     * A reader.
     *
     * @param steps how many steps the scenario has
     * @param rows how to read the rows of each input
     */
    ExpectReader(Variant variant, int steps, Map<Side, RowReader> rows) {
        this.variant = variant;
        this.steps = steps;
        this.rows = rows;
    }

    Outcome read(YamlMap map) {
        map.rejectUnknown("joined", "late", "dropped", "malformed", "ignored");
        return new Outcome(
                emissions(map, "joined", this::joined),
                emissions(map, "late", this::late),
                emissions(map, "dropped", this::dropped),
                emissions(map, "malformed", this::malformed),
                map.find("ignored").map(ExpectReader::count).orElse(0L));
    }

    private <T> List<Emission<T>> emissions(
            YamlMap map, String section, Function<YamlMap, T> read) {
        return map.find(section)
                .map(YamlNode::asList)
                .map(list -> list.map(node -> emission(node.asMap(), read)))
                .orElse(List.of());
    }

    private <T> Emission<T> emission(YamlMap row, Function<YamlMap, T> read) {
        T value = read.apply(row);
        int step = row.integer("step");
        if (step < 1 || step > steps) {
            throw row.get("step").error("there is no step " + step + "; there are 1 to " + steps);
        }
        return new Emission<>(step, value);
    }

    private JoinedRow joined(YamlMap row) {
        row.rejectUnknown("step", "kind", "left", "right", "window", "distance", "version");
        ChangeEvent left = part(row, Side.LEFT);
        ChangeEvent right = part(row, Side.RIGHT);
        if (left == null && right == null) {
            throw row.error("a row needs a left or a right part");
        }
        if (left == null && !variant.type().keeps(Side.RIGHT)) {
            throw row.get("left").error(variant.name() + " keeps no unmatched right rows");
        }
        if (right == null && !variant.type().keeps(Side.LEFT)) {
            throw row.get("right").error(variant.name() + " keeps no unmatched left rows");
        }
        return new JoinedRow(left, right, relation(row, left != null && right != null), kind(row));
    }

    private RowKind kind(YamlMap row) {
        if (!variant.appendOnly()) {
            return row.choice("kind", KINDS);
        }
        reject(row, "kind", variant.name() + " takes no rows back; leave kind out");
        return RowKind.INSERT;
    }

    private ChangeEvent part(YamlMap row, Side side) {
        if (!row.has(side.label())) {
            throw row.error(
                    "missing key '%s'; write %s: null for a row that is alone"
                            .formatted(side.label(), side.label()));
        }
        return row.get(side.label()).isNull() ? null : event(row, side);
    }

    private JoinedRow.Relation relation(YamlMap row, boolean matched) {
        if (variant.relation() == JoinedRow.Timeless.class) {
            reject(row, "window", variant.name() + " has no windows; leave window out");
            reject(row, "distance", variant.name() + " goes by no time; leave distance out");
            reject(row, "version", variant.name() + " goes by no time; leave version out");
            return new JoinedRow.Timeless();
        }
        if (variant.relation() == JoinedRow.Window.class) {
            reject(row, "distance", variant.name() + " joins in windows; write window: [0s, 3s]");
            reject(row, "version", variant.name() + " joins in windows; write window: [0s, 3s]");
            List<YamlNode> bounds = row.list("window").items();
            if (bounds.size() != 2) {
                throw row.get("window")
                        .error("expected [start, end], the end exclusive, such as [0s, 3s]");
            }
            return new JoinedRow.Window(
                    PointInTime.read(bounds.get(0)), PointInTime.read(bounds.get(1)));
        }
        if (variant.relation() == JoinedRow.Version.class) {
            reject(row, "window", variant.name() + " has no windows; write version: 3s");
            reject(row, "distance", variant.name() + " joins versions; write version: 3s");
            if (!matched) {
                reject(row, "version", "a padded row has no version: none was valid");
                return new JoinedRow.Unmatched();
            }
            return new JoinedRow.Version(PointInTime.read(row.get("version")));
        }
        reject(row, "version", variant.name() + " has no versions; write distance: 500ms");
        reject(row, "window", variant.name() + " has no windows; write distance: 500ms");
        if (!matched) {
            reject(row, "distance", "a padded row has no distance: there is no second time");
            return new JoinedRow.Unmatched();
        }
        return new JoinedRow.Distance(row.duration("distance").toMillis());
    }

    private static void reject(YamlMap row, String key, String problem) {
        if (row.has(key)) {
            throw row.get(key).error(problem);
        }
    }

    private SideEvent late(YamlMap row) {
        Side side = side(row, "step");
        return new SideEvent(side, event(row, side));
    }

    private DroppedRow dropped(YamlMap row) {
        Side side = side(row, "step", "reason");
        return new DroppedRow(side, event(row, side), row.string("reason"));
    }

    private Outcome.SideMalformed malformed(YamlMap row) {
        Side side = side(row, "step", "reason");
        return new Outcome.SideMalformed(
                side, new ParseResult.Malformed(row.string(side.label()), row.string("reason")));
    }

    private static Side side(YamlMap row, String... others) {
        String[] known = java.util.Arrays.copyOf(others, others.length + 2);
        known[others.length] = "left";
        known[others.length + 1] = "right";
        row.rejectUnknown(known);
        if (row.has("left") == row.has("right")) {
            throw row.error("expected either left or right");
        }
        return row.has("left") ? Side.LEFT : Side.RIGHT;
    }

    private ChangeEvent event(YamlMap row, Side side) {
        EventNode node = EventNode.read(row.get(side.label()));
        RowImage image = node.image(rows.get(side));
        return node.op() == Op.DELETE
                ? new ChangeEvent(node.op(), image, null, null, 0)
                : new ChangeEvent(node.op(), null, image, null, 0);
    }

    private static Map<String, RowKind> kinds() {
        Map<String, RowKind> kinds = new LinkedHashMap<>();
        for (RowKind kind : RowKind.values()) {
            kinds.put(kind.shortString(), kind);
        }
        return kinds;
    }

    private static long count(YamlNode node) {
        int count = node.asInt();
        if (count < 0) {
            throw node.error("expected a count of at least 0");
        }
        return count;
    }
}
