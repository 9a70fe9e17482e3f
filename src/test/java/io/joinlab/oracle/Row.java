package io.joinlab.oracle;

import io.joinlab.join.JoinedRow;
import java.util.Comparator;

/**
 * A joined row and its place in the output.
 *
 * @param moment the index of the moment at which it is emitted
 * @param order its place among the rows of that moment and its key
 */
record Row(int moment, long order, JoinedRow joined) {
    static final Comparator<Row> IN_ORDER =
            Comparator.comparingInt(Row::moment).thenComparingLong(Row::order);
}
