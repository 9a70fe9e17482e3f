package io.joinlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.ParseResult;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.EventTimeField;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioReaderTest {
    private static final Path FILE = Path.of("fixtures/teacher-course/scenarios/x.yaml");
    private static final Path ORDERS = Path.of("fixtures/product-order/scenarios/x.yaml");

    private final ScenarioReader reader = new ScenarioReader(new Datasets(Path.of("fixtures")));

    @Test
    void everything_a_scenario_can_say() {
        Scenario scenario =
                reader.parse(
                        FILE,
                        """
                        title: A title
                        about: >
                          Two
                          lines.
                        variant: sliding-event-left
                        options:
                          keys: {left: t_name}
                          time: {left: source.ts_ms}
                          out-of-orderness: 1s
                          idleness: 5s
                          pace: 0s
                          size: 3s
                          slide: 1s
                          offset: -500ms
                          allowed-lateness: 2s
                          parallelism: 2
                        steps:
                          - clock: 1s
                          - clock: +2s
                          - end: right
                          - snapshot
                          - crash
                        expect:
                          joined:
                            - {step: 3, left: {d: {t_name: 李四, t_id: '002'}}, right: null, window: [-500ms, 2500ms]}
                          ignored: 2
                        """);

        assertThat(scenario.title()).isEqualTo("A title");
        assertThat(scenario.about()).isEqualTo("Two lines.");
        assertThat(scenario.variant().name()).isEqualTo("sliding-event-left");
        assertThat(scenario.dataset().name()).isEqualTo("teacher-course");
        assertThat(scenario.left()).isSameAs(scenario.dataset().left().defaultRecording());
        assertThat(scenario.parallelism()).isEqualTo(2);
        assertThat(scenario.pace()).isEqualTo(Duration.ZERO);
        assertThat(scenario.options())
                .isEqualTo(
                        new JoinOptions(
                                new JoinOptions.Keys("t_name", "c_tid"),
                                new JoinOptions.Times(
                                        EventTimeField.SOURCE_TS_MS,
                                        EventTimeField.TS_MS,
                                        Duration.ofSeconds(1),
                                        Duration.ofSeconds(5)),
                                new JoinOptions.Windows(
                                        Duration.ofSeconds(3),
                                        Duration.ofSeconds(1),
                                        null,
                                        Duration.ofMillis(-500),
                                        Duration.ofSeconds(2)),
                                null));
        assertThat(scenario.steps())
                .containsExactly(
                        new Step.Clock(1, 18, 1_000),
                        new Step.Clock(2, 19, 3_000),
                        new Step.End(3, 20, List.of(Side.RIGHT)),
                        new Step.Snapshot(4, 21),
                        new Step.Crash(5, 22));
        ChangeEvent left =
                new ChangeEvent(
                        Op.DELETE,
                        RowImage.of(List.of("t_id", "t_name"), List.of("002", "李四")),
                        null,
                        null,
                        0);
        assertThat(scenario.expect())
                .isEqualTo(
                        new Outcome(
                                List.of(
                                        new Emission<>(
                                                3,
                                                new JoinedRow(
                                                        left,
                                                        null,
                                                        new JoinedRow.Window(-500, 2_500)))),
                                List.of(),
                                List.of(),
                                List.of(),
                                2));
    }

    @Test
    void steps_of_a_source_that_makes_its_own_watermarks() {
        Scenario scenario =
                reader.parse(
                        FILE,
                        """
                        title: t
                        variant: interval-event-inner
                        options: {lower: -1s, upper: 1s, exclusive: [lower]}
                        steps:
                          - left: 3
                            at: -1s
                          - watermark: 3s
                          - watermark: {right: 4s}
                          - idle: both
                          - active: left
                        expect: {}
                        """);

        assertThat(scenario.steps())
                .containsExactly(
                        new Step.Deliver(1, 5, Side.LEFT, scenario.left().line(3), -1_000L),
                        new Step.Watermark(2, 7, 3_000L, 3_000L),
                        new Step.Watermark(3, 8, null, 4_000L),
                        new Step.Idle(4, 9, List.of(Side.LEFT, Side.RIGHT)),
                        new Step.Active(5, 10, List.of(Side.LEFT)));
        assertThat(scenario.options().interval())
                .isEqualTo(
                        new JoinOptions.Interval(
                                Duration.ofSeconds(-1), Duration.ofSeconds(1), false, true));
        assertThat(scenario.options().windows()).isNull();
    }

    @Test
    void without_a_time_a_recorded_event_comes_at_its_own() {
        Scenario scenario =
                reader.parse(
                        ORDERS,
                        """
                        title: t
                        variant: tumbling-event-inner
                        options: {size: 3s, time: {left: ts_ms, right: order_date}}
                        steps:
                          - left: 1
                          - right: 1
                        expect: {}
                        """);

        long tsMs = event(scenario, 1).tsMs();
        assertThat(deliver(scenario, 1).timestamp()).isEqualTo(tsMs);
        assertThat(deliver(scenario, 2).timestamp())
                .isEqualTo(Instant.parse("2023-10-27T10:30:00Z").toEpochMilli());
    }

    @Test
    void where_the_pipeline_assigns_times_the_event_itself_carries_the_given_one() {
        Scenario scenario =
                reader.parse(
                        ORDERS,
                        """
                        title: t
                        variant: tumbling-event-inner
                        options: {size: 3s, out-of-orderness: 1s, time: {left: source.ts_ms, right: order_date}}
                        steps:
                          - left: 1
                            at: 5s
                          - right: 1
                            at: 6s
                          - right: 1
                        expect: {}
                        """);

        assertThat(deliver(scenario, 1).timestamp()).isNull();
        assertThat(event(scenario, 1).source().tsMs()).isEqualTo(5_000);
        assertThat(event(scenario, 2).after().get("order_date"))
                .isEqualTo(LocalDateTime.parse("1970-01-01T00:00:06"));
        assertThat(event(scenario, 3).after().get("order_date"))
                .isEqualTo(LocalDateTime.parse("2023-10-27T10:30:00"));
        assertThat(scenario.pace()).isEqualTo(Duration.ofMillis(201));
    }

    @Test
    void inline_events_become_envelopes_of_their_table() {
        Scenario scenario =
                reader.parse(
                        FILE,
                        """
                        title: t
                        variant: tumbling-event-inner
                        options: {size: 3s}
                        steps:
                          - {left: {c: {t_id: '009', t_name: null}}, at: 1s}
                          - {left: {u: {t_id: '009', t_name: 周九}, before: {t_id: '009', t_name: 周八}}, at: 2s}
                          - {left: {u: {t_id: '009', t_name: 周十}}, at: 3s}
                          - {left: {d: {t_id: '009', t_name: 周九}}, at: 4s}
                          - {left: {d: null}, at: 5s}
                          - {left: {t: null}, at: 6s}
                          - {left: {raw: '{"op":"c"'}}
                          - {left: {raw: null}}
                        expect: {}
                        """);

        RowImage old = RowImage.of(List.of("t_id", "t_name"), List.of("009", "周八"));
        RowImage row = old.with("t_name", "周九");
        assertThat(event(scenario, 1).op()).isEqualTo(Op.CREATE);
        assertThat(event(scenario, 1).after()).isEqualTo(old.with("t_name", null));
        assertThat(event(scenario, 1).tsMs()).isEqualTo(1_000);
        assertThat(event(scenario, 2).before()).isEqualTo(old);
        assertThat(event(scenario, 2).after()).isEqualTo(row);
        assertThat(event(scenario, 3).before()).isNull();
        assertThat(event(scenario, 4).before()).isEqualTo(row);
        assertThat(event(scenario, 4).after()).isNull();
        assertThat(event(scenario, 5).image()).isNull();
        assertThat(event(scenario, 6).op()).isEqualTo(Op.TRUNCATE);
        assertThat(deliver(scenario, 7).raw()).isEqualTo("{\"op\":\"c\"");
        assertThat(deliver(scenario, 7).timestamp()).isNull();
        assertThat(deliver(scenario, 8).raw()).isNull();
    }

    @Test
    void an_inline_event_of_a_processing_time_join_is_stamped_with_the_clock() {
        Scenario scenario =
                reader.parse(
                        FILE,
                        """
                        title: t
                        variant: tumbling-processing-inner
                        options: {size: 3s}
                        steps:
                          - clock: 7s
                          - left: {c: {t_id: '009', t_name: 周八}}
                        expect: {}
                        """);

        assertThat(event(scenario, 2).tsMs()).isEqualTo(7_000);
        assertThat(deliver(scenario, 2).timestamp()).isNull();
    }

    @Test
    void a_row_without_its_time_column_needs_a_time() {
        String text =
                """
                title: t
                variant: tumbling-event-inner
                options: {size: 3s, time: {right: order_date}}
                steps:
                  - right: 7
                expect: {}
                """;

        assertError(
                () -> reader.parse(ORDERS, text),
                ORDERS
                        + ":5: steps[1]: event time order_date is NULL; give the step a time, such"
                        + " as at: 2s");
    }

    @Test
    void expected_rows_may_have_a_column_that_a_delivered_row_added() {
        String text =
                """
                title: t
                variant: tumbling-event-inner
                options: {size: 3s}
                steps:
                  - left: {raw: '{"before":null,"after":{"t_id":"1","t_name":"a","age":7},"source":{"connector":"mysql","db":"d","table":"teacher","ts_ms":1},"op":"c","ts_ms":1}'}
                expect:
                  late: [{step: 1, left: {c: {t_id: '1', t_name: a, age: 7}}}]
                """;

        assertThat(reader.parse(FILE, text).expect().late().get(0).value().event().after())
                .isEqualTo(RowImage.of(List.of("t_id", "t_name", "age"), List.of("1", "a", 7L)));
    }

    @Test
    void a_recorded_line_that_is_not_json_is_the_fixtures_error(@TempDir Path fixtures)
            throws IOException {
        Path dataset = copyOfTeachers(fixtures);
        Path recording = dataset.resolve("teacher.jsonl");
        List<String> lines = new java.util.ArrayList<>(Files.readAllLines(recording));
        lines.set(1, lines.get(1).substring(0, 14));
        Files.write(recording, lines);

        Scenario untouched = read(dataset, "left: 1");
        assertThat(untouched.steps()).hasSize(1);
        assertError(
                () -> read(dataset, "left: 2"),
                recording
                        + ":2: not JSON: it ends early, after character 14; record the dataset"
                        + " again, or write the line in the scenario as {raw: '...'} if it is"
                        + " meant");
    }

    @Test
    void a_missing_recording_is_the_datasets_error(@TempDir Path fixtures) throws IOException {
        Path dataset = copyOfTeachers(fixtures);
        Files.delete(dataset.resolve("teacher.jsonl"));

        assertError(() -> read(dataset, "left: 1"), dataset.resolve("teacher.jsonl").toString());
    }

    @Test
    void a_missing_file_is_named() {
        assertError(() -> reader.read(Path.of("no/such.yaml")), "no/such.yaml: no such file");
    }

    @Test
    void text_that_is_no_yaml_is_refused_with_its_line() {
        assertError(() -> reader.parse(FILE, "title: t\nvariant: [a\n"), FILE + ":");
    }

    @Test
    void a_scenario_elsewhere_must_name_its_dataset() {
        Path elsewhere = Path.of("/tmp/x.yaml");
        String text =
                """
                title: t
                variant: tumbling-event-inner
                options: {size: 3s}
                steps: []
                expect: {}
                """;

        assertError(
                () -> reader.parse(elsewhere, text),
                "/tmp/x.yaml:1: missing key 'dataset', one of business-order, product-order,"
                    + " teacher-course; only files in fixtures/<dataset>/scenarios can do without");
        assertThat(reader.parse(elsewhere, text + "dataset: teacher-course\n").dataset().name())
                .isEqualTo("teacher-course");
    }

    private Scenario read(Path dataset, String step) {
        ScenarioReader elsewhere = new ScenarioReader(new Datasets(dataset.getParent()));
        return elsewhere.parse(
                dataset.resolve("scenarios/x.yaml"),
                "title: t\nvariant: tumbling-event-inner\noptions: {size: 3s}\nsteps:\n  - "
                        + step
                        + "\nexpect: {}\n");
    }

    private static Path copyOfTeachers(Path fixtures) throws IOException {
        Path dataset = Files.createDirectory(fixtures.resolve("teacher-course"));
        try (Stream<Path> files = Files.list(Path.of("fixtures/teacher-course"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, dataset.resolve(file.getFileName()));
            }
        }
        return dataset;
    }

    private static void assertError(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable read, String message) {
        assertThatThrownBy(read).isInstanceOf(InputException.class).hasMessageStartingWith(message);
    }

    private static Step.Deliver deliver(Scenario scenario, int step) {
        return (Step.Deliver) scenario.steps().get(step - 1);
    }

    private static ChangeEvent event(Scenario scenario, int step) {
        Step.Deliver deliver = deliver(scenario, step);
        EnvelopeParser parser = new EnvelopeParser(scenario.recording(deliver.side()).schema());
        return ((ParseResult.Parsed) parser.parse(deliver.raw())).event();
    }
}
