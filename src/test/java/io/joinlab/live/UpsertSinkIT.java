package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.Dataset;
import io.joinlab.join.JoinType;
import io.joinlab.join.RegularJoin;
import io.joinlab.join.Side;
import io.joinlab.scenario.VariantOptions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("live")
@DisplayName("A join of orders and companies, written to a table by its primary key")
class UpsertSinkIT {
    private static final Dataset DATASET =
            Dataset.read(RecordedFixtures.DIRECTORY.resolve("business-order"));
    private static final String DATABASE = DATASET.left().database().name();

    private Databases databases;
    private LiveTables tables;

    @BeforeEach
    void createTables() throws Exception {
        LiveServers.assumeAvailable();
        databases = LiveServers.open();
        CaptureOptions capture =
                new CaptureOptions(
                        DATASET.left().defaultRecording().schema().decimal(),
                        databases.of(DatabaseKind.MYSQL).timeZone(),
                        StartupMode.INITIAL);
        tables =
                LiveTables.create(
                        DATASET,
                        List.of(
                                LiveTable.of(
                                        DATASET.left(),
                                        DATASET.left().defaultRecording(),
                                        databases,
                                        capture),
                                LiveTable.of(
                                        DATASET.right(),
                                        DATASET.right().defaultRecording(),
                                        databases,
                                        capture)));
        server().execute(
                        DATABASE,
                        """
                        CREATE TABLE target_business_order (
                          order_id varchar(100) NOT NULL PRIMARY KEY,
                          name varchar(100),
                          business_name varchar(100),
                          price decimal(10, 2)
                        ) DEFAULT CHARACTER SET utf8mb4
                        """);
    }

    @AfterEach
    void close() throws Exception {
        if (tables != null) {
            tables.close();
        }
        if (databases != null) {
            databases.close();
        }
    }

    private LiveDatabase server() {
        return databases.of(DatabaseKind.MYSQL);
    }

    private TargetTable target(String key) {
        return new TargetTable(
                server(),
                DATABASE,
                "target_business_order",
                List.of(
                        new TargetTable.Column("order_id", Side.LEFT, "id"),
                        new TargetTable.Column("name", Side.LEFT, "name"),
                        new TargetTable.Column("business_name", Side.RIGHT, "name"),
                        new TargetTable.Column("price", Side.LEFT, "price")),
                List.of(key));
    }

    private static LiveJoin.Spec spec(JoinType type, int parallelism) {
        RegularJoin join = new RegularJoin(type);
        VariantOptions options = VariantOptions.read("this test", Map.of(), join, DATASET);
        return new LiveJoin.Spec(join, options.options(), parallelism, JobSettings.ONE_ATTEMPT);
    }

    @ParameterizedTest(name = "{0} subtasks")
    @ValueSource(ints = {1, 2})
    @DisplayName("is at every checkpoint what SELECT joins of the two tables")
    void isWhatSelectJoins(int parallelism) throws Exception {
        try (LocalCluster cluster = LocalCluster.start(parallelism);
                LiveJoin join =
                        LiveJoin.start(
                                spec(JoinType.LEFT, parallelism),
                                tables,
                                cluster,
                                event -> {},
                                target("order_id"))) {
            join.awaitStreaming();
            join.awaitCaptured();
            assertThat(
                            rows(
                                    "SELECT order_id, name, business_name, price FROM"
                                            + " target_business_order ORDER BY order_id"))
                    .containsExactly(
                            List.of("o1", "手机订单", "华星公司", "4999.00"),
                            List.of("o2", "耳机订单", "小麦公司", "199.00"));

            tables.runChanges();
            join.awaitCaptured();
            assertTargetIsTheJoin();

            server().execute(
                            DATABASE, "UPDATE source_order SET business_id = 'b4' WHERE id = 'o1'");
            server().execute(DATABASE, "UPDATE source_business SET name = '新名' WHERE id = 'b1'");
            server().execute(DATABASE, "DELETE FROM source_order WHERE id = 'o2'");
            join.awaitCaptured();
            assertTargetIsTheJoin();
        }
    }

    private void assertTargetIsTheJoin() throws SQLException {
        List<List<String>> joined =
                rows(
                        "SELECT o.id, o.name, b.name, o.price FROM source_order o LEFT JOIN"
                                + " source_business b ON o.business_id = b.id ORDER BY o.id");
        assertThat(joined).hasSizeGreaterThan(2);
        assertThat(
                        rows(
                                "SELECT order_id, name, business_name, price FROM"
                                        + " target_business_order ORDER BY order_id"))
                .isEqualTo(joined);
    }

    private List<List<String>> rows(String query) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Connection connection = server().connect(DATABASE);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    @Test
    @DisplayName("is refused if a padded row would have no key")
    void paddedKey() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(1)) {
            assertThatThrownBy(
                            () ->
                                    LiveJoin.start(
                                            spec(JoinType.FULL, 1),
                                            tables,
                                            cluster,
                                            event -> {},
                                            target("order_id")))
                    .isInstanceOf(LiveException.class)
                    .hasMessage(
                            "The join could not be started: table target_business_order: its key"
                                    + " order_id is NULL where a full join pads the left side");
        }
    }
}
