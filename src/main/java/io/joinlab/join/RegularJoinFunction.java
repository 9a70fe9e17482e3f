package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import java.util.Iterator;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * Keeps the rows that both tables have of a join key, and says what each change of one of them
 * changes in their join.
 *
 * <p>All rows of a key match each other, so a row is padded if and only if the other table has none
 * of this key. Flink's {@code StreamingJoinOperator}, which joins on other conditions, too, counts
 * the matches of every row instead.
 *
 * <p>Whatever replaces a row comes after that row was taken back, so that a table that is written
 * by key never loses the new one.
 */
final class RegularJoinFunction
        extends KeyedCoProcessFunction<String, RowChange, RowChange, JoinedRow> {
    private static final long serialVersionUID = 1L;

    private final JoinType type;
    private final StateTtl ttl;

    private transient Table left;
    private transient Table right;

    RegularJoinFunction(JoinType type, StateTtl ttl) {
        this.type = type;
        this.ttl = ttl;
    }

    /** One table's rows of the current join key, by primary key. */
    private record Table(Side side, MapState<String, ChangeEvent> rows) {}

    @Override
    public void open(OpenContext context) {
        left = table(Side.LEFT);
        right = table(Side.RIGHT);
    }

    private Table table(Side side) {
        MapStateDescriptor<String, ChangeEvent> rows =
                new MapStateDescriptor<>(
                        side.label(), Types.STRING, TypeInformation.of(ChangeEvent.class));
        return new Table(side, getRuntimeContext().getMapState(ttl.limit(rows)));
    }

    @Override
    public void processElement1(RowChange change, Context context, Collector<JoinedRow> out)
            throws Exception {
        apply(change, left, right, out);
    }

    @Override
    public void processElement2(RowChange change, Context context, Collector<JoinedRow> out)
            throws Exception {
        apply(change, right, left, out);
    }

    private void apply(RowChange change, Table own, Table other, Collector<JoinedRow> out)
            throws Exception {
        ChangeEvent before = own.rows.get(change.primaryKey());
        ChangeEvent after = change.row();
        if (before == null && after != null) {
            boolean first = type.keeps(other.side) && own.rows.isEmpty();
            own.rows.put(change.primaryKey(), after);
            insert(after, first, own.side, other, out);
        } else if (before != null && after == null) {
            own.rows.remove(change.primaryKey());
            boolean last = type.keeps(other.side) && own.rows.isEmpty();
            delete(before, last, own.side, other, out);
        } else if (before != null && before.image().equals(after.image())) {
            own.rows.put(change.primaryKey(), before); // no news, but a sign of life for the TTL
        } else if (before != null) {
            own.rows.put(change.primaryKey(), after);
            update(before, after, own.side, other, out);
        }
    }

    /**
     * @param first whether the other table's rows of this key were padded until now
     */
    private void insert(
            ChangeEvent row, boolean first, Side side, Table other, Collector<JoinedRow> out)
            throws Exception {
        Iterator<ChangeEvent> matches = other.rows.values().iterator();
        if (!matches.hasNext()) {
            padded(RowKind.INSERT, side, row, out);
        }
        while (matches.hasNext()) {
            ChangeEvent match = matches.next();
            if (first) {
                padded(RowKind.DELETE, other.side, match, out);
            }
            pair(RowKind.INSERT, side, row, match, out);
        }
    }

    /**
     * @param last whether the other table's rows of this key are padded from now on
     */
    private void delete(
            ChangeEvent row, boolean last, Side side, Table other, Collector<JoinedRow> out)
            throws Exception {
        Iterator<ChangeEvent> matches = other.rows.values().iterator();
        if (!matches.hasNext()) {
            padded(RowKind.DELETE, side, row, out);
        }
        while (matches.hasNext()) {
            ChangeEvent match = matches.next();
            pair(RowKind.DELETE, side, row, match, out);
            if (last) {
                padded(RowKind.INSERT, other.side, match, out);
            }
        }
    }

    private void update(
            ChangeEvent before, ChangeEvent after, Side side, Table other, Collector<JoinedRow> out)
            throws Exception {
        Iterator<ChangeEvent> matches = other.rows.values().iterator();
        if (!matches.hasNext()) {
            padded(RowKind.UPDATE_BEFORE, side, before, out);
            padded(RowKind.UPDATE_AFTER, side, after, out);
        }
        while (matches.hasNext()) {
            ChangeEvent match = matches.next();
            pair(RowKind.UPDATE_BEFORE, side, before, match, out);
            pair(RowKind.UPDATE_AFTER, side, after, match, out);
        }
    }

    private void padded(RowKind kind, Side side, ChangeEvent row, Collector<JoinedRow> out) {
        if (type.keeps(side)) {
            pair(kind, side, row, null, out);
        }
    }

    private static void pair(
            RowKind kind, Side side, ChangeEvent row, ChangeEvent match, Collector<JoinedRow> out) {
        out.collect(
                side == Side.LEFT
                        ? new JoinedRow(row, match, JoinedRow.TIMELESS, kind)
                        : new JoinedRow(match, row, JoinedRow.TIMELESS, kind));
    }
}
