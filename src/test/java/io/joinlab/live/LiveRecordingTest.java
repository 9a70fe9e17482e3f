package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.TableSpec;
import io.joinlab.join.Catalogue;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.Variant;
import io.joinlab.scenario.VariantOptions;
import io.joinlab.yaml.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The recording of a live join")
class LiveRecordingTest {

    private static final Dataset DATASET =
            Dataset.read(RecordedFixtures.DIRECTORY.resolve("product-order"));
    private static final String PRODUCT = DATASET.left().defaultRecording().line(1);
    private static final String ORDER = DATASET.right().defaultRecording().line(1);
    private static final ChangeEvent PRODUCT_101 = DATASET.left().defaultRecording().event(1);
    private static final ChangeEvent ORDER_1 = DATASET.right().defaultRecording().event(1);

    @TempDir Path home;

    @Test
    @DisplayName("has envelopes, order, times and watermarks, and what the simulator makes of them")
    void eventTime() throws Exception {
        Path file =
                record(
                        "tumbling-event-inner",
                        Map.of("size", "10s", "time", "{left: ts_ms, right: ts_ms}"),
                        new LiveEvent.Arrival(Side.RIGHT, ORDER, 1),
                        new LiveEvent.Arrival(Side.RIGHT, "{", 1),
                        new LiveEvent.Arrival(Side.LEFT, PRODUCT, 2),
                        // 2026-11-30T21:19:09.999Z
                        new LiveEvent.Watermark(Side.LEFT, 1_796_073_549_999L),
                        new LiveEvent.Idle(Side.RIGHT),
                        new LiveEvent.Joined(
                                new JoinedRow(
                                        PRODUCT_101,
                                        ORDER_1,
                                        new JoinedRow.Window(
                                                1_796_073_540_000L, 1_796_073_550_000L))));

        assertThat(Files.readString(file))
                .isEqualTo(
                        """
                        title: 'A live run of tumbling-event-inner on product-order'
                        variant: tumbling-event-inner
                        options:
                          size: 10s
                          time: {left: ts_ms, right: ts_ms}
                        steps:
                          - right: 1
                            at: 2026-11-30T21:19:06.804Z
                          - right: {raw: '{'}
                          - left: 1
                            at: 2026-11-30T21:19:05.988Z
                          - watermark: {left: 2026-11-30T21:19:09.999Z}
                          - idle: right
                        expect:
                          joined:
                            - {step: 5, left: {r: {id: 101, name: 篮球}}, right: {r: {order_id: 1, order_name: 篮球订单, order_date: '2023-10-27T10:30:00.000', order_price: '88.88', product_id: 101}}, window: [2026-11-30T21:19:00Z, 2026-11-30T21:19:10Z]}
                          malformed:
                            - {step: 2, right: '{', reason: 'not JSON: it ends early, after character 1'}
                        """);
        assertThat(Files.readAllLines(home.resolve("run/left.jsonl"))).containsExactly(PRODUCT);
        assertThat(Files.readAllLines(home.resolve("run/right.jsonl"))).containsExactly(ORDER);
        Dataset written = Dataset.read(home.resolve("run"));
        assertThat(written.left().defaultRecording().schema())
                .isEqualTo(DATASET.left().defaultRecording().schema());
        assertThat(written.right().defaultRecording().schema())
                .isEqualTo(DATASET.right().defaultRecording().schema());
        assertThat(written.right().database()).isEqualTo(DATASET.right().database());
    }

    @Test
    @DisplayName("has in processing time a clock whose 0s is where a window could start")
    void processingTime() throws Exception {
        Path file =
                record(
                        "tumbling-processing-left",
                        Map.of("size", "10s"),
                        new LiveEvent.Arrival(Side.LEFT, PRODUCT, 1_000_003_500L),
                        new LiveEvent.Arrival(Side.RIGHT, ORDER, 1_000_012_000L),
                        new LiveEvent.Joined(
                                new JoinedRow(
                                        PRODUCT_101,
                                        null,
                                        new JoinedRow.Window(1_000_000_000L, 1_000_010_000L))));

        assertThat(Files.readString(file))
                .contains(
                        """
                        steps:
                          - clock: 3500ms
                          - left: 1
                          - clock: 12s
                          - right: 1
                        expect:
                          joined:
                            - {step: 3, left: {r: {id: 101, name: 篮球}}, right: null, window: [0s, 10s]}
                        """);
    }

    @Test
    @DisplayName("is refused if the simulator gives other rows, and is there to be looked at")
    void differs() {
        assertThatThrownBy(
                        () ->
                                record(
                                        "tumbling-processing-left",
                                        Map.of("size", "10s"),
                                        new LiveEvent.Arrival(Side.LEFT, PRODUCT, 9_999),
                                        new LiveEvent.Joined(
                                                new JoinedRow(
                                                        PRODUCT_101,
                                                        null,
                                                        new JoinedRow.Window(10_000, 20_000)))))
                .isInstanceOf(LiveException.class)
                .hasMessageContaining("other rows")
                .hasMessageContaining("1 live, 1 in the simulator");
        assertThat(home.resolve("run/scenarios/live.yaml")).exists();
    }

    @Test
    @DisplayName("never overwrites anything")
    void occupied() throws Exception {
        Files.createFile(home.resolve("mine"));

        assertThatThrownBy(() -> LiveRecording.to(home))
                .isInstanceOf(InputException.class)
                .hasMessage(home + ": there is something in it already");
    }

    private Path record(String name, Map<String, String> given, LiveEvent... events) {
        Variant variant = Catalogue.byName(name).orElseThrow();
        VariantOptions options =
                VariantOptions.read("this test", new TreeMap<>(given), variant, DATASET);
        LiveRecording recording = LiveRecording.to(home.resolve("run"));
        List.of(events).forEach(recording::accept);
        return recording.write(
                DATASET,
                table(DATASET.left()),
                table(DATASET.right()),
                new LiveJoin.Spec(variant, options.options(), 1, JobSettings.ONE_ATTEMPT),
                options.writtenWithWatermarks());
    }

    /** A table that nobody connects to. */
    private static LiveTable table(TableSpec spec) {
        Login nobody = new Login("nobody", Secret.of(""));
        LiveDatabase server =
                spec.database().kind() == DatabaseKind.MYSQL
                        ? new MySqlDatabase("localhost", 1, nobody, nobody)
                        : new PostgresDatabase("localhost", 1, nobody, nobody);
        return new LiveTable(
                spec,
                spec.defaultRecording(),
                new CapturedTable(
                        server,
                        spec.database().name(),
                        spec.database().schema(),
                        spec.table(),
                        null));
    }
}
