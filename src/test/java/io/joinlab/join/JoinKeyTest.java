package io.joinlab.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.SourceInfo;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The join key")
class JoinKeyTest {
    private static final JoinKey LEFT = new JoinKey(Side.LEFT, new JoinOptions.Keys("id", "ref"));
    private static final JoinKey RIGHT = new JoinKey(Side.RIGHT, new JoinOptions.Keys("id", "ref"));

    @Test
    @DisplayName("makes an INT and a VARCHAR of the same text equal")
    void equalAcrossTypes() {
        assertThat(LEFT.getKey(row("id", 7L))).isEqualTo(RIGHT.getKey(row("ref", "7")));
    }

    @Test
    @DisplayName("makes decimals equal whatever their scale")
    void decimalsByValue() {
        assertThat(LEFT.getKey(row("id", new BigDecimal("100.00"))))
                .isEqualTo(RIGHT.getKey(row("ref", new BigDecimal("1E+2"))));
    }

    @Test
    @DisplayName("keeps NULLs of the two sides apart, and apart from any text")
    void nullEqualsNothing() {
        String leftNull = LEFT.getKey(row("id", null));
        String rightNull = RIGHT.getKey(row("ref", null));

        assertThat(leftNull).isNotEqualTo(rightNull);
        assertThat(List.of(leftNull, rightNull))
                .doesNotContain(
                        LEFT.getKey(row("id", leftNull)), RIGHT.getKey(row("ref", rightNull)))
                .doesNotContain(LEFT.getKey(row("id", "")), LEFT.getKey(row("id", "null")));
    }

    @Test
    @DisplayName("of a delete is taken from the row before")
    void deleteUsesBefore() {
        RowImage before = RowImage.of(List.of("id"), List.of(5L));
        ChangeEvent delete = new ChangeEvent(Op.DELETE, before, null, SOURCE, 0);

        assertThat(LEFT.getKey(delete)).isEqualTo(LEFT.getKey(row("id", 5L)));
    }

    private static final SourceInfo SOURCE = new SourceInfo("mysql", "db", null, "t", 0, false, "");

    private static ChangeEvent row(String column, Object value) {
        RowImage after = RowImage.of(List.of(column), Arrays.asList(value));
        return new ChangeEvent(Op.CREATE, null, after, SOURCE, 0);
    }
}
