package io.joinlab.bench;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.SourceInfo;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import java.util.ArrayList;
import java.util.List;

/** Made-up inserts of products and orders, the sides taking turns, times going up. */
final class ChangeEvents {
    private static final List<String> PRODUCT = List.of("id", "name");
    private static final List<String> ORDER = List.of("order_id", "order_name", "product_id");

    private ChangeEvents() {}

    /** {@code count} events over {@code keys} keys, {@code stepMs} milliseconds apart; {@code ts_ms} is the event's time. */
    static List<SideEvent> alternating(int count, int keys, long stepMs) {
        List<SideEvent> events = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long key = (i / 2) % keys;
            long time = i * stepMs;
            if (i % 2 == 0) {
                RowImage row = RowImage.of(PRODUCT, List.of(key, "product " + key));
                events.add(new SideEvent(Side.LEFT, insert(row, "products", time)));
            } else {
                RowImage row = RowImage.of(ORDER, List.of((long) i, "order " + i, key));
                events.add(new SideEvent(Side.RIGHT, insert(row, "orders", time)));
            }
        }
        return events;
    }

    private static ChangeEvent insert(RowImage row, String table, long time) {
        SourceInfo source = new SourceInfo("mysql", "bench", null, table, time, false, "");
        return new ChangeEvent(Op.CREATE, null, row, source, time);
    }
}
