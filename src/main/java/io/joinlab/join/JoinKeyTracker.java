package io.joinlab.join;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Tells every join key which rows it gets and which ones leave it. Keyed by primary key, it
 * remembers the join key that each row has, so that
 *
 * <ul>
 *   <li>a row whose join key changes leaves the old one before it comes to the new one,
 *   <li>a delete finds its row, even if it does not say what the row was,
 *   <li>a delete of a row that is not there goes no further.
 * </ul>
 */
final class JoinKeyTracker extends KeyedProcessFunction<String, RowChange, RowChange> {
    private static final long serialVersionUID = 1L;

    private final StateTtl ttl;

    private transient ValueState<String> joinKey;

    JoinKeyTracker(StateTtl ttl) {
        this.ttl = ttl;
    }

    @Override
    public void open(OpenContext context) {
        joinKey =
                getRuntimeContext()
                        .getState(ttl.limit(new ValueStateDescriptor<>("join key", Types.STRING)));
    }

    @Override
    public void processElement(RowChange change, Context context, Collector<RowChange> out)
            throws Exception {
        String last = joinKey.value();
        if (last != null && !last.equals(change.joinKey())) {
            out.collect(new RowChange(change.primaryKey(), last, null));
        }
        if (change.row() == null) {
            joinKey.clear();
        } else {
            joinKey.update(change.joinKey());
            out.collect(change);
        }
    }
}
