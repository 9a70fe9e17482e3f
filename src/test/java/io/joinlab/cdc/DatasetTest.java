package io.joinlab.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetTest {
    private static final String YAML =
            """
            dataset: shop
            title: Products and orders
            left:
              table: products
              database: {kind: mysql, name: manage}
              primary-key: [id]
              join-key: id
              columns: {id: int, name: string}
              recordings: {default: products.jsonl}
            right:
              table: orders
              database: {kind: postgresql, name: orders, schema: public}
              primary-key: [order_id]
              join-key: product_id
              columns:
                order_id: int
                order_date: timestamp(3)
                order_price: decimal(10,2)
                product_id: int
              sql: {create: orders.sql}
              recordings:
                default: orders.jsonl
                string:
                  file: orders.string.jsonl
                  decimal: string
                  replica-identity: default
                  columns: {order_date: timestamp(6)}
            """;

    private Path directory;

    @BeforeEach
    void createDirectory(@TempDir Path parent) throws IOException {
        directory = Files.createDirectory(parent.resolve("shop"));
    }

    private Dataset read(String yaml) throws IOException {
        Files.writeString(directory.resolve("dataset.yaml"), yaml);
        return Dataset.read(directory);
    }

    private void refused(ThrowingCallable call, String file, String rest) {
        assertThatThrownBy(call)
                .isInstanceOf(InputException.class)
                .hasMessage(directory.resolve(file) + rest);
    }

    private void refused(String yaml, String rest) {
        refused(() -> read(yaml), "dataset.yaml", rest);
    }

    private static ColumnType type(String text) {
        return ColumnType.parse(text).orElseThrow();
    }

    @Test
    void aDatasetIsTwoTablesWithTheirRecordings() throws IOException {
        Dataset dataset = read(YAML);

        assertThat(dataset.name()).isEqualTo("shop");
        assertThat(dataset.title()).isEqualTo("Products and orders");
        assertThat(dataset.left().database())
                .isEqualTo(new TableSpec.Database(DatabaseKind.MYSQL, "manage", null));
        assertThat(dataset.left().columns())
                .containsExactly(new Column("id", type("int")), new Column("name", type("string")));
        TableSpec right = dataset.right();
        assertThat(right.table()).isEqualTo("orders");
        assertThat(right.database())
                .isEqualTo(new TableSpec.Database(DatabaseKind.POSTGRESQL, "orders", "public"));
        assertThat(right.primaryKey()).containsExactly("order_id");
        assertThat(right.joinKey()).isEqualTo("product_id");
        assertThat(right.sql()).containsEntry("create", directory.resolve("orders.sql"));
        assertThat(right.recordings().keySet()).containsExactly("default", "string");
    }

    @Test
    void aRecordingSaysHowItsLinesAreToBeRead() throws IOException {
        TableSpec orders = read(YAML).right();

        Recording usual = orders.defaultRecording();
        assertThat(usual.file()).isEqualTo(directory.resolve("orders.jsonl"));
        assertThat(usual.replicaIdentity()).isEqualTo(ReplicaIdentity.FULL);
        assertThat(usual.schema())
                .isEqualTo(
                        new TableSchema(
                                DatabaseKind.POSTGRESQL,
                                "orders",
                                orders.columns(),
                                List.of("order_id"),
                                DecimalMode.PRECISE));
        Recording string = orders.recordings().get("string");
        assertThat(string.replicaIdentity()).isEqualTo(ReplicaIdentity.DEFAULT);
        assertThat(string.schema().decimal()).isEqualTo(DecimalMode.STRING);
        assertThat(string.schema().columns())
                .containsExactly(
                        new Column("order_id", type("int")),
                        new Column("order_date", type("timestamp(6)")),
                        new Column("order_price", type("decimal(10,2)")),
                        new Column("product_id", type("int")));
    }

    @Test
    void recordedLinesAreCountedFromOne() throws IOException {
        Recording recording = read(YAML).right().defaultRecording();
        Files.writeString(recording.file(), "{\"a\":\"张三😀\"}\n{}\n");

        assertThat(recording.lineCount()).isEqualTo(2);
        assertThat(recording.line(1)).isEqualTo("{\"a\":\"张三😀\"}");
        assertThat(recording.line(2)).isEqualTo("{}");
        refused(() -> recording.line(3), "orders.jsonl", ": no line 3; there are lines 1 to 2");
        refused(() -> recording.line(0), "orders.jsonl", ": no line 0; there are lines 1 to 2");
    }

    @Test
    void aRecordingIsReadWhenALineIsFirstAskedForAndThenKept() throws IOException {
        Recording recording = read(YAML).right().defaultRecording();
        refused(() -> recording.line(1), "orders.jsonl", ": no such file; record the dataset");
        Files.writeString(recording.file(), "{}\n");

        List<String> lines = recording.lines();
        Files.delete(recording.file());

        assertThat(recording.lines()).isSameAs(lines).containsExactly("{}");
    }

    @Test
    void aRecordingIsUtf8() throws IOException {
        Recording recording = read(YAML).right().defaultRecording();
        Files.write(recording.file(), "ü\n".getBytes(StandardCharsets.ISO_8859_1));

        refused(() -> recording.line(1), "orders.jsonl", ": not UTF-8");
    }

    @Test
    void mistakesAreNamedWithTheirLine() {
        refused(
                YAML.replace("join-key: product_id", "join-key: product"),
                ":14: right.join-key: expected one of order_id, order_date, order_price,"
                        + " product_id, got 'product' (did you mean 'product_id'?)");
        refused(
                YAML.replace("decimal(10,2)", "decimal"),
                ":18: right.columns.order_price: expected a column type: boolean, tinyint,"
                        + " smallint, int, bigint, double, decimal(p,s), string, date, time(n),"
                        + " timestamp(n), timestamptz(n) or bytes, got 'decimal'");
        refused(
                YAML.replace("kind: mysql", "kind: mariadb"),
                ":5: left.database.kind: expected one of mysql, postgresql, got 'mariadb'");
        refused(
                YAML.replace("name: manage", "name: manage, schema: s"),
                ":5: left.database: unknown key 'schema'; known here: kind, name");
        refused(YAML.replace(", schema: public", ""), ":12: right.database: missing key 'schema'");
        refused(
                YAML.replace("recordings: {default:", "recordings: {defualt:"),
                ":9: left.recordings: missing key 'default' (did you mean 'defualt'?)");
        refused(
                YAML.replace("decimal: string", "decimal: text"),
                ":25: right.recordings.string.decimal: expected one of precise, string, double,"
                        + " got 'text'");
        refused(
                YAML.replace("columns: {order_date:", "columns: {order_dat:"),
                ":27: right.recordings.string.columns: unknown key 'order_dat' (did you mean"
                        + " 'order_date'?); known here: order_id, order_date, order_price,"
                        + " product_id");
        refused(
                YAML.replace("default: orders.jsonl", "default: ../orders.jsonl"),
                ":22: right.recordings.default: expected a file name in the dataset's directory,"
                        + " got '../orders.jsonl'");
        refused(
                YAML.replace("dataset: shop", "dataset: store"),
                ":1: dataset: 'store' must be the name of the directory it is in");
        refused(
                YAML.replace("title:", "titel:"),
                ":2: unknown key 'titel' (did you mean 'title'?); known here: dataset, title,"
                        + " about, left, right");
    }

    @ParameterizedTest
    @ValueSource(strings = {"teacher-course", "product-order", "business-order"})
    void theDatasetsOfThisProjectAreRecorded(String name) {
        Dataset dataset = Dataset.read(Path.of("fixtures", name));

        assertThat(dataset.left().defaultRecording().lineCount()).isPositive();
        assertThat(dataset.right().recordings().values())
                .allSatisfy(recording -> assertThat(recording.lineCount()).isPositive());
    }

    @Test
    void aDirectoryWithoutADescriptionIsNotADataset() {
        refused(() -> Dataset.read(directory), "dataset.yaml", ": no such file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "boolean",
                "tinyint",
                "smallint",
                "int",
                "bigint",
                "double",
                "decimal(10,2)",
                "decimal(1000,0)",
                "string",
                "date",
                "time(0)",
                "timestamp(3)",
                "timestamptz(6)",
                "bytes"
            })
    void columnTypesAreWrittenAsTheyAreRead(String text) {
        assertThat(type(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "varchar",
                "int(4)",
                "decimal",
                "decimal(10)",
                "decimal(2,3)",
                "decimal(0,0)",
                "decimal(1001,0)",
                "time",
                "timestamp(7)",
                "timestamp(3,0)",
                "INT",
                "int ",
                ""
            })
    void nothingElseIsAColumnType(String text) {
        assertThat(ColumnType.parse(text)).isEmpty();
    }
}
