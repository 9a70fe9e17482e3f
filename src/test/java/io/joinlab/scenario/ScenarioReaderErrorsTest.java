package io.joinlab.scenario;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.yaml.InputException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a reader of scenarios says to a person who got something wrong. */
class ScenarioReaderErrorsTest {
    private static final Path FILE = Path.of("fixtures/teacher-course/scenarios/x.yaml");
    private static final Path ORDERS = Path.of("fixtures/product-order/scenarios/x.yaml");

    private final ScenarioReader reader = new ScenarioReader(new Datasets(Path.of("fixtures")));

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "variant: tumbling-event-iner | 2: variant: expected one of ",
                "varaint: tumbling-event-inner | 2: unknown key 'varaint' (did you mean"
                        + " 'variant'?)",
            })
    void variant(String line, String message) {
        assertError("title: t\n" + line + "\noptions: {size: 3s}\nsteps: []\nexpect: {}", message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "title: ''                                  | 1: title: expected one sentence on"
                        + " one line",
                "dataset: teacher-cours                     | 1: dataset: expected one of"
                    + " business-order, product-order, teacher-course, got 'teacher-cours' (did you"
                    + " mean 'teacher-course'?)",
                "recording: {right: replica}                | 1: recording.right: expected one of"
                        + " default, got 'replica'",
                "recording: {middle: default}               | 1: recording: unknown key 'middle';"
                        + " known here: left, right",
            })
    void head(String line, String message) {
        String rest = "variant: tumbling-event-inner\noptions: {size: 3s}\nsteps: []\nexpect: {}";
        String title = line.startsWith("title") ? "" : "title: t\n";
        assertError(line + "\n" + title + rest, message);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tumbling-event-inner      | {}                                      | 3: options:"
                        + " tumbling-event-inner needs size",
                "sliding-event-inner       | {size: 3s}                              | 3: options:"
                        + " sliding-event-inner needs slide",
                "interval-event-inner      | {lower: 1s}                             | 3: options:"
                        + " interval-event-inner needs upper",
                "tumbling-event-inner      | {size: 3s, slide: 1s}                   | 3:"
                    + " options.slide: tumbling-event-inner does not read 'slide'; it reads keys,"
                    + " parallelism, time, out-of-orderness, idleness, pace, size, offset,"
                    + " allowed-lateness",
                "tumbling-event-inner      | {size: 3s, lower: 1s}                   | 3:"
                        + " options.lower: tumbling-event-inner does not read 'lower'",
                "tumbling-processing-inner | {size: 3s, time: ts_ms}                 | 3:"
                        + " options.time: tumbling-processing-inner does not read 'time'; it reads"
                        + " keys, parallelism, size, offset",
                "tumbling-processing-inner | {size: 3s, allowed-lateness: 1s}        | 3:"
                        + " options.allowed-lateness: tumbling-processing-inner does not read"
                        + " 'allowed-lateness'",
                "regular-changelog-inner   | {size: 3s}                              | 3:"
                        + " options.size: regular-changelog-inner does not read 'size'; it reads"
                        + " keys, parallelism, state-ttl",
                "regular-changelog-inner   | {state-ttl: 0s}                         | 3:"
                        + " options.state-ttl: expected a duration longer than 0s",
                "tumbling-event-inner      | {size: 3s, state-ttl: 1h}               | 3:"
                        + " options.state-ttl: tumbling-event-inner does not read 'state-ttl'",
                "tumbling-event-inner      | {size: 3s, alowed-lateness: 1s}         | 3: options:"
                        + " unknown key 'alowed-lateness' (did you mean 'allowed-lateness'?)",
                "tumbling-event-inner      | {size: 3000}                            | 3:"
                    + " options.size: expected a duration, got 3000 without a unit; write 3000ms or"
                    + " 3000s",
                "tumbling-event-inner      | {size: 3 s}                             | 3:"
                    + " options.size: expected a duration such as 3s, -500ms, 5m, 1h or 2d, got '3"
                    + " s'",
                "tumbling-event-inner      | {size: 0s}                              | 3:"
                        + " options.size: expected a duration longer than 0s",
                "tumbling-event-inner      | {size: -3s}                             | 3:"
                        + " options.size: expected a duration longer than 0s",
                "tumbling-event-inner      | {size: 3s, offset: -3s}                 | 3:"
                        + " options.offset: an offset must be shorter than the distance between two"
                        + " windows, 3s",
                "sliding-event-inner       | {size: 3s, slide: 1s, offset: 2s}       | 3:"
                        + " options.offset: an offset must be shorter than the distance between two"
                        + " windows, 1s",
                "tumbling-event-inner      | {size: 3s, allowed-lateness: -1s}       | 3:"
                        + " options.allowed-lateness: expected a duration of at least 0s",
                "tumbling-event-inner      | {size: 3s, out-of-orderness: -1s}       | 3:"
                        + " options.out-of-orderness: expected a duration of at least 0s",
                "tumbling-event-inner      | {size: 3s, idleness: 1s}                | 3:"
                    + " options.idleness: idleness goes with out-of-orderness; without it the steps"
                    + " give the watermarks",
                "tumbling-event-inner      | {size: 3s, pace: 1s}                    | 3:"
                    + " options.pace: pace goes with out-of-orderness; without it the steps give"
                    + " the watermarks",
                "tumbling-event-inner      | {size: 3s, out-of-orderness: 1s, idleness: 0s} | 3:"
                        + " options.idleness: expected a duration longer than 0s",
                "tumbling-event-inner      | {size: 3s, parallelism: 0}              | 3:"
                        + " options.parallelism: expected 1 to 128, got 0",
                "tumbling-event-inner      | {size: 3s, parallelism: two}            | 3:"
                        + " options.parallelism: expected a whole number, got 'two'",
                "tumbling-event-inner      | {size: 3s, keys: {left: t_ids}}         | 3:"
                    + " options.keys.left: expected one of t_id, t_name, got 't_ids' (did you mean"
                    + " 't_id'?)",
                "tumbling-event-inner      | {size: 3s, time: t_name}                | 3:"
                    + " options.time: column t_name of table teacher holds no time; expected ts_ms,"
                    + " source.ts_ms or a column of type timestamp, timestamptz, date or bigint",
                "tumbling-event-inner      | {size: 3s, time: source.tsms}           | 3:"
                        + " options.time: expected one of t_id, t_name, ts_ms, source.ts_ms, got"
                        + " 'source.tsms' (did you mean 'source.ts_ms'?)",
                "sliding-event-inner       | {size: 3s, slide: 3001ms}               | 3:"
                        + " options.slide: expected at most the size, 3s: rows between two windows"
                        + " would vanish",
                "sliding-event-inner       | {size: 365d, slide: 1ms}                | 3:"
                        + " options.slide: every row would be copied into 31536000000 windows;"
                        + " expected at most 10000",
                "tumbling-event-inner      | {size: 365000001d}                      | 3:"
                        + " options.size: expected a duration of at most 365000000d, got"
                        + " '365000001d'",
                "interval-event-inner      | {lower: 2s, upper: 1s}                  | 3:"
                        + " options.upper: no time lies within the bounds: lower must not be above"
                        + " upper",
                "interval-event-inner      | {lower: 1s, upper: 1s, exclusive: [upper]} | 3:"
                        + " options.upper: no time lies within the bounds: lower must not be above"
                        + " upper, nor meet it if exclusive",
                "interval-event-inner      | {lower: 0s, upper: 1s, exclusive: upper} | 3:"
                        + " options.exclusive: expected a list ([a, b], or one \"- \" a line), got"
                        + " 'upper'",
                "interval-event-inner      | {lower: 0s, upper: 1s, exclusive: [lower, lower]} | 3:"
                        + " options.exclusive[2]: names lower a second time; leave it out",
            })
    void options(String variant, String options, String message) {
        assertError(
                "title: t\nvariant: %s\noptions: %s\nsteps: []\nexpect: {}"
                        .formatted(variant, options),
                message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "left: 14                                   | steps[1].left: there is no line 14 in"
                        + " fixtures/teacher-course/teacher.jsonl; it has lines 1 to 13",
                "left: 0                                    | steps[1].left: there is no line 0 in"
                        + " fixtures/teacher-course/teacher.jsonl; it has lines 1 to 13",
                "left: first                                | steps[1].left: expected a whole"
                        + " number, got 'first'",
                "{left: 1, right: 1}                        | steps[1]: a step does one thing, one"
                    + " of left, right, watermark, idle, active, clock, end, is one of the words"
                    + " snapshot, crash, or ties steps with then or together",
                "{at: 1s}                                   | steps[1]: a step does one thing",
                "{then: [{clock: 1s}]}                      | steps[1].then[1]: always comes after"
                        + " all",
                "{then: {left: 1}, right: 1}                | steps[1]: unknown key 'right'",
                "{together: [{left: 1}]}                    | steps[1].together: expected at least"
                        + " two",
                "{lef: 1}                                   | steps[1]: unknown key 'lef' (did you"
                        + " mean 'left'?)",
                "snapshots                                  | steps[1]: expected one of snapshot,"
                        + " crash, got 'snapshots' (did you mean 'snapshot'?)",
                "[left, 1]                                  | steps[1]: expected a map (key:"
                        + " value), got a list",
                "{left: 1, at: 2000}                        | steps[1].at: expected a time: since"
                    + " the epoch such as 3s, -500ms or 2m, or a date such as 2023-10-27T10:30:00Z,"
                    + " got '2000' without a unit; write 2000ms or 2000s",
                "{left: 1, at: 2023-10-27}                  | steps[1].at: expected a time: since"
                    + " the epoch such as 3s, -500ms or 2m, or a date such as 2023-10-27T10:30:00Z,"
                    + " got '2023-10-27'",
                "{watermark: 3s, at: 1s}                    | steps[1].at: only events are given a"
                        + " time",
                "watermark: {}                              | steps[1].watermark: expected left,"
                        + " right or both",
                "watermark: {left: 3s, middle: 4s}          | steps[1].watermark: unknown key"
                        + " 'middle'; known here: left, right",
                "idle: all                                  | steps[1].idle: expected one of left,"
                        + " right, both, got 'all'",
                "clock: -1s                                 | steps[1].clock: the clock never goes"
                        + " back: it shows 0s here, -1s is before; write +3s to move it by 3s",
                "clock: +3                                  | steps[1].clock: expected a duration"
                        + " after the +, such as +3s, got '+3'",
                "clock: +-3s                                | steps[1].clock: expected a duration"
                        + " after the +, such as +3s, got '+-3s'",
                "left: {c: {t_id: '001'}}                   | steps[1].left.c: missing column"
                        + " 't_name' of table teacher; write t_name: null for NULL",
                "left: {c: {t_id: '001', t_nam: a}}         | steps[1].left.c: unknown key 't_nam'"
                        + " (did you mean 't_name'?); known here: t_id, t_name",
                "left: {c: {t_id: 001, t_name: a}}          | steps[1].left.c.t_id: expected text,"
                        + " got 001; put it in quotes if text is meant",
                "left: {x: {t_id: '001', t_name: a}}        | steps[1].left: unknown key 'x'",
                "left: {c: {t_id: a, t_name: b}, d: null}   | steps[1].left: expected one operation"
                        + " (r, c, u, d, t) with its row, such as {c: {...}}",
                "left: {c: null}                            | steps[1].left: only d and t may have"
                        + " no row; write c: {column: value}",
                "left: {t: {t_id: a, t_name: b}}            | steps[1].left.t: a truncate has no"
                        + " row; write t: null",
                "left: {c: {t_id: a, t_name: b}, before: {t_id: a, t_name: c}} |"
                    + " steps[1].left.before: only an update (u) has a row before besides its row",
                "left: {c: {t_id: a, t_name: b}}            | steps[1].left: an event that is"
                    + " written here has no ts_ms of its own; give the step a time, such as at: 2s",
                "left: {raw: 7}                             | steps[1].left.raw: expected text, got"
                        + " 7; put it in quotes if text is meant",
                "left: {raw: x, c: null}                    | steps[1].left: unknown key 'c'; known"
                        + " here: raw",
            })
    void step(String step, String message) {
        assertError(
                "title: t\nvariant: tumbling-event-inner\noptions: {size: 3s}\nsteps:\n  - "
                        + step
                        + "\nexpect: {}",
                "5: " + message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{end: left}, {left: 1}]                    | steps[2].left: the left input has"
                        + " ended in a step before",
                "[{end: left}, {end: both}]                  | steps[2].end: the left input has"
                        + " ended in a step before",
                "[{end: left}, {watermark: 3s}]              | steps[2].watermark: the left input"
                        + " has ended in a step before",
                "[{end: left}, {idle: left}]                 | steps[2].idle: the left input has"
                        + " ended in a step before",
                "[{end: both}, snapshot]                     | steps[2]: both inputs have ended;"
                        + " only the clock can still move",
                "[{clock: 3s}, {clock: 2s}]                  | steps[2].clock: the clock never goes"
                        + " back: it shows 3s here, 2s is before; write +3s to move it by 3s",
                "[{clock: 365d}, {clock: +1ms}]              | steps[2].clock: the clock can't go"
                        + " beyond 365d: every periodic timer on the way fires",
                "[{clock: +365000000d}]                      | steps[1].clock: the clock can't go"
                        + " beyond 365d: every periodic timer on the way fires",
                "[{watermark: 9223372036854775807ms}]        | steps[1].watermark: expected a time:"
                        + " since the epoch such as 3s, -500ms or 2m, or a date such as"
                        + " 2023-10-27T10:30:00Z, got '9223372036854775807ms'",
                "[{watermark: +1000000000-01-01T00:00:00Z}]  | steps[1].watermark: expected a"
                        + " time:",
                "[{watermark: +2000000-01-01T00:00:00Z}]     | steps[1].watermark: expected a"
                        + " time:",
            })
    void steps(String steps, String message) {
        assertError(
                "title: t\nvariant: tumbling-event-inner\noptions: {size: 3s}\nsteps: "
                        + steps
                        + "\nexpect: {}",
                "4: " + message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "watermark: 3s       | steps[1].watermark: with out-of-orderness the pipeline makes"
                    + " its own watermarks; leave watermark out, or leave out-of-orderness out of"
                    + " the options",
                "idle: left          | steps[1].idle: with out-of-orderness the pipeline makes its"
                        + " own watermarks; leave idle out, or leave out-of-orderness out of the"
                        + " options",
                "{left: {raw: x}, at: 1s} | steps[1].at: can't set ts_ms in this event: not JSON",
            })
    void steps_with_generated_watermarks(String step, String message) {
        assertError(
                "title: t\nvariant: tumbling-event-inner\noptions: {size: 3s, out-of-orderness:"
                        + " 1s}\nsteps:\n  - "
                        + step
                        + "\nexpect: {}",
                "5: " + message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{left: 1, at: 1s}   | steps[1].at: tumbling-processing-inner goes by processing"
                    + " time: an event's time is the clock's when it arrives; move it with a clock"
                    + " step before",
                "watermark: 3s       | steps[1].watermark: tumbling-processing-inner goes by"
                        + " processing time, where watermark means nothing",
                "idle: left          | steps[1].idle: tumbling-processing-inner goes by processing"
                        + " time, where idle means nothing",
            })
    void steps_in_processing_time(String step, String message) {
        assertError(
                "title: t\nvariant: tumbling-processing-inner\noptions: {size: 3s}\nsteps:\n  - "
                        + step
                        + "\nexpect: {}",
                "5: " + message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{left: 1, at: 1s}   | steps[1].at: regular-changelog-inner goes by no time, only"
                        + " by the order of the events",
                "watermark: 3s       | steps[1].watermark: regular-changelog-inner goes by no time,"
                        + " where watermark means nothing",
            })
    void steps_of_a_join_of_tables(String step, String message) {
        assertError(
                "title: t\nvariant: regular-changelog-inner\nsteps:\n  - " + step + "\nexpect: {}",
                "4: " + message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "left                       | joined[1]: missing key 'kind'",
                "kind: I                    | joined[1].kind: expected one of +I, -U, +U, -D, got"
                        + " 'I'",
                "kind: +I, window: [0s, 3s] | joined[1].window: regular-changelog-left has no"
                        + " windows; leave window out",
                "kind: +I, distance: 1s     | joined[1].distance: regular-changelog-left goes by no"
                        + " time; leave distance out",
            })
    void expectation_of_a_join_of_tables(String kind, String message) {
        assertError(
                "title: t\nvariant: regular-changelog-left\nsteps: [{clock: 1s}]\nexpect: {joined:"
                        + " [{step: 1, left: {r: {t_id: a, t_name: b}}, right: null"
                        + (kind.equals("left") ? "" : ", " + kind)
                        + "}]}",
                "4: expect." + message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "order_price: 80.00       | c.order_price: column order_price is of type"
                    + " decimal(10,2): expected a number in quotes with 2 digits after the point,"
                    + " such as '8.00', got 80.00",
                "order_price: '80.0'      | c.order_price: column order_price is of type"
                    + " decimal(10,2): expected a number in quotes with 2 digits after the point,"
                    + " such as '8.00', got '80.0'",
                "order_price: cheap       | c.order_price: column order_price is of type"
                    + " decimal(10,2): expected a number in quotes with 2 digits after the point,"
                    + " such as '8.00', got cheap",
                "order_id: '1'            | c.order_id: column order_id is of type int: expected a"
                        + " whole number from -2147483648 to 2147483647, not quoted, got '1'",
                "order_id: 2147483648     | c.order_id: column order_id is of type int: expected a"
                    + " whole number from -2147483648 to 2147483647, not quoted, got 2147483648",
                "order_date: 2023-10-27   | c.order_date: column order_date is of type"
                        + " timestamp(3): expected a value such as '2023-10-27T10:30:00.000', got"
                        + " 2023-10-27",
            })
    void values(String value, String message) {
        String column = value.substring(0, value.indexOf(':'));
        StringBuilder row = new StringBuilder(value);
        for (String other :
                java.util.List.of(
                        "order_id", "order_name", "order_date", "order_price", "product_id")) {
            if (!other.equals(column)) {
                row.append(", ").append(other).append(": null");
            }
        }
        assertError(
                ORDERS,
                "title: t\nvariant: tumbling-event-inner\noptions: {size: 3s}\nsteps:\n  - {right:"
                        + " {c: {%s}}, at: 1s}\nexpect: {}".formatted(row),
                "5: steps[1].right." + message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "joined: [{step: 3, left: L, right: R, window: [0s, 3s]}]     | joined[1].step:"
                        + " there is no step 3; there are 1 to 2",
                "joined: [{step: 0, left: L, right: R, window: [0s, 3s]}]     | joined[1].step:"
                        + " there is no step 0; there are 1 to 2",
                "joined: [{left: L, right: R, window: [0s, 3s]}]              | joined[1]: missing"
                        + " key 'step'",
                "joined: [{step: 1, left: L, window: [0s, 3s]}]               | joined[1]: missing"
                        + " key 'right'; write right: null for a row that is alone",
                "joined: [{step: 1, left: L, right: null, window: [0s, 3s]}]  | joined[1].right:"
                        + " tumbling-event-inner keeps no unmatched left rows",
                "joined: [{step: 1, left: null, right: R, window: [0s, 3s]}]  | joined[1].left:"
                        + " tumbling-event-inner keeps no unmatched right rows",
                "joined: [{step: 1, left: null, right: null, window: [0s, 3s]}] | joined[1]: a row"
                        + " needs a left or a right part",
                "joined: [{step: 1, left: L, right: R}]                       | joined[1]: missing"
                        + " key 'window'",
                "joined: [{step: 1, left: L, right: R, distance: 1s}]         | joined[1].distance:"
                        + " tumbling-event-inner joins in windows; write window: [0s, 3s]",
                "joined: [{step: 1, left: L, right: R, window: [0s, 3s], distance: 1s}] |"
                    + " joined[1].distance: tumbling-event-inner joins in windows; write window:"
                    + " [0s, 3s]",
                "joined: [{step: 1, kind: +I, left: L, right: R, window: [0s, 3s]}] |"
                    + " joined[1].kind: tumbling-event-inner takes no rows back; leave kind out",
                "joined: [{step: 1, left: L, right: R, window: [0s]}]         | joined[1].window:"
                        + " expected [start, end], the end exclusive, such as [0s, 3s]",
                "joined: [{step: 1, left: L, right: {c: {c_id: a, c_nam: b, c_tid: c}}, window:"
                        + " [0s, 3s]}] | joined[1].right.c: unknown key 'c_nam' (did you mean"
                        + " 'c_name'?); known here: c_id, c_name, c_tid",
                "joined: [{step: 1, left: L, right: {c: {c_id: a, c_tid: c}}, window: [0s, 3s]}] |"
                    + " joined[1].right.c: missing column 'c_name' of table course; write c_name:"
                    + " null for NULL",
                "join: []                                                     | unknown key 'join'"
                        + " (did you mean 'joined'?); known here: joined, late, dropped, malformed,"
                        + " ignored",
                "late: [{step: 1}]                                            | late[1]: expected"
                        + " either left or right",
                "late: [{step: 1, left: L, right: R}]                         | late[1]: expected"
                        + " either left or right",
                "late: [{step: 1, left: L, reason: x}]                        | late[1]: unknown"
                        + " key 'reason'; known here: step, left, right",
                "dropped: [{step: 1, left: L}]                                | dropped[1]: missing"
                        + " key 'reason'",
                "malformed: [{step: 1, left: L, reason: x}]                   | malformed[1].left:"
                        + " expected text, got a map",
                "ignored: -1                                                  | ignored: expected a"
                        + " count of at least 0",
            })
    void expectation(String expect, String message) {
        String text =
                expect.replace("L", "{r: {t_id: a, t_name: b}}")
                        .replace("R", "{r: {c_id: a, c_name: b, c_tid: c}}");
        assertError(
                "title: t\nvariant: tumbling-event-inner\noptions: {size: 3s}\nsteps: [{watermark:"
                        + " 1s}, {watermark: 2s}]\nexpect: {"
                        + text
                        + "}",
                "5: expect" + (message.startsWith("unknown") ? ": " : ".") + message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "window: [0s, 3s]                | joined[1].window: interval-event-left has no"
                        + " windows; write distance: 500ms",
                "window: [0s, 3s], distance: 1s  | joined[1].window: interval-event-left has no"
                        + " windows; write distance: 500ms",
                "step: 1                         | joined[1]: missing key 'distance'",
            })
    void expectation_of_an_interval_join(String relation, String message) {
        String step = relation.startsWith("step") ? "" : "step: 1, ";
        assertError(
                "title: t\nvariant: interval-event-left\noptions: {lower: 0s, upper: 1s}\nsteps:"
                        + " [{watermark: 1s}]\nexpect: {joined: [{"
                        + step
                        + "left: {r: {t_id: a, t_name: b}}, right: {r: {c_id: a, c_name: b, c_tid:"
                        + " c}}, "
                        + relation
                        + "}]}",
                "5: expect." + message);
    }

    private void assertError(String text, String message) {
        assertError(FILE, text, message);
    }

    private void assertError(Path file, String text, String message) {
        assertThatThrownBy(() -> reader.parse(file, text))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file + ":" + message);
    }
}
