package io.joinlab.scenario;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.JoinedRow;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Rows as parts of a JSON document. Times are epoch milliseconds; decimals and timestamps are text,
 * so that they stay exact.
 */
public final class RowDocument {
    private RowDocument() {}

    /**
     * Adds a joined row to a document: its sides, and how they lie in time.
     *
     * @param row the document
     */
    public static void joined(Map<String, Object> row, JoinedRow joined) {
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

    /** A change event; {@code null} for none. */
    public static Map<String, Object> event(ChangeEvent event) {
        if (event == null) {
            return null;
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("op", event.op().code());
        document.put("row", image(event.image()));
        return document;
    }

    /** A row image; {@code null} for none. */
    public static Map<String, Object> image(RowImage image) {
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
}
