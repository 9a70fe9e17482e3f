package io.joinlab.bench;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Column;
import io.joinlab.cdc.ColumnType;
import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.DecimalMode;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.SourceInfo;
import io.joinlab.cdc.TableSchema;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import java.util.ArrayList;
import java.util.List;

/** Made-up inserts of products and orders, the sides taking turns, times going up. */
final class ChangeEvents {
    /** The left table. */
    static final TableSchema PRODUCTS =
            table("products", column("id", "int"), column("name", "varchar(255)"));

    /** The right table. */
    static final TableSchema ORDERS =
            table(
                    "orders",
                    column("order_id", "int"),
                    column("order_name", "varchar(255)"),
                    column("product_id", "int"));

    private ChangeEvents() {}

    /**
     * {@code count} events over {@code keys} keys, {@code stepMs} milliseconds apart; {@code ts_ms}
     * is the event's time.
     */
    static List<SideEvent> alternating(int count, int keys, long stepMs) {
        List<SideEvent> events = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long key = (i / 2) % keys;
            long time = i * stepMs;
            if (i % 2 == 0) {
                RowImage row = RowImage.of(PRODUCTS.columnNames(), List.of(key, "product " + key));
                events.add(new SideEvent(Side.LEFT, insert(row, "products", time)));
            } else {
                RowImage row =
                        RowImage.of(ORDERS.columnNames(), List.of((long) i, "order " + i, key));
                events.add(new SideEvent(Side.RIGHT, insert(row, "orders", time)));
            }
        }
        return events;
    }

    private static TableSchema table(String name, Column... columns) {
        return new TableSchema(
                DatabaseKind.MYSQL,
                name,
                List.of(columns),
                List.of(columns[0].name()),
                DecimalMode.PRECISE);
    }

    private static Column column(String name, String type) {
        return new Column(name, ColumnType.parse(type).orElseThrow());
    }

    private static ChangeEvent insert(RowImage row, String table, long time) {
        SourceInfo source = new SourceInfo("mysql", "bench", null, table, time, false, "");
        return new ChangeEvent(Op.CREATE, null, row, source, time);
    }
}
