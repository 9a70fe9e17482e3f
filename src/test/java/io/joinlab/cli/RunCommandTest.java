package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("joinlab run")
class RunCommandTest {
    private static final String PAIR =
            """
            title: A pair joins when its window closes
            variant: tumbling-event-inner
            options: {size: 3s}
            steps:
              - left: 1
                at: 1s
              - right: 1
                at: 2s
              - watermark: 2999ms
            """;

    private static final String PAIR_IN_STEP_3 =
            PAIR
                    + """
                    expect:
                      joined:
                        - {step: 3, left: {r: {t_id: '001', t_name: 张三}}, right: {r: {c_id: '1', c_name: 语文, c_tid: '001'}}, window: [0s, 3s]}
                    """;

    private static final String PADDED =
            """
            title: A teacher is padded until a course comes
            variant: regular-changelog-left
            steps: [{left: 1}, {right: 1}, snapshot, {right: 11}]
            expect:
              joined:
                - {step: 1, kind: +I, left: {r: {t_id: '001', t_name: 张三}}, right: null}
                - {step: 2, kind: -D, left: {r: {t_id: '001', t_name: 张三}}, right: null}
                - {step: 2, kind: +I, left: {r: {t_id: '001', t_name: 张三}}, right: {r: {c_id: '1', c_name: 语文, c_tid: '001'}}}
                - {step: 4, kind: -D, left: {r: {t_id: '001', t_name: 张三}}, right: {r: {c_id: '1', c_name: 语文, c_tid: '001'}}}
                - {step: 4, kind: +I, left: {r: {t_id: '001', t_name: 张三}}, right: null}
            """;

    private static final String BROKEN = "title: A pair\n  variant: tumbling-event-inner\n";

    @TempDir private Path home;

    private Project project;

    @BeforeEach
    void project() {
        project = new Project(home);
    }

    @Test
    @DisplayName("shows a scenario's timeline, its steps and that it holds")
    void holds() {
        project.scenario("pair", PAIR_IN_STEP_3);

        assertThat(project.run("run", "pair"))
                .isEqualTo(
                        new CommandLineRun(
                                0,
                                """
                                A pair joins when its window closes
                                tumbling-event-inner, teacher.t_id = course.c_tid, size 3s, time ts_ms

                                event time 0s                    1s                    2s                     3s
                                           ┬─────────────────────┬─────────────────────┬──────────────────────┬─
                                left                             •1 r 001
                                right                                                  •2 r 001
                                watermark                                                                    ▸3
                                windows    [───────────────────────────── 1 row ─────────────────────────────)
                                joined                                                                 3: 1+2•

                                 step  what happened                 came out
                                    1  left r 001 张三 at 1s
                                    2  right r 1 语文 001 at 2s
                                    3  watermark 2999ms              joined 1+2, [0s, 3s): r 001 张三 | r 1 语文
                                                                     001

                                As expected: 1 joined.
                                """,
                                ""));
    }

    @Test
    @DisplayName("points at the first step that differs, and ends with 1")
    void differs() {
        Path file =
                project.scenario(
                        "pair",
                        PAIR
                                + "expect: {late: [{step: 2, right: {r: {c_id: '1', c_name: 语文,"
                                + " c_tid: '001'}}}]}\n");

        CommandLineRun run = project.run("run", "pair");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains(
                        "differs                                                ^step 2\n",
                        ">   2  right r 1 语文 001 at 2s\n")
                .endsWith(
                        """
                        NOT as expected in %s
                        The outcome first differs at step 2 (then: step 3)
                        step 2, late: expected 1 row, got 0
                            - {step: 2, right: {r: {c_id: '1', c_name: 语文, c_tid: '001'}}}
                        step 3, joined: expected 0 rows, got 1
                            + {step: 3, left: {r: {t_id: '001', t_name: 张三}}, right: {r: {c_id: '1', c_name: 语文, c_tid: '001'}}, window: [0s, 3s]}

                        If what came out is right, --update writes it into the file.
                        """
                                .formatted(file));
    }

    @Test
    @DisplayName("refuses broken YAML in one line that names file and line")
    void brokenYaml() {
        Path file = project.scenario("broken", BROKEN);

        assertOneLine(project.run("run", "broken"), file + ":2: not YAML: ");
    }

    @Test
    @DisplayName("refuses an unknown key in one line, with the one that was probably meant")
    void unknownKey() {
        Path file = project.scenario("typo", PAIR_IN_STEP_3.replace("options:", "option:"));

        assertOneLine(project.run("run", "typo"), file + ":3: ");
        assertThat(project.run("run", "typo").err()).contains("did you mean 'options'?");
    }

    @Test
    @DisplayName("refuses an unknown variant in one line, with the one that was probably meant")
    void unknownVariant() {
        Path file = project.scenario("typo", PAIR_IN_STEP_3.replace("event-inner", "event-iner"));

        assertOneLine(project.run("run", "typo"), file + ":2: ");
        assertThat(project.run("run", "typo").err())
                .contains("did you mean 'tumbling-event-inner'?");
    }

    @Test
    @DisplayName("tells a missing file in one line that names it")
    void missingFile() {
        String file = home.resolve("no-such.yaml").toString();

        assertThat(project.run("run", file))
                .isEqualTo(new CommandLineRun(2, "", "joinlab: " + file + ": no such file\n"));
    }

    @Test
    @DisplayName("refuses a recorded line that is not JSON in one line that names it")
    void recordedLineIsNoJson() throws IOException {
        project.scenario("pair", PAIR_IN_STEP_3);
        Path recording = project.recording("course");
        String rest = Files.readString(recording).lines().skip(1).findFirst().orElseThrow();
        Files.writeString(recording, "this is not JSON\n" + rest + "\n");

        assertOneLine(project.run("run", "pair"), recording + ":1: not JSON: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | ''  | an empty name; joinlab list --scenarios shows all",
                "[  | [   | not a pattern: Missing ']",
                "{a | {a  | not a pattern: Missing '}",
            })
    @DisplayName("tells a name that can't be one in one line")
    void impossibleName(String name, String shown, String problem) {
        assertThat(project.run("run", name))
                .isEqualTo(new CommandLineRun(2, "", "joinlab: " + shown + ": " + problem + "\n"));
    }

    @Test
    @DisplayName("tells an unknown name in one line, with the one that was probably meant")
    void unknownName() {
        project.scenario("pair", PAIR_IN_STEP_3);

        assertThat(project.run("run", "pear"))
                .isEqualTo(
                        new CommandLineRun(
                                2,
                                "",
                                "joinlab: pear: no such file or scenario (did you mean 'pair'?);"
                                        + " joinlab list --scenarios shows all\n"));
    }

    @Test
    @DisplayName("shows a stack trace with --verbose only")
    void verbose() {
        CommandLineRun run = project.run("run", "no-such.yaml", "--verbose");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("joinlab: no-such.yaml: no such file\n")
                .contains("InputException", "\tat io.joinlab.cli.");
    }

    @Test
    @DisplayName("runs nothing if one of several scenarios can't be read")
    void nothingRunsIfOneIsBroken() {
        project.scenario("pair", PAIR_IN_STEP_3);
        Path file = project.scenario("broken", BROKEN);

        assertOneLine(project.run("run", "pair", "broken"), file + ":2: ");
    }

    @Test
    @DisplayName("--json prints one document and nothing else")
    void json() {
        Path file = project.scenario("pair", PAIR_IN_STEP_3);

        assertThat(project.run("run", "--json", "pair"))
                .isEqualTo(
                        new CommandLineRun(
                                0,
                                """
                                {
                                  "runtime":"sim",
                                  "asExpected":true,
                                  "scenarios":[
                                    {
                                      "file":"%s",
                                      "title":"A pair joins when its window closes",
                                      "variant":"tumbling-event-inner",
                                      "dataset":"teacher-course",
                                      "asExpected":true,
                                      "updated":false,
                                      "outcome":{
                                        "joined":[
                                          {
                                            "step":3,
                                            "left":{
                                              "op":"r",
                                              "row":{
                                                "t_id":"001",
                                                "t_name":"张三"
                                              }
                                            },
                                            "right":{
                                              "op":"r",
                                              "row":{
                                                "c_id":"1",
                                                "c_name":"语文",
                                                "c_tid":"001"
                                              }
                                            },
                                            "window":{
                                              "start":0,
                                              "end":3000
                                            }
                                          }
                                        ],
                                        "late":[],
                                        "dropped":[],
                                        "malformed":[],
                                        "ignored":0
                                      },
                                      "watermarks":[
                                        {
                                          "step":3,
                                          "watermark":2999
                                        }
                                      ],
                                      "differences":[]
                                    }
                                  ]
                                }
                                """
                                        .formatted(file),
                                ""));
    }

    @Test
    @DisplayName("shows of a join of tables how long each row of the result was there")
    void changelog() {
        project.scenario("padded", PADDED);

        assertThat(project.run("run", "padded"))
                .isEqualTo(
                        new CommandLineRun(
                                0,
                                """
                                A teacher is padded until a course comes
                                regular-changelog-left, teacher.t_id = course.c_tid

                                step       1                2                3                4
                                left       •r 001
                                right                       •r 001                            •d 001
                                result     [1+∅ ───────────)[1+2 ────────────────────────────)[1+∅ ────────────>
                                besides                                      snapshot

                                 step  what happened                 came out
                                    1  left r 001 张三               +I 1+∅: r 001 张三 | ∅
                                    2  right r 1 语文 001            -D 1+∅: r 001 张三 | ∅
                                                                     +I 1+2: r 001 张三 | r 1 语文 001
                                    3  snapshot
                                    4  right d 1 语文 001            -D 1+2: r 001 张三 | r 1 语文 001
                                                                     +I 1+∅: r 001 张三 | ∅

                                As expected: 5 changes that leave 1 row.
                                """,
                                ""));
    }

    @Test
    @DisplayName("--json says of a row of a changelog what becomes of it")
    void jsonChangelog() {
        project.scenario("padded", PADDED);

        assertThat(project.run("run", "--json", "padded").out())
                .contains(
                        """
                                  {
                                    "step":2,
                                    "kind":"-D",
                                    "left":{
                                      "op":"r",
                                      "row":{
                                        "t_id":"001",
                                        "t_name":"张三"
                                      }
                                    },
                                    "right":null
                                  },
                        """);
    }

    @Test
    @DisplayName("--json tells a difference, and ends with 1")
    void jsonDiffers() {
        project.scenario("pair", PAIR + "expect: {}\n");

        CommandLineRun run = project.run("run", "--json", "pair");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains(
                        """
                              "differences":[
                                {
                                  "step":3,
                                  "section":"joined",
                                  "expected":[],
                                  "actual":[
                        """);
    }

    @Test
    @DisplayName("--json tells bad input as a document, too")
    void jsonBadInput() {
        Path file = project.scenario("broken", BROKEN);

        CommandLineRun run = project.run("run", "--json", "broken");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.out())
                .startsWith("{\n  \"error\":{\n    \"message\":\"" + file + ":2: not YAML: ")
                .endsWith("    \"file\":\"" + file + "\",\n    \"line\":2\n  }\n}\n");
    }

    @Test
    @DisplayName(
            "--summary prints one line for each scenario that holds, and all of one that does not")
    void summary() {
        project.scenario("a", PAIR_IN_STEP_3);
        Path other = project.scenario("b", PAIR.replace("A pair", "Another pair") + "expect: {}\n");

        CommandLineRun run = project.run("run", "--summary", "a", "b");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .startsWith(
                        """
                        ok  A pair joins when its window closes
                        Another pair joins when its window closes
                        """)
                .contains("differs ")
                .endsWith(
                        """

                        2 scenarios, 1 not as expected:
                          %s
                        """
                                .formatted(other));
    }

    @Test
    @DisplayName(
            "finds scenarios by path, name, dataset, variant, directory and pattern, each once")
    void selection() {
        Path a = project.scenario("a", PAIR_IN_STEP_3);
        project.scenario("b", PAIR_IN_STEP_3.replace("A pair", "Another pair"));
        String both =
                """
                ok  A pair joins when its window closes
                ok  Another pair joins when its window closes

                2 scenarios, all as expected.
                """;

        for (String name :
                new String[] {
                    "teacher-course",
                    "tumbling-event-inner",
                    "[ab]",
                    "teacher-course/*",
                    home.resolve("fixtures").toString(),
                    home.resolve("fixtures/teacher-course").toString(),
                    home.resolve("fixtures/teacher-course/scenarios").toString()
                }) {
            assertThat(project.run("run", "--summary", name))
                    .as(name)
                    .isEqualTo(new CommandLineRun(0, both, ""));
        }
        assertThat(project.run("run", "--summary", a.toString(), "a", "teacher-course/a"))
                .isEqualTo(
                        new CommandLineRun(0, both.lines().findFirst().orElseThrow() + "\n", ""));
    }

    private static void assertOneLine(CommandLineRun run, String start) {
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("joinlab: " + start).endsWith("\n");
    }
}
