package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.RowImage;
import java.math.BigDecimal;
import org.apache.flink.api.java.functions.KeySelector;

/**
 * The key by which a change event is partitioned and compared: its join column as text, so that an
 * INT joins a BIGINT and a VARCHAR.
 *
 * <p>Flink can't partition by null: a null key fails the whole job. NULL becomes a key of its own
 * for each side instead, which the other side never has. So it matches nothing, as in SQL, and an
 * outer join still sees the row. All NULLs of one side meet in one subtask.
 */
public final class JoinKey implements KeySelector<ChangeEvent, String> {
    private static final long serialVersionUID = 1L;

    private final Side side;
    private final String column;

    /** The key of one side's events, taken from {@code column} of {@link ChangeEvent#image()}. */
    public JoinKey(Side side, JoinOptions.Keys keys) {
        this.side = side;
        this.column = keys.of(side);
    }

    @Override
    public String getKey(ChangeEvent event) {
        RowImage image = event.image();
        Object value = image.has(column) ? image.get(column) : null;
        if (value == null) {
            return "NULL of " + side.label();
        }
        return of(value);
    }

    /** The key of a value that is not NULL. */
    static String of(Object value) {
        return "=" + text(value);
    }

    /** 1.50 and 1.5 are the same number, so they must be the same key. */
    static String text(Object value) {
        return value instanceof BigDecimal decimal
                ? decimal.stripTrailingZeros().toPlainString()
                : value.toString();
    }
}
