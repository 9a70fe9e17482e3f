package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("joinlab explore")
class ExploreCommandTest {
    private static final String PAIR =
            """
            title: A pair
            variant: tumbling-event-inner
            options: {size: 3s}
            steps:
              - left: 1
                at: 1s
              - right: 1
                at: 2s
              - watermark: 2999ms
            expect: {}
            """;

    private static final String LATE =
            """
            title: A pair or a late row
            variant: interval-event-inner
            options: {lower: -1s, upper: 1s}
            steps:
              - watermark: {left: 9s}
              - left: 1
                at: 1s
              - watermark: {right: 9s}
            expect: {}
            """;

    @TempDir private Path home;

    private Project project;

    @BeforeEach
    void project() {
        project = new Project(home);
        project.scenario("pair", PAIR);
        project.scenario("late", LATE);
    }

    @Test
    @DisplayName("ends with 0 if every schedule brings out the same")
    void oneOutcome() {
        assertThat(project.run("explore", "pair"))
                .isEqualTo(
                        new CommandLineRun(
                                0,
                                """
                                A pair
                                tumbling-event-inner, teacher.t_id = course.c_tid, size 3s, time ts_ms

                                All schedules: 4 that differ in more than the order of independent things.
                                One outcome, whatever the order.

                                Outcome 1: 4 schedules, arrival order among them
                                  joined [0s, 3s): r 001 张三 | r 1 语文 001
                                """,
                                ""));
    }

    @Test
    @DisplayName("ends with 1 if there are several outcomes, and shows where their schedules part")
    void severalOutcomes() {
        CommandLineRun run = project.run("explore", "late");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains(
                        """
                        2 outcomes.

                        Outcome 1: 1 schedule, arrival order among them
                          nothing

                        Outcome 2: 2 schedules, the shortest with 1 departure from arrival order
                          late left: r 001 张三
                        """)
                .contains("They part at the start:\n")
                .contains("   1    step 1: left emits watermark 9000 | > step 3: right emits");
    }

    @Test
    @DisplayName("writes a schedule that joinlab replay repeats")
    void replays() throws Exception {
        project.run("explore", "late");
        Path file = home.resolve("target/explore/late-2.yaml");

        assertThat(file)
                .hasContent(
                        """
                        scenario: A pair or a late row
                        departures:
                          - {at: 0, take: action 3}
                        """);
        assertThat(project.run("replay", "late", "--schedule", file.toString()))
                .isEqualTo(
                        new CommandLineRun(
                                0,
                                """
                                A pair or a late row
                                interval-event-inner, teacher.t_id = course.c_tid, right within [-1s, 1s] of
                                left, time ts_ms

                                   1 > step 3: right emits watermark 9000
                                   2   right -> interval join: watermark 9000
                                   3   step 1: left emits watermark 9000
                                   4   left -> interval join: watermark 9000
                                   5   step 2: left emits r 001 张三 at 1s
                                   6   left -> interval join: r 001 张三

                                What came out (> departs from arrival order):
                                  late left: r 001 张三
                                """,
                                ""));

        Files.writeString(
                file, "scenario: A pair or a late row\ndepartures: [{at: 0, take: fail}]\n");
        assertThat(project.run("replay", "late", "--schedule", file.toString()).err())
                .startsWith("joinlab: " + file + ": does not fit the scenario (any more)")
                .contains("possible are [action 1, action 3]");
        assertThat(project.run("replay", "pair", "--schedule", file.toString()).err())
                .isEqualTo(
                        "joinlab: " + file + ": belongs to the scenario 'A pair or a late row'\n");
    }

    @Test
    @DisplayName("shows with --crash what comes twice when output does not commit")
    void crash() {
        project.scenario(
                "soon",
                """
                title: A pair that joins at once
                variant: interval-event-inner
                options: {lower: -1s, upper: 1s}
                steps:
                  - left: 1
                    at: 1s
                  - right: 1
                    at: 2s
                expect: {}
                """);

        CommandLineRun run = project.run("explore", "soon", "--crash", "--schedules", "300");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("300 schedules sampled with seed 0.")
                .contains("One outcome, whatever the order.")
                .contains("With a sink that does not commit with the checkpoint (at least once), 2")
                .contains("joined distance 1s: r 001 张三 | r 1 语文 001  ×2");
    }

    @Test
    @DisplayName("shows of a changelog what it leaves, and what was taken back too often")
    void foldsAChangelog() {
        project.scenario(
                "changes",
                """
                title: A pair that is taken back
                variant: regular-changelog-left
                steps:
                  - left: 1
                  - right: 1
                expect: {}
                """);

        CommandLineRun run =
                project.run("explore", "changes", "--crash", "--schedules", "300", "--seed", "1");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("arrival order among them\n  holds 001 张三 | 1 语文 001\n")
                .contains("holds 001 张三 | 1 语文 001  ×2\n")
                .contains("holds 001 张三 | ∅, taken back 1 time too often\n");
    }

    @Test
    @DisplayName("shows with --crash that a watermark before the checkpoint is not emitted again")
    void crashForgetsWatermarks() {
        CommandLineRun run = project.run("explore", "pair", "--crash");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("2 outcomes.")
                .contains("arrival order among them\n  joined [0s, 3s): r 001 张三 | r 1 语文 001\n")
                .contains("from arrival order\n  nothing\n");
    }

    @Test
    @DisplayName("says that it gave up, how much it has seen, and ends with 1")
    void givesUp() {
        CommandLineRun run = project.run("explore", "pair", "--limit", "2");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("NOT all schedules: gave up after 2 runs, about")
                .contains("% of the search");
    }

    @Test
    @DisplayName("prints one JSON document with --json")
    void json() {
        CommandLineRun run = project.run("explore", "late", "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().replaceAll("\\s", ""))
                .startsWith("{\"file\":")
                .contains("\"complete\":true")
                .contains("\"schedules\":3")
                .contains("\"departures\":[{\"at\":0,\"take\":\"action3\"}]")
                .contains("\"late\":[{\"count\":1,\"side\":\"left\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--schedules some        | --schedules is all or a number, not 'some'",
                "--schedules 0           | --schedules must be at least 1, is 0",
                "--seed 1                | --seed is for --schedules N; all are all",
                "--schedules 5 --limit 9 | --limit is for --schedules all",
                "--limit 0               | --limit must be at least 1, is 0",
                "--parallelism 0         | --parallelism must be 1 to 128, is 0",
            })
    @DisplayName("refuses what makes no sense:")
    void refuses(String options, String message) {
        String[] args = ("explore pair " + options.strip()).split(" ");

        CommandLineRun run = project.run(args);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("joinlab: " + message);
    }

    @Test
    @DisplayName("takes one scenario at a time")
    void oneAtATime() {
        CommandLineRun run = project.run("explore", "*");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("joinlab: *: these are 2 scenarios; explore takes one at a time\n");
    }
}
