package io.joinlab.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.DecimalMode;
import io.joinlab.join.Side;
import io.joinlab.live.StartupMode;
import io.joinlab.live.TargetTable;
import io.joinlab.yaml.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A job's arguments")
class JobSpecTest {
    private static final List<String> WHERE =
            List.of(
                    "--mysql.host", "db1",
                    "--mysql.port", "3306",
                    "--mysql.capture.user", "flink",
                    "--server-time-zone", "Asia/Shanghai");

    private static final Map<String, String> ENVIRONMENT =
            Map.of(
                    "JOINLAB_MYSQL_CAPTURE_PASSWORD", "s3cret",
                    "JOINLAB_MYSQL_TARGET_PASSWORD", "s4cret",
                    "JOINLAB_MYSQL_CAPTURE_USER", "somebody else");

    @TempDir Path temp;
    private Path noFile;

    @BeforeEach
    void noFile() {
        noFile = temp.resolve("none.properties");
    }

    private JobSpec read(Map<String, String> environment, String... arguments) throws Exception {
        return JobSpec.read(
                Stream.of(
                                WHERE.stream(),
                                Stream.of("--connections", noFile.toString()),
                                Stream.of(arguments))
                        .flatMap(all -> all)
                        .toArray(String[]::new),
                environment);
    }

    private JobSpec read(String... arguments) throws Exception {
        return read(ENVIRONMENT, arguments);
    }

    @Test
    @DisplayName("name a join, its options, and a dataset of the jar")
    void joinAndDataset() throws Exception {
        JobSpec spec =
                read(
                        "--variant",
                        "interval-event-left",
                        "--dataset",
                        "business-order",
                        "--set",
                        "lower=-3s",
                        "--set",
                        "upper=0s");

        assertThat(spec.variant().name()).isEqualTo("interval-event-left");
        assertThat(spec.dataset().name()).isEqualTo("business-order");
        assertThat(spec.options().interval().lower()).isEqualTo(Duration.ofSeconds(-3));
        assertThat(spec.options().interval().upper()).isEqualTo(Duration.ZERO);
        assertThat(spec.captured(Side.LEFT).table()).isEqualTo("source_order");
        assertThat(spec.captured(Side.RIGHT).table()).isEqualTo("source_business");
        assertThat(spec.captured(Side.LEFT).database()).isEqualTo("flinksql_business_order");
        assertThat(spec.slot()).isEqualTo("joinlab_interval_event_left");
        assertThat(spec.output()).isNull();
        assertThat(spec.target()).isNull();
    }

    @Test
    @DisplayName("say where the databases are, and win over the environment; passwords are there")
    void connections() throws Exception {
        JobSpec spec = read("--variant", "regular-changelog-inner", "--dataset", "business-order");

        assertThat(spec.captured(Side.LEFT).server().place()).isEqualTo("db1:3306");
        assertThat(spec.captured(Side.LEFT).server().capture().user()).isEqualTo("flink");
        assertThat(spec.captured(Side.LEFT).server().capture().password().reveal())
                .isEqualTo("s3cret");
        assertThat(spec.captured(Side.LEFT).options().serverTimeZone()).isEqualTo("Asia/Shanghai");
        assertThat(spec.captured(Side.LEFT).options().startup()).isEqualTo(StartupMode.INITIAL);
        assertThat(spec.captured(Side.LEFT).options().decimal()).isEqualTo(DecimalMode.PRECISE);
    }

    @Test
    @DisplayName("may leave the passwords to a file")
    void passwordsInAFile() throws Exception {
        Files.writeString(noFile, "mysql.capture.password = from the file\n");

        JobSpec spec =
                read(
                        Map.of(),
                        "--variant",
                        "regular-changelog-inner",
                        "--dataset",
                        "business-order");

        assertThat(spec.captured(Side.RIGHT).server().capture().password().reveal())
                .isEqualTo("from the file");
    }

    @Test
    @DisplayName("set how the tables are captured, and so how decimals are read")
    void capturing() throws Exception {
        JobSpec spec =
                read(
                        "--variant",
                        "regular-changelog-inner",
                        "--dataset",
                        "business-order",
                        "--decimal",
                        "string",
                        "--startup",
                        "latest-offset");

        assertThat(spec.captured(Side.LEFT).options().startup())
                .isEqualTo(StartupMode.LATEST_OFFSET);
        assertThat(spec.captured(Side.LEFT).options().decimal()).isEqualTo(DecimalMode.STRING);
        assertThat(spec.schema(Side.LEFT).decimal()).isEqualTo(DecimalMode.STRING);
        assertThat(spec.schema(Side.RIGHT).table()).isEqualTo("source_business");
    }

    @Test
    @DisplayName("name a table for the joined rows, which a user of its own writes to")
    void target() throws Exception {
        TargetTable target =
                read(
                                "--variant",
                                "regular-changelog-left",
                                "--dataset",
                                "business-order",
                                "--mysql.target.user",
                                "writer",
                                "--target",
                                "mysql.shop.joined",
                                "--target-column",
                                "order_id=left.id",
                                "--target-column",
                                "company=right.name",
                                "--target-key",
                                "order_id")
                        .target();

        assertThat(target.server().place()).isEqualTo("db1:3306");
        assertThat(target.database()).isEqualTo("shop");
        assertThat(target.table()).isEqualTo("joined");
        assertThat(target.server().admin().user()).isEqualTo("writer");
        assertThat(target.server().admin().password().reveal()).isEqualTo("s4cret");
        assertThat(target.columns())
                .containsExactly(
                        new TargetTable.Column("order_id", Side.LEFT, "id"),
                        new TargetTable.Column("company", Side.RIGHT, "name"));
        assertThat(target.primaryKey()).containsExactly("order_id");
    }

    @Test
    @DisplayName("read a dataset from a directory of one's own")
    void datasetDirectory() throws Exception {
        Path own = Files.createDirectory(temp.resolve("business-order"));
        Files.copy(Path.of("fixtures/business-order/dataset.yaml"), own.resolve("dataset.yaml"));

        assertThat(
                        read("--variant", "regular-changelog-inner", "--dataset", own.toString())
                                .dataset()
                                .directory())
                .isEqualTo(own);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--dataset business-order | arguments: --variant is missing",
                "--variant interval-event-inner | arguments: --dataset is missing",
                "--variant interval-event-iner --dataset business-order | arguments: --variant:"
                        + " there is no join interval-event-iner (did you mean"
                        + " 'interval-event-inner'?)",
                "--variant regular-changelog-left --dataset business-ordr | business-ordr: no such"
                        + " dataset (did you mean 'business-order'?); there are business-order,"
                        + " product-order, teacher-course",
                "variant | arguments: expected --NAME, got 'variant'",
                "--variant | arguments: --variant has no value",
                "--mysql.capture.password secret | arguments: --mysql.capture.password: a password"
                        + " is not taken as an argument, since the process list and Flink's web UI"
                        + " show those; set it in the file of --connections or in the environment",
                "--variant regular-changelog-left --dataset business-order --set parallelism=2 |"
                    + " arguments: --set parallelism: that is for Flink to know, as in flink run -p"
                    + " 4",
                "--variant regular-changelog-left --dataset business-order --set size |"
                        + " arguments: --set: expected NAME=VALUE, got 'size'",
                "--variant regular-changelog-left --dataset business-order --slot A-1 | arguments:"
                        + " --slot: expected at most 50 of a to z, 0 to 9 and _, got 'A-1'",
                "--variant regular-changelog-left --dataset business-order --startup now |"
                        + " arguments: --startup: expected initial, latest-offset, got 'now'",
                "--variant regular-changelog-left --dataset business-order --target oracle.x.y |"
                        + " arguments: --target: expected mysql.DATABASE.TABLE or"
                        + " postgresql.DATABASE.TABLE, got 'oracle.x.y'",
                "--variant regular-changelog-left --dataset business-order --target mysql.x.y |"
                        + " arguments: --target needs --target-column NAME=left.COLUMN for each"
                        + " column and --target-key NAME for each column of its primary key",
                "--variant regular-changelog-left --dataset business-order --target mysql.x.y"
                        + " --target-column a=id --target-key a | arguments: --target-column a:"
                        + " expected left.COLUMN or right.COLUMN, got 'id'",
                "--variant regular-changelog-left --dataset business-order --target mysql.x.y"
                        + " --target-column a=left.id --target-key b | arguments: --target-key b:"
                        + " there is no such --target-column"
            })
    @DisplayName("that can't be used are refused with what to do")
    void refused(String arguments, String message) {
        assertThatThrownBy(() -> read(arguments.split(" ")))
                .isInstanceOf(InputException.class)
                .hasMessage(message);
    }

    @Test
    @DisplayName("leave no password unset")
    void noPassword() {
        assertThatThrownBy(
                        () ->
                                read(
                                        new HashMap<>(),
                                        "--variant",
                                        "regular-changelog-inner",
                                        "--dataset",
                                        "business-order"))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        noFile
                                + ": mysql.capture.password is not set; set it there or in the"
                                + " environment as JOINLAB_MYSQL_CAPTURE_PASSWORD");
    }
}
