package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.TableSchema;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/**
 * Reads change events as an upsert stream: a row is now this, or a row is gone. What an event says
 * of the row before is not relied on, since that may be missing (PostgreSQL without {@code REPLICA
 * IDENTITY FULL}) or older than what the join knows (events that come again after a restart).
 */
final class RowChanges implements FlatMapFunction<ChangeEvent, RowChange> {
    private static final long serialVersionUID = 1L;

    private final PrimaryKey primaryKey;
    private final String joinColumn;
    private final String nullKey;

    RowChanges(Side side, TableSchema table, JoinOptions.Keys keys) {
        this.primaryKey = PrimaryKey.of(table);
        this.joinColumn = keys.of(side);
        this.nullKey = "NULL of " + side.label() + " ";
    }

    @Override
    public void flatMap(ChangeEvent event, Collector<RowChange> out) {
        String row = primaryKey.of(event.image());
        if (event.op() == Op.DELETE) {
            out.collect(new RowChange(row, null, null));
            return;
        }
        RowImage before = event.before();
        if (before != null && primaryKey.absentIn(before).isEmpty()) {
            String rowBefore = primaryKey.of(before);
            if (!rowBefore.equals(row)) {
                // Debezium reports a delete and a create here, unless message.key.columns says that
                // another key counts.
                out.collect(new RowChange(rowBefore, null, null));
            }
        }
        ChangeEvent version =
                new ChangeEvent(event.op(), null, event.after(), event.source(), event.tsMs());
        out.collect(new RowChange(row, joinKey(row, event.after()), version));
    }

    /** A NULL matches nothing, so each has a key of its own; one for all would be a hot key. */
    private String joinKey(String row, RowImage image) {
        Object value = image.get(joinColumn);
        return value == null ? nullKey + row : JoinKey.of(value);
    }
}
