package io.joinlab.live;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.ParseResult;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.TableSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The order of a snapshot's rows in a recording: by primary key. Flink CDC gives them none: it
 * passes the rows of a chunk through a hash map (its {@code SnapshotSplitReader}), so that they
 * come in another order from run to run, and line numbers would mean nothing.
 */
final class SnapshotOrder {

    private SnapshotOrder() {}

    private record Line(String text, ChangeEvent event) {}

    /**
     * The same lines, the snapshot's rows, which are the first, by primary key.
     *
     * @throws LiveException if a line is no change event of the table
     */
    static List<String> byPrimaryKey(
            List<String> lines, TableSchema schema, List<String> primaryKey) {
        EnvelopeParser parser = new EnvelopeParser(schema);
        List<Line> snapshot = new ArrayList<>();
        List<Line> changes = new ArrayList<>();
        for (String text : lines) {
            Line line = new Line(text, event(parser.parse(text)));
            boolean read = line.event().op() == Op.READ;
            if (read && !changes.isEmpty()) {
                throw new LiveException("A row of the snapshot came after a change: " + text, null);
            }
            (read ? snapshot : changes).add(line);
        }
        snapshot.sort(
                Comparator.comparing(
                        line -> line.event().after(),
                        (one, other) -> compare(one, other, primaryKey)));
        snapshot.addAll(changes);
        return snapshot.stream().map(Line::text).toList();
    }

    private static ChangeEvent event(ParseResult result) {
        if (result instanceof ParseResult.Parsed parsed) {
            return parsed.event();
        }
        if (result instanceof ParseResult.Malformed malformed) {
            throw new LiveException("Captured what can't be read: " + malformed.reason(), null);
        }
        throw new LiveException("Captured what is no change of a row: " + result, null);
    }

    private static int compare(RowImage one, RowImage other, List<String> columns) {
        for (String column : columns) {
            int order = compare(one.get(column), other.get(column));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int compare(Object one, Object other) {
        if (one instanceof Long number && other instanceof Long otherNumber) {
            return Long.compare(number, otherNumber);
        }
        return one.toString().compareTo(other.toString());
    }
}
