package io.joinlab.oracle;

import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.oracle.Moment.Arrival;
import java.util.ArrayList;
import java.util.List;

/** What the rows of one window come to when it fires. */
final class Pairs {
    private Pairs() {}

    static List<Row> of(
            List<Arrival> contents,
            JoinType type,
            JoinedRow.Window window,
            int moment,
            long order) {
        List<Row> rows = new ArrayList<>();
        for (Arrival left : contents) {
            for (Arrival right : contents) {
                if (left.side() == Side.LEFT && right.side() == Side.RIGHT) {
                    rows.add(
                            new Row(
                                    moment,
                                    order,
                                    new JoinedRow(left.event(), right.event(), window)));
                }
            }
        }
        if (!rows.isEmpty()) {
            return rows;
        }
        for (Arrival alone : contents) {
            if (type.keeps(alone.side())) {
                boolean left = alone.side() == Side.LEFT;
                rows.add(
                        new Row(
                                moment,
                                order,
                                new JoinedRow(
                                        left ? alone.event() : null,
                                        left ? null : alone.event(),
                                        window)));
            }
        }
        return rows;
    }
}
