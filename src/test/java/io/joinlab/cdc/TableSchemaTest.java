package io.joinlab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A table's schema")
class TableSchemaTest {

    @Test
    @DisplayName("travels with a job unchanged, whatever its columns are called")
    void survivesSerialization() throws Exception {
        TableSchema schema =
                new TableSchema(
                        DatabaseKind.POSTGRESQL,
                        "orders; drop",
                        List.of(
                                column("order_id", "int"),
                                column("價格=\n,", "decimal(10,2)"),
                                column("", "timestamp(6)"),
                                column("at", "timestamptz(0)"),
                                column("raw", "bytes")),
                        List.of("order_id", ""),
                        DecimalMode.STRING);

        assertThat(InstantiationUtil.clone(schema)).isEqualTo(schema);
    }

    private static Column column(String name, String type) {
        return new Column(name, ColumnType.parse(type).orElseThrow());
    }
}
