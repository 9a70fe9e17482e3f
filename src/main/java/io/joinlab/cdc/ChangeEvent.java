package io.joinlab.cdc;

import org.apache.flink.api.common.typeinfo.TypeInfo;

/**
 * One parsed Debezium envelope. Immutable, and so are its row images: a join can hold on to an
 * event and hand it on, but never change it.
 *
 * <p>It carries two different times. {@link #tsMs()} is when Debezium processed the change; {@link
 * SourceInfo#tsMs()} is when the database committed it.
 *
 * @param op what happened
 * @param before the row before the change; {@code null} for reads and inserts, and where the
 *     database did not log it (PostgreSQL without {@code REPLICA IDENTITY FULL})
 * @param after the row after the change; {@code null} for deletes and truncates
 * @param source where the change comes from
 * @param tsMs when Debezium processed the change, in epoch milliseconds: the envelope's top-level
 *     {@code ts_ms}
 */
@TypeInfo(ChangeEventTypeInfoFactory.class)
public record ChangeEvent(Op op, RowImage before, RowImage after, SourceInfo source, long tsMs) {

    /**
     * The one row image that stands for this event: the row before a delete, else the row after the
     * change.
     *
     * @return {@code null} for a truncate, and for a delete whose old row the database did not log
     */
    public RowImage image() {
        return op == Op.DELETE ? before : after;
    }
}
