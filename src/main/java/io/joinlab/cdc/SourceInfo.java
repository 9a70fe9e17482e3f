package io.joinlab.cdc;

/**
 * Where a change comes from: the parts of an envelope's {@code source} block that a join or a
 * reader needs.
 *
 * @param connector {@code mysql} or {@code postgresql}
 * @param database the database's name
 * @param schema the schema's name; {@code null} for MySQL, which has none
 * @param table the table's name
 * @param tsMs when the database committed the change, in epoch milliseconds; whole seconds in a
 *     MySQL binlog. Snapshot rows have 0, since nobody knows when they were committed; only with
 *     Flink CDC's log backfill switched off do they have the time at which they were read
 * @param snapshot whether Debezium marked the row as read by a snapshot; Flink CDC's incremental
 *     snapshot leaves the mark out, so go by {@link Op#READ}
 * @param position the place in the database's log, for people to read: {@code file:offset} or the
 *     LSN; empty where there is none
 */
public record SourceInfo(
        String connector,
        String database,
        String schema,
        String table,
        long tsMs,
        boolean snapshot,
        String position) {}
