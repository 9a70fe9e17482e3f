package io.joinlab.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import java.util.Map;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The fold of a changelog")
class ChangelogFoldTest {
    private final ChangelogFold fold = new ChangelogFold();

    private static JoinedRow row(RowKind kind, Op op, String left) {
        RowImage image = RowImage.of(Map.of("id", left));
        return new JoinedRow(
                new ChangeEvent(op, null, image, null, 0), null, new JoinedRow.Timeless(), kind);
    }

    private static ChangelogFold.Row content(String left) {
        return new ChangelogFold.Row(RowImage.of(Map.of("id", left)), null);
    }

    @Test
    @DisplayName("holds what came and was not taken back")
    void takenBack() {
        fold.apply(row(RowKind.INSERT, Op.READ, "1"));
        fold.apply(row(RowKind.INSERT, Op.READ, "2"));
        fold.apply(row(RowKind.UPDATE_BEFORE, Op.READ, "1"));
        fold.apply(row(RowKind.UPDATE_AFTER, Op.UPDATE, "3"));
        fold.apply(row(RowKind.DELETE, Op.READ, "2"));

        assertThat(fold.rows()).isEqualTo(Map.of(content("3"), 1));
    }

    @Test
    @DisplayName("counts equal rows, whatever events they are made of")
    void equalRows() {
        fold.apply(row(RowKind.INSERT, Op.READ, "1"));
        fold.apply(row(RowKind.INSERT, Op.UPDATE, "1"));
        assertThat(fold.rows()).isEqualTo(Map.of(content("1"), 2));

        fold.apply(row(RowKind.DELETE, Op.CREATE, "1"));
        assertThat(fold.rows()).isEqualTo(Map.of(content("1"), 1));
    }

    @Test
    @DisplayName("refuses to take back what is not there")
    void notThere() {
        fold.apply(row(RowKind.INSERT, Op.READ, "1"));
        fold.apply(row(RowKind.DELETE, Op.READ, "1"));

        assertThatThrownBy(() -> fold.apply(row(RowKind.DELETE, Op.READ, "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("-D takes back a row that is not there: Row[left={id=1}, right=null]");
    }
}
