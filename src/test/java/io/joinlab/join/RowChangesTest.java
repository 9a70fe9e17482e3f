package io.joinlab.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Column;
import io.joinlab.cdc.ColumnType;
import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.DecimalMode;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.SourceInfo;
import io.joinlab.cdc.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A join of tables reads change events as row changes")
class RowChangesTest {
    private static final SourceInfo SOURCE =
            new SourceInfo("mysql", "d", null, "t", 1_000, false, "f:1");
    private static final JoinOptions.Keys KEYS = new JoinOptions.Keys("ref", "ref");

    private static TableSchema table(String... primaryKey) {
        List<Column> columns = new ArrayList<>();
        for (String name : List.of("a", "b", "ref")) {
            columns.add(new Column(name, ColumnType.parse("string").orElseThrow()));
        }
        return new TableSchema(
                DatabaseKind.MYSQL, "t", columns, List.of(primaryKey), DecimalMode.PRECISE);
    }

    private static RowImage row(String a, String b, String ref) {
        return RowImage.of(List.of("a", "b", "ref"), Arrays.asList(a, b, ref));
    }

    private static ChangeEvent event(Op op, RowImage before, RowImage after) {
        return new ChangeEvent(op, before, after, SOURCE, 7);
    }

    private static List<RowChange> changes(TableSchema table, ChangeEvent event) {
        List<RowChange> changes = new ArrayList<>();
        new RowChanges(Side.LEFT, table, KEYS).flatMap(event, new ListCollector<>(changes));
        return changes;
    }

    @Test
    @DisplayName("an insert, a read and an update are the row as it is now, without the row before")
    void rowAsItIs() {
        RowImage after = row("1", "x", "r");

        for (Op op : List.of(Op.CREATE, Op.READ)) {
            ChangeEvent event = event(op, null, after);
            assertThat(changes(table("a"), event)).containsExactly(new RowChange("1", "=r", event));
        }
        assertThat(changes(table("a"), event(Op.UPDATE, row("1", "y", "q"), after)))
                .containsExactly(new RowChange("1", "=r", event(Op.UPDATE, null, after)));
    }

    @Test
    @DisplayName("a delete is known by its primary key alone")
    void delete() {
        assertThat(changes(table("a"), event(Op.DELETE, row("1", null, null), null)))
                .containsExactly(new RowChange("1", null, null));
    }

    @Test
    @DisplayName("a NULL join key is a key of its own for each row and side")
    void nullKey() {
        ChangeEvent event = event(Op.CREATE, null, row("1", "x", null));

        assertThat(changes(table("a"), event))
                .containsExactly(new RowChange("1", "NULL of left 1", event));
    }

    @Test
    @DisplayName("an update with another primary key before is a delete of the old row, too")
    void primaryKeyChanges() {
        ChangeEvent event = event(Op.UPDATE, row("1", "x", "r"), row("2", "x", "r"));

        assertThat(changes(table("a"), event))
                .containsExactly(
                        new RowChange("1", null, null),
                        new RowChange("2", "=r", event(Op.UPDATE, null, row("2", "x", "r"))));
    }

    @Test
    @DisplayName("primary keys of several columns don't run into each other")
    void severalColumns() {
        PrimaryKey key = PrimaryKey.of(table("a", "b"));

        assertThat(key.of(row("1", "23", null))).isNotEqualTo(key.of(row("12", "3", null)));
        assertThat(key.of(row("1:2", "3", null))).isNotEqualTo(key.of(row("1", "2:3", null)));
        assertThat(key.of(row("1", "2", "x"))).isEqualTo(key.of(row("1", "2", "y")));
    }

    @Test
    @DisplayName("a table without a primary key is refused")
    void noPrimaryKey() {
        assertThatThrownBy(() -> new RowChanges(Side.LEFT, table(), KEYS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("table t has no primary key, by which a regular join knows its rows");
    }

    @Test
    @DisplayName("an event that does not name its row, or not its join key, is dropped")
    void dropped() throws Exception {
        JoinGuard guard = JoinGuard.ofChanges(Side.LEFT, KEYS, table("a", "b"));
        RowImage keyOnly = RowImage.of(List.of("a", "b"), List.of("1", "2"));
        ChangeEvent noJoinKey = event(Op.UPDATE, null, keyOnly);
        ChangeEvent noPrimaryKey = event(Op.CREATE, null, row("1", null, "r"));
        ChangeEvent noRow = event(Op.DELETE, null, null);
        ChangeEvent truncate = event(Op.TRUNCATE, null, null);
        ChangeEvent delete = event(Op.DELETE, keyOnly, null);
        ChangeEvent nullJoinKey = event(Op.CREATE, null, row("1", "2", null));

        OneInputStreamOperatorTestHarness<ChangeEvent, ChangeEvent> harness =
                new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(guard));
        try {
            harness.open();
            for (ChangeEvent event :
                    List.of(noJoinKey, noPrimaryKey, noRow, truncate, delete, nullJoinKey)) {
                harness.processElement(event, 0);
            }

            assertThat(harness.extractOutputValues()).containsExactly(delete, nullJoinKey);
            assertThat(harness.getSideOutput(JoinGuard.DROPPED))
                    .extracting(record -> record.getValue())
                    .containsExactly(
                            new DroppedRow(Side.LEFT, noJoinKey, "join key ref is missing"),
                            new DroppedRow(Side.LEFT, noPrimaryKey, "primary key b is missing"),
                            new DroppedRow(Side.LEFT, noRow, "delete carries no row image"),
                            new DroppedRow(Side.LEFT, truncate, "truncate carries no row image"));
        } finally {
            harness.close();
        }
    }
}
