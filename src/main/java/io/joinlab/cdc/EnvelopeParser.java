package io.joinlab.cdc;

import io.joinlab.cdc.ParseResult.Ignored;
import io.joinlab.cdc.ParseResult.Malformed;
import io.joinlab.cdc.ParseResult.Parsed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads one table's Debezium envelopes, as Kafka Connect's JsonConverter writes them: bare, or as
 * the {@code payload} beside a {@code schema}. Every message has a result; none is an exception.
 *
 * <ul>
 *   <li>A value has its column's {@linkplain ColumnType type}. A column that the schema doesn't
 *       know, an added one, stands after the known ones with its plain JSON value: a boolean, a
 *       string, a {@link Long} or, for any other number, an exact decimal; of an object or array,
 *       its text. A column that the envelope doesn't have, or for which PostgreSQL had no value
 *       because an update left a TOASTed one alone, is absent from the row image.
 *   <li>{@code op}, {@code ts_ms}, {@code source} and in it {@code connector}, {@code db}, {@code
 *       table} and {@code ts_ms} must be there: a time that is made up would join rows that don't
 *       belong together. Fields beyond those of {@link ChangeEvent} are not looked at.
 *   <li>Row images must fit the op: {@code c} and {@code r} have a row after, {@code u} has one too
 *       and may have one before, {@code d} may have one before, {@code t} has none.
 *   <li>Strings are kept as they are, unpaired surrogates included.
 * </ul>
 */
public final class EnvelopeParser {
    /** More than any database allows, and less than the format of a row image can count. */
    private static final int MAX_COLUMNS = 4_096;

    /** Debezium's {@code unavailable.value.placeholder}, by default. */
    private static final String UNAVAILABLE = "__debezium_unavailable_value";

    private static final String LOGICAL_MESSAGE = "m";
    private static final Map<String, Op> OPS = new LinkedHashMap<>();

    static {
        for (Op op : Op.values()) {
            OPS.put(op.code(), op);
        }
    }

    private final TableSchema schema;
    private final List<String> columns;

    /** A parser of the envelopes of this table. */
    public EnvelopeParser(TableSchema schema) {
        this.schema = schema;
        this.columns = List.copyOf(schema.columnNames());
    }

    /**
     * What the message is.
     *
     * @param message may be {@code null}, as a tombstone is
     */
    public ParseResult parse(String message) {
        if (message == null || message.isBlank()) {
            return new Ignored(Ignored.Kind.TOMBSTONE);
        }
        try {
            return envelope(Json.read(message));
        } catch (MalformedException e) {
            return new Malformed(message, e.getMessage());
        }
    }

    private ParseResult envelope(Object json) throws MalformedException {
        Object payload = json;
        if (json instanceof Map<?, ?> map && map.containsKey("payload") && !map.containsKey("op")) {
            payload = map.get("payload");
        }
        if (payload == null) {
            return new Ignored(Ignored.Kind.TOMBSTONE);
        }
        if (!(payload instanceof Map<?, ?> envelope)) {
            throw new MalformedException("expected an envelope, got " + Json.show(payload));
        }
        if (!envelope.containsKey("op")) {
            return new Ignored(kindWithoutOp(envelope));
        }
        if (LOGICAL_MESSAGE.equals(envelope.get("op"))) {
            return new Ignored(Ignored.Kind.LOGICAL_MESSAGE);
        }
        return new Parsed(event(envelope));
    }

    private static Ignored.Kind kindWithoutOp(Map<?, ?> record) throws MalformedException {
        if (record.keySet().equals(Set.of("ts_ms"))) {
            return Ignored.Kind.HEARTBEAT;
        }
        if (record.containsKey("id")
                && ("BEGIN".equals(record.get("status")) || "END".equals(record.get("status")))) {
            return Ignored.Kind.TRANSACTION;
        }
        if (record.containsKey("ddl")
                || record.containsKey("tableChanges")
                || record.containsKey("historyRecord")) {
            return Ignored.Kind.SCHEMA_CHANGE;
        }
        throw MalformedException.missing("op");
    }

    private ChangeEvent event(Map<?, ?> envelope) throws MalformedException {
        Op op = envelope.get("op") instanceof String code ? OPS.get(code) : null;
        if (op == null) {
            throw MalformedException.field(
                    "op", "one of " + String.join(", ", OPS.keySet()), envelope.get("op"));
        }
        SourceInfo source = source(envelope);
        long tsMs = integer(envelope, "", "ts_ms");
        RowImage before = image(envelope, "before");
        RowImage after = image(envelope, "after");
        boolean hasAfter = op == Op.READ || op == Op.CREATE || op == Op.UPDATE;
        if (hasAfter != (after != null)) {
            throw MalformedException.field(
                    "after",
                    (hasAfter ? "a row" : "null") + " for op " + op.code(),
                    envelope.get("after"));
        }
        if (before != null && op != Op.UPDATE && op != Op.DELETE) {
            throw MalformedException.field(
                    "before", "null for op " + op.code(), envelope.get("before"));
        }
        return new ChangeEvent(op, before, after, source, tsMs);
    }

    private SourceInfo source(Map<?, ?> envelope) throws MalformedException {
        if (!envelope.containsKey("source")) {
            throw MalformedException.missing("source");
        }
        if (!(envelope.get("source") instanceof Map<?, ?> source)) {
            throw MalformedException.field("source", "an object", envelope.get("source"));
        }
        String table = string(source, "table");
        if (!table.equals(schema.table())) {
            throw MalformedException.field("source.table", "\"" + schema.table() + "\"", table);
        }
        Object snapshot = source.get("snapshot");
        return new SourceInfo(
                string(source, "connector"),
                string(source, "db"),
                source.get("schema") == null ? null : string(source, "schema"),
                table,
                integer(source, "source.", "ts_ms"),
                snapshot != null && !snapshot.equals(false) && !snapshot.equals("false"),
                position(source));
    }

    /** The place in the log: MySQL's file and offset, or PostgreSQL's LSN as its tools write it. */
    private static String position(Map<?, ?> source) {
        if (source.get("file") instanceof String file && source.get("pos") instanceof Long pos) {
            return file.isEmpty() ? "" : file + ":" + pos;
        }
        if (source.get("lsn") instanceof Long lsn && lsn != 0) {
            return Long.toHexString(lsn >>> Integer.SIZE).toUpperCase(Locale.ROOT)
                    + "/"
                    + Integer.toHexString(lsn.intValue()).toUpperCase(Locale.ROOT);
        }
        return "";
    }

    private RowImage image(Map<?, ?> envelope, String field) throws MalformedException {
        Object json = envelope.get(field);
        if (json == null) {
            return null;
        }
        if (!(json instanceof Map<?, ?> row)) {
            throw MalformedException.field(field, "a row or null", json);
        }
        if (row.size() > MAX_COLUMNS) {
            throw new MalformedException(
                    "field " + field + ": " + row.size() + " columns, more than " + MAX_COLUMNS);
        }
        List<String> names = new ArrayList<>(row.size());
        List<Object> values = new ArrayList<>(row.size());
        for (Column column : schema.columns()) {
            String name = column.name();
            Object value = row.get(name);
            if ((value != null || row.containsKey(name)) && !unavailable(value)) {
                names.add(name);
                values.add(ColumnValues.typed(field + "." + name, value, column.type(), schema));
            }
        }
        if (names.size() < row.size()) {
            for (Map.Entry<?, ?> entry : row.entrySet()) {
                if (!columns.contains(entry.getKey()) && !unavailable(entry.getValue())) {
                    names.add((String) entry.getKey());
                    values.add(ColumnValues.untyped(entry.getValue()));
                }
            }
        }
        return RowImage.of(names.equals(columns) ? columns : names, values);
    }

    private boolean unavailable(Object value) {
        return schema.database() == DatabaseKind.POSTGRESQL && UNAVAILABLE.equals(value);
    }

    private static String string(Map<?, ?> source, String name) throws MalformedException {
        Object value = source.get(name);
        if (value instanceof String string) {
            return string;
        }
        if (!source.containsKey(name)) {
            throw MalformedException.missing("source." + name);
        }
        throw MalformedException.field("source." + name, "a string", value);
    }

    private static long integer(Map<?, ?> object, String prefix, String name)
            throws MalformedException {
        Object value = object.get(name);
        if (value instanceof Long number) {
            return number;
        }
        if (!object.containsKey(name)) {
            throw MalformedException.missing(prefix + name);
        }
        throw MalformedException.field(prefix + name, "epoch milliseconds", value);
    }
}
