package io.joinlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.join.JoinedRow;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The picture of a run")
class ScenarioReportTest {
    private static final Terminal ASCII = new Terminal(80, StandardCharsets.US_ASCII, false);

    private static final HandMadeRun WINDOWS =
            HandMadeRun.of(
                            """
                            title: What is out of order joins, what is late does not
                            about: >
                              Step 3 carries an earlier time than step 1.
                              Step 7 comes when its window is gone.
                            variant: tumbling-event-full
                            options: {size: 3s, time: source.ts_ms}
                            steps:
                              - left: 1
                                at: 1s
                              - right: 1
                                at: 2999ms
                              - left: 2
                                at: 0s
                              - right: 4
                                at: 3s
                              - right: 5
                                at: 3500ms
                              - watermark: 2999ms
                              - left: 4
                                at: 2s
                              - left: {raw: '{"op":"c"'}
                              - idle: left
                              - watermark: {right: 5999ms}
                              - right: {raw: null}
                              - end: both
                            """)
                    .dropped(5, "join key c_tid is NULL")
                    .watermark(6, Duration.ofMillis(2_999))
                    .joined(6, 1, 2, new JoinedRow.Window(0, 3_000))
                    .joined(6, 3, 0, new JoinedRow.Window(0, 3_000))
                    .late(7)
                    .malformed(8)
                    .watermark(10, Duration.ofMillis(5_999))
                    .joined(10, 0, 4, new JoinedRow.Window(3_000, 6_000))
                    .ignored(1)
                    .lastWatermark(12);

    private static final HandMadeRun INTERVAL =
            HandMadeRun.of(
                            """
                            title: A right row at an exclusive bound does not join
                            variant: interval-event-left
                            options: {lower: -5s, upper: 5s, exclusive: [upper]}
                            steps:
                              - left: 1
                                at: 0s
                              - right: 1
                                at: -5s
                              - right: 3
                                at: 5s
                              - left: 3
                                at: 7s
                              - right: 4
                                at: 7500ms
                              - watermark: {left: 9s}
                              - end: both
                            """)
                    .joined(2, 1, 2, new JoinedRow.Distance(-5_000))
                    .joined(5, 4, 5, new JoinedRow.Distance(500))
                    .lastWatermark(7);

    private static final HandMadeRun SESSIONS =
            HandMadeRun.of(
                            """
                            title: Each key has sessions of its own
                            variant: session-processing-inner
                            dataset: product-order
                            options: {gap: 2s}
                            steps:
                              - left: 1
                              - clock: 1s
                              - right: 1
                              - left: 3
                              - clock: 2999ms
                              - clock: 1h
                              - right: 2
                              - clock: +1m
                            """)
                    .joined(6, 1, 3, new JoinedRow.Window(0, 3_000));

    private static final HandMadeRun TABLES =
            HandMadeRun.of(
                            """
                            title: Rows come, change and go
                            variant: regular-changelog-full
                            options: {state-ttl: 1h, parallelism: 2}
                            steps:
                              - left: 1
                              - left: 2
                              - right: 1
                              - right: 1
                              - left: {raw: '{'}
                              - clock: 2h
                              - right: 2
                            """)
                    .changed(1, RowKind.INSERT, 1, 0)
                    .changed(2, RowKind.INSERT, 2, 0)
                    .changed(3, RowKind.DELETE, 1, 0)
                    .changed(3, RowKind.INSERT, 1, 3)
                    .malformed(5)
                    .changed(7, RowKind.INSERT, 0, 7);

    @Test
    @DisplayName("draws of a join of tables how long each row of the result is there, step by step")
    void tables() {
        ScenarioReport report = TABLES.report(Terminal.plain());

        assertThat(report.timeline(7))
                .isEqualTo(
                        lines(
"""
step       1        2         3         4         5         6         7
left       •r 001   •r 002                        ?
right                         •r 001    •r 001                        •r 002
result     [1+∅ ─────────────)[1+3 ────────────────────────────────────────────>
                    [2+∅ ──────────────────────────────────────────────────────>
                                                                      [∅+7 ────>
besides                                                     clock 2h
differs                                                               ^step 7
"""));
        assertThat(report.heading())
                .contains(
                        "regular-changelog-full, teacher.t_id = course.c_tid, state-ttl 1h,"
                                + " parallelism 2");
        assertThat(report.summary()).isEqualTo("5 changes that leave 3 rows, 1 malformed");
    }

    @Test
    @DisplayName("starts with what it is about")
    void heading() {
        assertThat(WINDOWS.report(Terminal.plain()).heading())
                .isEqualTo(
                        lines(
"""
What is out of order joins, what is late does not
tumbling-event-full, teacher.t_id = course.c_tid, size 3s, time source.ts_ms
Step 3 carries an earlier time than step 1. Step 7 comes when its window is
gone.
"""));
        assertThat(INTERVAL.report(Terminal.plain()).heading())
                .isEqualTo(
                        lines(
"""
A right row at an exclusive bound does not join
interval-event-left, teacher.t_id = course.c_tid, right within [-5s, 5s) of
left, time ts_ms
"""));
    }

    @Test
    @DisplayName("shows windows, what is out of order, late, dropped, and what came when")
    void windows() {
        assertThat(WINDOWS.report(Terminal.plain()).timeline(0))
                .isEqualTo(
                        lines(
"""
event time 0s        1s        2s        3s   3500ms                   6s    end
           ┬─────────┬─────────┬─────────┬────┬────────────────────────┬───────┬
left       ‹3 r 002  •1 r 001  !7 c 004
right                                   •2 r 001
                                         •4 c 003
                                              x5 c NULL
watermark                               ▸6                            ▸10    12▸
windows    [────────── 2 rows ──────────)[────────── 1 row ───────────)
joined                                  •6: 1+2 3+∅                   •10: ∅+4
besides    8 left, malformed; 9 idle left; 11 right, ignored; 12 end left, right
           ‹ out of order   ! late   x dropped   ? malformed   ~ ignored
"""));
    }

    @Test
    @DisplayName("says step by step what happened and what came out")
    void steps() {
        ScenarioReport report = WINDOWS.report(Terminal.plain());

        assertThat(report.steps(0))
                .isEqualTo(
                        lines(
"""
 step  what happened                 came out
    1  left r 001 张三 at 1s
    2  right r 1 语文 001 at 2999ms
    3  left r 002 李四 at 0s
    4  right c 4 体育🏀 003 at 3s
    5  right c 5 美术 NULL at        dropped right: join key c_tid is NULL
       3500ms
    6  watermark 2999ms              joined 1+2, [0s, 3s): r 001 张三 | r 1 语文
                                     001
                                     joined 3+∅, [0s, 3s): r 002 李四 | ∅
    7  left c 004 赵六😀 at 2s       late left: c 004 赵六😀
    8  left {"op":"c"                malformed left: not JSON: it ends early,
                                     after character 9
    9  idle left
   10  watermark right 5999ms        watermark at the join: 5999ms
                                     joined ∅+4, [3s, 6s): ∅ | c 4 体育🏀 003
   11  right null                    ignored: no change of a row
   12  end left, right               watermark at the join: MAX, end of input
"""));
        assertThat(report.summary())
                .isEqualTo("3 joined, 1 late, 1 dropped, 1 malformed, 1 ignored");
    }

    @Test
    @DisplayName("does without line-drawing characters, and escapes the rest, where it must")
    void ascii() {
        assertThat(WINDOWS.report(ASCII).timeline(0))
                .isEqualTo(
                        lines(
"""
event time 0s        1s        2s        3s   3500ms                   6s    end
           +---------+---------+---------+----+------------------------+-------+
left       <3 r 002  *1 r 001  !7 c 004
right                                   *2 r 001
                                         *4 c 003
                                              x5 c NULL
watermark                               >6                            >10    12>
windows    [---------- 2 rows ----------)[---------- 1 row -----------)
joined                                  *6: 1+2 3+-                   *10: -+4
besides    8 left, malformed; 9 idle left; 11 right, ignored; 12 end left, right
           < out of order   ! late   x dropped   ? malformed   ~ ignored
"""));
        assertThat(WINDOWS.report(ASCII).steps(0).subList(0, 5))
                .isEqualTo(
                        lines(
"""
 step  what happened                 came out
    1  left r 001 \\u5f20\\u4e09 at
       1s
    2  right r 1 \\u8bed\\u6587 001
       at 2999ms
"""));
    }

    @Test
    @DisplayName("shows how far each left row of an interval join reaches")
    void interval() {
        assertThat(INTERVAL.report(Terminal.plain()).timeline(0))
                .isEqualTo(
                        lines(
"""
event time -5s               0s     2s         5s     7s               12s   end
           ┬─────────────────┬──────┬──────────┬──────┬────────────────┬───────┬
left                         •1 r 001                 •4 r 003
right      •2 r 001                            •3 c 001
                                                       •5 c 003
watermark                                                                     7▸
reach      [─────────────────1 ────────────────)
                                    [─────────────────4 ───────────────)
joined     •2: 1+2                                     •5: 4+5
besides    6 watermark left 9s; 7 end left, right
"""));
    }

    @Test
    @DisplayName("goes by the clock for processing time, and cuts long silences short")
    void processingTime() {
        assertThat(SESSIONS.report(Terminal.plain()).timeline(0))
                .isEqualTo(
                        lines(
"""
clock      0s         1s                     3s    1h                    3602s
           ┬──────────┬──────────────────────┬──~──┬─────────────────────┬──~───
left       •1 r 101   •4 c 103
right                 •3 r 101                     •7 c 102
clock                 ▸2                    ▸5     ▸6                         8▸
windows    [────────── 101: 1 row ──────────)      [─────── 102 ────────)
                      [──────── 103 ────────)
joined                                       •6: 1+3
"""));
    }

    @Test
    @DisplayName("points at a step, in the timeline and in the table")
    void markedStep() {
        ScenarioReport report = INTERVAL.report(Terminal.plain());

        assertThat(report.timeline(5))
                .contains("differs                                                ^step 5");
        assertThat(report.steps(5))
                .contains(
                        ">   5  right c 4 体育🏀 003 at       joined 4+5, distance 500ms: r 003 王五 |"
                                + " c");
    }

    @Test
    @DisplayName("colours only what it is told to, and nothing else changes")
    void colour() {
        Terminal colour = new Terminal(80, StandardCharsets.UTF_8, true);

        String painted = String.join("\n", WINDOWS.report(colour).timeline(0));
        assertThat(painted).contains("\u001b[33m!7 c 004\u001b[0m");
        assertThat(painted.replaceAll("\u001b\\[[0-9]*m", "").lines().map(String::stripTrailing))
                .isEqualTo(WINDOWS.report(Terminal.plain()).timeline(0));
    }

    @Test
    @DisplayName("numbers steps beyond 9999")
    void manySteps() {
        String steps = "  - {left: 1, at: 1s}\n".repeat(10_000);
        String scenario =
                "title: t\nvariant: tumbling-event-inner\noptions: {size: 3s}\nsteps:\n" + steps;

        List<String> table = HandMadeRun.of(scenario).report(Terminal.plain()).steps(10_000);

        assertThat(table.subList(9_999, 10_001))
                .containsExactly(" 9999  left r 001 张三 at 1s", ">10000  left r 001 张三 at 1s");
    }

    @Test
    @DisplayName("never is wider than the terminal")
    void width() {
        for (int columns : List.of(60, 80, 140)) {
            Terminal terminal = new Terminal(columns, StandardCharsets.UTF_8, false);
            for (HandMadeRun run : List.of(WINDOWS, INTERVAL, SESSIONS, TABLES)) {
                ScenarioReport report = run.report(terminal);
                assertThat(report.heading()).allMatch(line -> DisplayText.width(line) <= columns);
                assertThat(report.timeline(3)).allMatch(line -> DisplayText.width(line) <= columns);
                assertThat(report.steps(3)).allMatch(line -> DisplayText.width(line) <= columns);
            }
        }
    }

    private static List<String> lines(String block) {
        return block.lines().toList();
    }
}
