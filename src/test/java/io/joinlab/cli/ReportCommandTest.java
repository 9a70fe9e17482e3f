package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("joinlab report")
class ReportCommandTest {
    private static final String SCENARIO =
            """
            title: %s
            variant: tumbling-event-inner
            options: {size: 3s}
            steps:
              - left: 1
                at: 1s
              - right: {raw: '<img src=x onerror="alert(1)">'}
            expect:
              malformed:
                - {step: 2, right: '<img src=x onerror="alert(1)">', reason: %s}
            """;

    private static final String REASON = "'not JSON: unexpected \"<\" at character 1'";

    private Project project;
    private Path report;

    @BeforeEach
    void project(@TempDir Path home) {
        project = new Project(home);
        report = home.resolve("target/report");
    }

    @Test
    @DisplayName("writes an index and a page for each scenario, and says where the index is")
    void files() throws IOException {
        project.scenario("first", SCENARIO.formatted("One", REASON));
        project.scenario("second", SCENARIO.formatted("Two", REASON));

        CommandLineRun run = project.run("report");

        assertThat(run.out()).isEqualTo(report.resolve("index.html") + "\n");
        assertThat(run.err()).isEqualTo("joinlab: running 2 scenarios in every order\n");
        assertThat(run.exitCode()).isZero();
        assertThat(files(report))
                .containsExactlyInAnyOrder(
                        "index.html", "teacher-course/first.html", "teacher-course/second.html");
        assertThat(read("index.html"))
                .contains("2 scenarios, all as expected.")
                .contains("<a href=\"teacher-course/first.html\">One</a>");
        assertThat(read("teacher-course/first.html"))
                .contains("As expected: 0 joined, 1 malformed.")
                .contains("<a rel=\"next\" href=\"../teacher-course/second.html\">Two →</a>")
                .doesNotContain("rel=\"prev\"");
    }

    @Test
    @DisplayName("removes pages of scenarios that are no more, and nothing else")
    void stalePages() throws IOException {
        Path first = project.scenario("first", SCENARIO.formatted("One", REASON));
        project.run("report");
        Files.move(first, first.resolveSibling("other.yaml"));
        Files.writeString(report.resolve("notes.txt"), "mine");

        project.run("report");

        assertThat(files(report))
                .containsExactlyInAnyOrder("index.html", "notes.txt", "teacher-course/other.html");
    }

    @Test
    @DisplayName("shows people's text as text, whatever is in it")
    void escaping() throws IOException {
        project.scenario(
                "hostile", SCENARIO.formatted("'</title><script>alert(1)</script> 张三'", REASON));

        assertThat(project.run("report").exitCode()).isZero();

        String title = "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; 张三";
        String page = read("teacher-course/hostile.html");
        assertThat(page)
                .contains("<h1>" + title + "</h1>")
                .contains("<pre>&lt;img src")
                .doesNotContain("<script>alert", "<img");
        assertThat(read("index.html")).contains(title).doesNotContain("<script>alert");
    }

    @Test
    @DisplayName("shows an envelope indented, with every digit and in its own letters")
    void envelope() throws IOException {
        project.scenario("first", SCENARIO.formatted("One", REASON));

        project.run("report");

        assertThat(read("teacher-course/first.html"))
                .contains("<pre>{\n  &quot;before&quot;:null,\n  &quot;after&quot;:{\n")
                .contains("&quot;t_name&quot;:&quot;张三&quot;");
    }

    @Test
    @DisplayName("lets the browser run and load nothing but the page's own style and script")
    void contentSecurityPolicy() throws Exception {
        project.scenario("first", SCENARIO.formatted("One", REASON));

        project.run("report");

        String page = read("teacher-course/first.html");
        assertThat(page)
                .contains(
                        "content=\"default-src 'none'; style-src "
                                + hash(between(page, "<style>", "</style>"))
                                + "; script-src "
                                + hash(between(page, "<script>", "</script>"))
                                + "; img-src data:; base-uri 'none'; form-action 'none'\"");
        assertThat(Pattern.compile("(?:src|href)=\"([^\"]*)\"").matcher(page).results())
                .map((MatchResult match) -> match.group(1))
                .allMatch(
                        link ->
                                link.startsWith("#")
                                        || link.startsWith("../")
                                        || link.equals("data:,"));
    }

    @Test
    @DisplayName("ends with 1 and shows the difference if a scenario is not as expected")
    void difference() throws IOException {
        project.scenario("wrong", SCENARIO.formatted("One", "another"));

        CommandLineRun run = project.run("report");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .isEqualTo(report.resolve("index.html") + "\nnot as expected: wrong\n");
        assertThat(read("index.html")).contains("1 scenario, 1 not as expected.");
        assertThat(read("teacher-course/wrong.html"))
                .contains("Not as expected")
                .contains("reason: another")
                .doesNotContain("As expected:");
    }

    @Test
    @DisplayName("shows the outcomes of all orders beside each other, with their schedules")
    void everyOrder() throws IOException {
        project.scenario(
                "race",
                """
                title: A race
                variant: interval-event-inner
                options: {lower: -1s, upper: 1s}
                steps:
                  - watermark: {left: 9s}
                  - left: 1
                    at: 1s
                  - watermark: {right: 9s}
                expect: {}
                """);

        project.run("report");

        assertThat(read("teacher-course/race.html"))
                .contains("<h2>Every order</h2>")
                .contains("All schedules: 3 that differ")
                .contains("2 outcomes.")
                .contains("<h3>Outcome 1: 1 schedule, arrival order</h3>")
                .contains("<li>⇒ nothing</li>")
                .contains("<h3>Outcome 2: 2 schedules</h3>")
                .contains("<li class=\"notable\">step 3: right emits watermark 9000</li>")
                .contains("<li>⇒ late left: r 001 张三</li>");
    }

    @Test
    @DisplayName("--open hands the file to the program that each system has for it")
    void opener() {
        assertThat(Browser.opener("Linux")).isEqualTo(List.of("xdg-open"));
        assertThat(Browser.opener("Mac OS X")).isEqualTo(List.of("open"));
        assertThat(Browser.opener("Windows 11"))
                .isEqualTo(List.of("rundll32", "url.dll,FileProtocolHandler"));
    }

    private String read(String file) throws IOException {
        return Files.readString(report.resolve(file));
    }

    private static List<String> files(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .toList();
        }
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }

    private static String hash(String text) throws Exception {
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }
}
