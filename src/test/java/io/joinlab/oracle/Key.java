package io.joinlab.oracle;

import io.joinlab.join.Side;
import java.math.BigDecimal;

/**
 * What must be equal for two rows to join. All NULLs of one side share a key that the other side
 * does not have, so that they match nothing.
 *
 * @param nullOf the side whose NULL it is; {@code null} for any other value
 * @param value the value, numbers without the zeros that end their fraction; {@code null} for NULL
 */
record Key(Side nullOf, Object value) {

    static Key of(Side side, Object value) {
        if (value == null) {
            return new Key(side, null);
        } else if (value instanceof Long whole) {
            return new Key(null, BigDecimal.valueOf(whole).stripTrailingZeros());
        } else if (value instanceof BigDecimal decimal) {
            return new Key(null, decimal.stripTrailingZeros());
        }
        return new Key(null, value);
    }
}
