package io.joinlab.cdc;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes change events that no database has made as raw envelopes, field by field as Flink CDC's
 * {@code JsonDebeziumDeserializationSchema} prints recorded ones (without their schema).
 */
public final class EnvelopeWriter {
    private static final String DEBEZIUM_VERSION = "1.9.8.Final";

    private final TableSpec table;
    private final TableSchema schema;

    /**
     * A writer for events of one table.
     *
     * @param table where the events are from
     * @param schema how its values are written
     */
    public EnvelopeWriter(TableSpec table, TableSchema schema) {
        this.table = table;
        this.schema = schema;
    }

    /**
     * The envelope's JSON text.
     *
     * @param before the row before the change; may be null
     * @param after the row after the change; may be null
     * @param tsMs the envelope's {@code ts_ms} and {@code source.ts_ms}, in epoch milliseconds
     * @param position the event's place in the database's log
     * @throws IllegalArgumentException if an image has a column that the table has not
     */
    public String write(Op op, RowImage before, RowImage after, long tsMs, long position) {
        Map<String, Object> envelope = new LinkedHashMap<>();
        envelope.put("before", image(before));
        envelope.put("after", image(after));
        envelope.put(
                "source",
                switch (table.database().kind()) {
                    case MYSQL -> mysql(op, tsMs, position);
                    case POSTGRESQL -> postgresql(tsMs, position);
                });
        envelope.put("op", op.code());
        envelope.put("ts_ms", tsMs);
        envelope.put("transaction", null);
        return JSON.toJSONString(envelope, JSONWriter.Feature.WriteMapNullValue);
    }

    private Map<String, Object> image(RowImage image) {
        if (image == null) {
            return null;
        }
        Map<String, Object> json = new LinkedHashMap<>();
        image.toMap()
                .forEach(
                        (name, value) -> {
                            Column column =
                                    schema.column(name)
                                            .orElseThrow(
                                                    () ->
                                                            new IllegalArgumentException(
                                                                    "table "
                                                                            + schema.table()
                                                                            + " has no column "
                                                                            + name));
                            json.put(name, ColumnEncoding.encode(value, column, schema));
                        });
        return json;
    }

    /** A row that a snapshot read stands at no place in the binlog. */
    private Map<String, Object> mysql(Op op, long tsMs, long position) {
        boolean logged = op != Op.READ;
        Map<String, Object> source = source("mysql", "mysql_binlog_source", tsMs);
        source.put("sequence", null);
        source.put("table", table.table());
        source.put("server_id", logged ? 1 : 0);
        source.put("gtid", null);
        source.put("file", logged ? "binlog.000001" : "");
        source.put("pos", logged ? position : 0);
        source.put("row", 0);
        source.put("thread", logged ? 0 : null);
        source.put("query", null);
        return source;
    }

    private Map<String, Object> postgresql(long tsMs, long position) {
        Map<String, Object> source = source("postgresql", "postgres_cdc_source", tsMs);
        source.put("sequence", "[null,\"" + position + "\"]");
        source.put("schema", table.database().schema());
        source.put("table", table.table());
        source.put("txId", null);
        source.put("lsn", position);
        source.put("xmin", null);
        return source;
    }

    private Map<String, Object> source(String connector, String name, long tsMs) {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("version", DEBEZIUM_VERSION);
        source.put("connector", connector);
        source.put("name", name);
        source.put("ts_ms", tsMs);
        source.put("snapshot", "false");
        source.put("db", table.database().name());
        return source;
    }
}
