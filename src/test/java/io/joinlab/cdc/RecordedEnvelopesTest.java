package io.joinlab.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONReader;
import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What real databases and Flink CDC wrote, held against what is said about it. */
class RecordedEnvelopesTest {
    private static final Dataset TEACHERS = read("teacher-course");
    private static final Dataset PRODUCTS = read("product-order");

    private static Dataset read(String name) {
        return Dataset.read(Envelopes.FIXTURES.resolve(name));
    }

    private static Recording orders(String name) {
        return PRODUCTS.right().recordings().get(name);
    }

    private static List<ChangeEvent> events(Recording recording) {
        return IntStream.rangeClosed(1, recording.lineCount()).mapToObj(recording::event).toList();
    }

    private static List<ChangeEvent> changes(Recording recording) {
        return events(recording).stream().filter(event -> event.op() != Op.READ).toList();
    }

    private static RowImage order(Object... values) {
        return RowImage.of(
                List.of("order_id", "order_name", "order_date", "order_price", "product_id"),
                Arrays.asList(values));
    }

    @Test
    void everyRecordedLineIsAChangeEvent() {
        List<Recording> recordings =
                Stream.of(TEACHERS, PRODUCTS)
                        .flatMap(dataset -> Stream.of(dataset.left(), dataset.right()))
                        .flatMap(table -> table.recordings().values().stream())
                        .toList();

        assertThat(recordings).hasSize(8);
        for (Recording recording : recordings) {
            List<String> columns = recording.schema().columnNames();
            assertThat(events(recording))
                    .allSatisfy(event -> assertThat(event.image().columns()).isEqualTo(columns));
        }
    }

    @Test
    void aChangeIsReadWithEveryTypeOfItsColumns() {
        ChangeEvent event = orders("default").event(8);

        LocalDateTime date = LocalDateTime.of(2023, 10, 27, 10, 30);
        assertThat(event.op()).isEqualTo(Op.UPDATE);
        assertThat(event.before())
                .isEqualTo(order(1L, "篮球订单", date, new BigDecimal("88.88"), 101L));
        assertThat(event.after()).isEqualTo(order(1L, "篮球订单", date, new BigDecimal("80.00"), 101L));
        assertThat(event.source().connector()).isEqualTo("postgresql");
        assertThat(event.source().database()).isEqualTo("flinkcdc_order_manage");
        assertThat(event.source().schema()).isEqualTo("public");
        assertThat(event.source().table()).isEqualTo("orders");
        assertThat(event.source().position()).matches("[0-9A-F]+/[0-9A-F]+");
    }

    @Test
    void textKeepsItsEmoji() {
        assertThat(TEACHERS.left().defaultRecording().event(4).after().get("t_name"))
                .isEqualTo("赵六😀");
    }

    @Test
    void claim1_tsMsIsWhenDebeziumSawTheChangeAndNotWhenTheDatabaseCommittedIt() {
        for (Recording recording : List.of(TEACHERS.left().defaultRecording(), orders("default"))) {
            assertThat(changes(recording))
                    .allSatisfy(
                            event ->
                                    assertThat(event.tsMs())
                                            .isGreaterThanOrEqualTo(event.source().tsMs()))
                    .anySatisfy(
                            event -> assertThat(event.tsMs()).isGreaterThan(event.source().tsMs()));
        }
    }

    @Test
    void claim1_aMysqlBinlogCommitsInWholeSeconds() {
        assertThat(changes(TEACHERS.left().defaultRecording()))
                .allSatisfy(event -> assertThat(event.source().tsMs() % 1000).isZero())
                .anySatisfy(event -> assertThat(event.tsMs() % 1000).isNotZero());
        assertThat(changes(orders("default")))
                .anySatisfy(event -> assertThat(event.source().tsMs() % 1000).isNotZero());
    }

    @Test
    void claim1_aSnapshotRowHasNoCommitTimeAndIsNotMarkedAsOne() {
        List<ChangeEvent> reads = new ArrayList<>();
        for (Dataset dataset : List.of(TEACHERS, PRODUCTS)) {
            for (TableSpec table : List.of(dataset.left(), dataset.right())) {
                reads.addAll(events(table.defaultRecording()));
            }
        }
        reads.removeIf(event -> event.op() != Op.READ);

        assertThat(reads).hasSize(8);
        assertThat(reads)
                .allSatisfy(
                        event -> {
                            assertThat(event.source().tsMs()).isZero();
                            assertThat(event.tsMs()).isPositive();
                            assertThat(event.source().snapshot()).isFalse();
                            assertThat(event.source().position()).isEmpty();
                        });
    }

    @Test
    void claim14_withReplicaIdentityFullTheRowBeforeIsWhole() {
        assertThat(orders("default").event(9).before())
                .isEqualTo(
                        order(
                                2L,
                                "乒乓球订单",
                                LocalDateTime.parse("2023-10-27T10:30:05.123"),
                                new BigDecimal("12.50"),
                                102L));
        assertThat(orders("default").event(12).before().get("product_id")).isEqualTo(101L);
    }

    @Test
    void claim14_withoutReplicaIdentityFullAnUpdateHasNoRowBefore() {
        List<ChangeEvent> updates =
                events(orders("replica-default")).stream()
                        .filter(event -> event.op() == Op.UPDATE)
                        .toList();

        assertThat(updates).hasSize(6);
        assertThat(updates).extracting(ChangeEvent::before).containsOnlyNulls();
        assertThat(orders("replica-default").event(9).after().get("product_id")).isEqualTo(101L);
    }

    @Test
    void claim14_withoutReplicaIdentityFullADeleteHasThePrimaryKeyAndNullForTheJoinKey() {
        List<RowImage> deleted =
                events(orders("replica-default")).stream()
                        .filter(event -> event.op() == Op.DELETE)
                        .map(ChangeEvent::image)
                        .toList();

        assertThat(deleted)
                .containsExactly(
                        order(3L, null, null, null, null),
                        order(6L, null, null, null, null),
                        order(7L, null, null, null, null));
    }

    @Test
    void everyDecimalModeGivesTheSameDecimals() {
        List<List<Object>> prices =
                Stream.of("default", "decimal-string", "decimal-double")
                        .map(
                                name ->
                                        events(orders(name)).stream()
                                                .map(event -> event.image().get("order_price"))
                                                .toList())
                        .toList();

        assertThat(prices.get(0))
                .contains(new BigDecimal("99999999.99"), new BigDecimal("-5.00"), null);
        assertThat(prices.get(1)).isEqualTo(prices.get(0));
        assertThat(prices.get(2)).isEqualTo(prices.get(0));
    }

    @Test
    void aColumnOfMillisecondsHasRoundedWhatOneOfMicrosecondsKeeps() {
        assertThat(orders("timestamp6").event(2).after().get("order_date"))
                .isEqualTo(LocalDateTime.parse("2023-10-27T10:30:05.123456"));
        assertThat(orders("default").event(2).after().get("order_date"))
                .isEqualTo(LocalDateTime.parse("2023-10-27T10:30:05.123"));
        assertThat(orders("timestamp6").event(5).after().get("order_date"))
                .isEqualTo(LocalDateTime.parse("2023-10-27T10:34:59.999999"));
        assertThat(orders("default").event(5).after().get("order_date"))
                .isEqualTo(LocalDateTime.parse("2023-10-27T10:35:00"));
        assertThat(orders("default").event(6).after().get("order_date"))
                .isEqualTo(LocalDateTime.parse("1969-12-31T23:59:59.500"));
    }

    @Test
    void aLineThatIsNoChangeEventIsNamedWithItsFileAndLine(@TempDir Path directory)
            throws IOException {
        Path file = directory.resolve("teacher.jsonl");
        Files.writeString(file, "{}\nhello\nnull\n");
        Recording recording =
                new Recording(
                        "default",
                        file,
                        TEACHERS.left().defaultRecording().schema(),
                        ReplicaIdentity.FULL);

        assertThatThrownBy(() -> recording.event(2))
                .isInstanceOf(InputException.class)
                .hasMessage(file + ":2: not JSON: unexpected \"h\" at character 1");
        assertThatThrownBy(() -> recording.event(3))
                .isInstanceOf(InputException.class)
                .hasMessage(file + ":3: not a change event");
    }

    /** Set by the initializer of a class that only a message names. */
    private static boolean gadgetLoaded;

    /** What an attacker would have a parser create. */
    public static final class Gadget {
        static {
            gadgetLoaded = true;
        }
    }

    @Test
    @SuppressWarnings("deprecation") // autoType is what the last lines show the danger of
    void claim17_aTypeNamedInAMessageIsNeverLoaded() {
        String type = "\"@type\":\"" + RecordedEnvelopesTest.class.getName() + "$Gadget\"";
        Recording recording = TEACHERS.left().defaultRecording();
        EnvelopeParser parser = new EnvelopeParser(recording.schema());
        String line = recording.line(1);
        gadgetLoaded = false;

        assertThat(parser.parse(line.replaceFirst("\\{", "{" + type.replace("$", "\\$") + ",")))
                .isEqualTo(parser.parse(line));
        assertThat(
                        Envelopes.parsed(
                                        parser.parse(
                                                line.replace(
                                                        "\"after\":{",
                                                        "\"after\":{"
                                                                + type
                                                                + ",\"x\":{"
                                                                + type
                                                                + "},")))
                                .after()
                                .columns())
                .containsExactly("t_id", "t_name", "@type", "x");
        assertThat(gadgetLoaded).isFalse();

        JSON.parseObject("{" + type + "}", Object.class, JSONReader.Feature.SupportAutoType);
        assertThat(gadgetLoaded).as("with autoType the same message does load it").isTrue();
    }
}
