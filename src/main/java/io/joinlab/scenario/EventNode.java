package io.joinlab.scenario;

import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.yaml.YamlMap;
import io.joinlab.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An event as a scenario writes it: the operation and the row image that stands for it, {@code {u:
 * {t_id: '001', t_name: 张三}}}.
 *
 * @param op the operation
 * @param image what stands under it
 * @param map the whole, for its other keys
 */
record EventNode(Op op, YamlNode image, YamlMap map) {
    private static final List<String> CODES = Arrays.stream(Op.values()).map(Op::code).toList();

    /**
     * Reads an event.
     *
     * @param others the other keys that it may have
     */
    static EventNode read(YamlNode node, String... others) {
        YamlMap map = node.asMap();
        List<String> known = new ArrayList<>(CODES);
        known.addAll(List.of(others));
        map.rejectUnknown(known.toArray(String[]::new));
        List<Op> ops = Arrays.stream(Op.values()).filter(op -> map.has(op.code())).toList();
        if (ops.size() != 1) {
            throw map.error(
                    "expected one operation ("
                            + String.join(", ", CODES)
                            + ") with its row, such as {c: {...}}");
        }
        Op op = ops.get(0);
        return new EventNode(op, map.get(op.code()), map);
    }

    /** The row image, {@code null} if there is none. */
    RowImage image(RowReader rows) {
        if (image.isNull()) {
            if (op != Op.DELETE && op != Op.TRUNCATE) {
                throw map.error(
                        "only d and t may have no row; write " + op.code() + ": {column: value}");
            }
        } else if (op == Op.TRUNCATE) {
            throw image.error("a truncate has no row; write t: null");
        }
        return rows.read(image);
    }
}
