package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.TableSchema;
import java.io.Serializable;
import java.util.Locale;
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

    /** What an event must carry for a join to take it. */
    private interface Requirement extends Serializable {
        /** Why the join can't take the event; its image is there. */
        Optional<String> reasonToDrop(ChangeEvent event, RowImage image);
    }

    private final Side side;
    private final Requirement requirement;

    private JoinGuard(Side side, Requirement requirement) {
        this.side = side;
        this.requirement = requirement;
    }

    /**
     * The guard of a join that takes each event for a row.
     *
     * @param time the time that the pipeline assigns after this guard; {@code null} if it assigns
     *     none
     */
    static JoinGuard ofRows(Side side, JoinOptions.Keys keys, JoinType type, EventTimeField time) {
        return new JoinGuard(side, new Row(keys.of(side), type.keeps(side), time));
    }

    /** The guard of a join of tables, which takes each event for a change of a row. */
    static JoinGuard ofChanges(Side side, JoinOptions.Keys keys, TableSchema table) {
        return new JoinGuard(side, new Change(PrimaryKey.of(table), keys.of(side)));
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
        if (event.op() == Op.TRUNCATE) {
            return Optional.of("truncate carries no row image");
        }
        RowImage image = event.image();
        if (image == null) {
            return Optional.of(
                    event.op().name().toLowerCase(Locale.ROOT) + " carries no row image");
        }
        return requirement.reasonToDrop(event, image);
    }

    private record Row(String joinColumn, boolean keepsNullKeys, EventTimeField time)
            implements Requirement {

        @Override
        public Optional<String> reasonToDrop(ChangeEvent event, RowImage image) {
            if (!image.has(joinColumn)) {
                return Optional.of("join key " + joinColumn + " is missing");
            }
            if (image.get(joinColumn) == null && !keepsNullKeys) {
                return Optional.of("join key " + joinColumn + " is NULL");
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

    /** A row whose join key is NULL is known, too: it may get another one. */
    private record Change(PrimaryKey primaryKey, String joinColumn) implements Requirement {

        @Override
        public Optional<String> reasonToDrop(ChangeEvent event, RowImage image) {
            Optional<String> absent = primaryKey.absentIn(image);
            if (absent.isPresent()) {
                return absent.map(column -> "primary key " + column + " is missing");
            }
            if (event.op() != Op.DELETE && !image.has(joinColumn)) {
                return Optional.of("join key " + joinColumn + " is missing");
            }
            return Optional.empty();
        }
    }
}
