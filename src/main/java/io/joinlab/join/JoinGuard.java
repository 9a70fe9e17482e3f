package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Lets through what a join can take, and sends the rest to {@link #DROPPED} with the reason: one
 * event that can't be joined must neither fail the job nor vanish.
 */
final class JoinGuard extends ProcessFunction<ChangeEvent, ChangeEvent> {
    private static final long serialVersionUID = 1L;

    static final OutputTag<DroppedRow> DROPPED =
            new OutputTag<>("dropped", TypeInformation.of(DroppedRow.class));

    private final Side side;
    private final String keyColumn;
    private final boolean keepsNullKeys;
    private final EventTimeField time;

    /**
     * @param time the time that the pipeline assigns after this guard; {@code null} if it assigns
     *     none
     */
    JoinGuard(Side side, JoinOptions.Keys keys, JoinType type, EventTimeField time) {
        this.side = side;
        this.keyColumn = side == Side.LEFT ? keys.left() : keys.right();
        this.keepsNullKeys = type.keeps(side);
        this.time = time;
    }

    @Override
    public void processElement(ChangeEvent event, Context context, Collector<ChangeEvent> out) {
        Optional<String> reason = reasonToDrop(event);
        if (reason.isEmpty()) {
            out.collect(event);
        } else {
            context.output(DROPPED, new DroppedRow(side, event, reason.get()));
        }
    }

    private Optional<String> reasonToDrop(ChangeEvent event) {
        RowImage image = event.image();
        if (event.op() == Op.TRUNCATE) {
            return Optional.of("truncate carries no row image");
        }
        if (image == null) {
            return Optional.of(
                    event.op().name().toLowerCase(java.util.Locale.ROOT) + " carries no row image");
        }
        if (!image.has(keyColumn)) {
            return Optional.of("join key " + keyColumn + " is missing");
        }
        if (image.get(keyColumn) == null && !keepsNullKeys) {
            return Optional.of("join key " + keyColumn + " is NULL");
        }
        if (time != null) {
            try {
                EventTimes.of(event, time);
            } catch (IllegalArgumentException e) {
                return Optional.of(e.getMessage());
            }
        }
        return Optional.empty();
    }
}
