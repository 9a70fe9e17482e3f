package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.Column;
import io.joinlab.cdc.ColumnType;
import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.DecimalMode;
import io.joinlab.cdc.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotOrderTest {

    private static final TableSchema SCHEMA =
            new TableSchema(
                    DatabaseKind.MYSQL,
                    "t",
                    List.of(
                            new Column("shelf", ColumnType.parse("string").orElseThrow()),
                            new Column("id", ColumnType.parse("int").orElseThrow())),
                    List.of("shelf", "id"),
                    DecimalMode.PRECISE);

    @Test
    void theSnapshotsRowsComeByPrimaryKeyAndTheChangesAsCaptured() {
        List<String> captured =
                List.of(
                        event("r", "b", 1),
                        event("r", "a", 10),
                        event("r", "a", 9),
                        event("c", "c", 3),
                        event("c", "c", 2));

        assertThat(byPrimaryKey(captured))
                .containsExactly(
                        captured.get(2),
                        captured.get(1),
                        captured.get(0),
                        captured.get(3),
                        captured.get(4));
    }

    @Test
    void aSnapshotRowAfterAChangeIsAnError() {
        assertThatThrownBy(() -> byPrimaryKey(List.of(event("c", "a", 1), event("r", "a", 2))))
                .isInstanceOf(LiveException.class)
                .hasMessageStartingWith("A row of the snapshot came after a change: {");
    }

    @Test
    void whatIsNoChangeEventIsAnError() {
        assertThatThrownBy(() -> byPrimaryKey(List.of("{\"ts_ms\":1}")))
                .isInstanceOf(LiveException.class)
                .hasMessageContaining("HEARTBEAT");
        assertThatThrownBy(() -> byPrimaryKey(List.of("{\"op\":")))
                .isInstanceOf(LiveException.class)
                .hasMessageStartingWith("Captured what can't be read: ");
    }

    private static List<String> byPrimaryKey(List<String> lines) {
        return SnapshotOrder.byPrimaryKey(lines, SCHEMA, List.of("shelf", "id"));
    }

    private static String event(String op, String shelf, int id) {
        return """
        {"before":null,"after":{"shelf":"%s","id":%d},"source":{"connector":"mysql","ts_ms":0,\
        "db":"d","table":"t"},"op":"%s","ts_ms":1}\
        """
                .formatted(shelf, id, op);
    }
}
