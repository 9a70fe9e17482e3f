package io.joinlab.live;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Column;
import io.joinlab.cdc.ColumnType;
import io.joinlab.cdc.DecimalMode;
import io.joinlab.cdc.TableSchema;
import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;

/**
 * Writes a join's rows to a table by its primary key: with every checkpoint the table is what the
 * changelog leaves.
 *
 * <p>The sink is the one of Flink SQL ({@code flink-connector-jdbc}). It needs no transaction: a
 * row that comes again after a failure overwrites itself. Before it stands Flink's {@code
 * SinkUpsertMaterializer}, since a row and the one that takes it back may come from different
 * subtasks, and an old row's -D must not delete the new one.
 */
public final class UpsertSink {
    private final Map<Side, TableSchema> inputs;
    private final TargetTable target;

    private UpsertSink(Map<Side, TableSchema> inputs, TargetTable target) {
        this.inputs = inputs;
        this.target = target;
    }

    /**
     * Adds the sink to a pipeline.
     *
     * @param inputs the tables that are joined
     * @param type which rows the join pads
     * @throws IllegalArgumentException if a row could come out without the target's primary key, or
     *     if a column's type can't be written
     */
    public static void add(
            StreamExecutionEnvironment environment,
            DataStream<JoinedRow> joined,
            Map<Side, TableSchema> inputs,
            JoinType type,
            TargetTable target) {
        rejectPaddedKey(type, target);
        new UpsertSink(inputs, target).add(environment, joined);
    }

    private static void rejectPaddedKey(JoinType type, TargetTable target) {
        for (TargetTable.Column column : target.columns()) {
            Side other = column.side() == Side.LEFT ? Side.RIGHT : Side.LEFT;
            if (target.primaryKey().contains(column.name()) && type.keeps(other)) {
                throw new IllegalArgumentException(
                        "table %s: its key %s is NULL where a %s join pads the %s side"
                                .formatted(
                                        target.table(),
                                        column.name(),
                                        type.label(),
                                        column.side().label()));
            }
        }
    }

    private void add(StreamExecutionEnvironment environment, DataStream<JoinedRow> joined) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
        DataStream<Row> rows =
                joined.map(new ToRow(target.columns())).returns(rowType()).name("target rows");
        StreamStatementSet statements = tables.createStatementSet();
        statements.addInsert(
                TableDescriptor.forConnector("jdbc")
                        .schema(schema().primaryKey(target.primaryKey()).build())
                        .option("url", target.url())
                        .option("table-name", target.table())
                        .option("username", target.server().admin().user())
                        .option("password", target.server().admin().password().reveal())
                        .build(),
                tables.fromChangelogStream(rows, schema().build(), ChangelogMode.all()));
        statements.attachAsDataStream();
    }

    private TypeInformation<Row> rowType() {
        return Types.ROW_NAMED(
                target.columns().stream().map(TargetTable.Column::name).toArray(String[]::new),
                target.columns().stream()
                        .map(column -> valueType(source(column)))
                        .toArray(TypeInformation[]::new));
    }

    private Schema.Builder schema() {
        Schema.Builder schema = Schema.newBuilder();
        for (TargetTable.Column column : target.columns()) {
            DataType type = sqlType(source(column));
            boolean key = target.primaryKey().contains(column.name());
            schema.column(column.name(), key ? type.notNull() : type);
        }
        return schema;
    }

    private Column source(TargetTable.Column column) {
        TableSchema input = inputs.get(column.side());
        Column source =
                input.column(column.source())
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "table "
                                                        + input.table()
                                                        + " has no column "
                                                        + column.source()));
        if (source.type().kind() == ColumnType.Kind.DECIMAL
                && input.decimal() == DecimalMode.DOUBLE) {
            return new Column(source.name(), ColumnType.parse("double").orElseThrow());
        }
        return source;
    }

    private static TypeInformation<?> valueType(Column column) {
        return switch (column.type().kind()) {
            case BOOLEAN -> Types.BOOLEAN;
            case TINYINT, SMALLINT, INT, BIGINT -> Types.LONG;
            case DOUBLE -> Types.DOUBLE;
            case DECIMAL -> Types.BIG_DEC;
            case STRING -> Types.STRING;
            case DATE -> Types.LOCAL_DATE;
            case TIMESTAMP -> Types.LOCAL_DATE_TIME;
            case TIME, TIMESTAMPTZ, BYTES -> throw unsupported(column);
        };
    }

    private static DataType sqlType(Column column) {
        ColumnType type = column.type();
        return switch (type.kind()) {
            case BOOLEAN -> DataTypes.BOOLEAN();
            case TINYINT, SMALLINT, INT, BIGINT -> DataTypes.BIGINT();
            case DOUBLE -> DataTypes.DOUBLE();
            case DECIMAL -> DataTypes.DECIMAL(type.precision(), type.scale());
            case STRING -> DataTypes.STRING();
            case DATE -> DataTypes.DATE();
            case TIMESTAMP -> DataTypes.TIMESTAMP(type.precision());
            case TIME, TIMESTAMPTZ, BYTES -> throw unsupported(column);
        };
    }

    private static IllegalArgumentException unsupported(Column column) {
        return new IllegalArgumentException(
                "column %s of type %s can't be written to a target table"
                        .formatted(column.name(), column.type()));
    }

    private record ToRow(List<TargetTable.Column> columns) implements MapFunction<JoinedRow, Row> {

        @Override
        public Row map(JoinedRow joined) {
            Row row = new Row(joined.kind(), columns.size());
            for (int i = 0; i < columns.size(); i++) {
                TargetTable.Column column = columns.get(i);
                ChangeEvent part = column.side() == Side.LEFT ? joined.left() : joined.right();
                row.setField(i, part == null ? null : part.image().get(column.source()));
            }
            return row;
        }
    }
}
