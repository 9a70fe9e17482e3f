package io.joinlab.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.SourceInfo;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The state of a regular join")
class RegularJoinStateTest {
    private static final int ROWS = 10;
    private static final StateTtl FOR_EVER = new StateTtl(null);

    private static RowChange change(int row, String joinKey, int version) {
        RowImage image = RowImage.of(Map.of("id", row, "version", version));
        SourceInfo source = new SourceInfo("mysql", "d", null, "t", 0, false, "");
        return new RowChange(
                "" + row, joinKey, new ChangeEvent(Op.UPDATE, null, image, source, version));
    }

    @Test
    @DisplayName(
            "of the first stage is one join key for each row that is there, however often"
                    + " rows came and went")
    void firstStage() throws Exception {
        KeyedOneInputStreamOperatorTestHarness<String, RowChange, RowChange> stage =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new JoinKeyTracker(FOR_EVER)),
                        RowChange::primaryKey,
                        Types.STRING);
        try {
            stage.open();
            Random random = new Random(1);
            for (int version = 0; version < 1_000; version++) {
                stage.processElement(
                        change(random.nextInt(ROWS), "=" + random.nextInt(3), version), 0);
                stage.processElement(new RowChange("" + random.nextInt(ROWS), null, null), 0);
            }
            for (int row = 0; row < ROWS; row++) {
                stage.processElement(change(row, "=1", 1_000), 0);
            }
            assertThat(stage.numKeyedStateEntries()).isEqualTo(ROWS);

            for (int row = 0; row < ROWS; row++) {
                stage.processElement(new RowChange("" + row, null, null), 0);
            }
            assertThat(stage.numKeyedStateEntries()).isZero();
        } finally {
            stage.close();
        }
    }

    @Test
    @DisplayName("of the second stage is gone with the last row of a key")
    void secondStage() throws Exception {
        KeyedTwoInputStreamOperatorTestHarness<String, RowChange, RowChange, JoinedRow> stage =
                new KeyedTwoInputStreamOperatorTestHarness<>(
                        new KeyedCoProcessOperator<>(
                                new RegularJoinFunction(JoinType.FULL, FOR_EVER)),
                        RowChange::joinKey,
                        RowChange::joinKey,
                        Types.STRING);
        try {
            stage.open();
            for (int version = 0; version < 1_000; version++) {
                stage.processElement1(change(version % ROWS, "=1", version), 0);
                stage.processElement2(change(version % ROWS, "=2", version), 0);
            }
            assertThat(stage.numKeyedStateEntries()).isEqualTo(2);

            for (int row = 0; row < ROWS; row++) {
                stage.processElement1(new RowChange("" + row, "=1", null), 0);
                stage.processElement2(new RowChange("" + row, "=2", null), 0);
            }
            assertThat(stage.numKeyedStateEntries()).isZero();
        } finally {
            stage.close();
        }
    }
}
