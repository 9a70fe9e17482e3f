package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.join.Catalogue;
import io.joinlab.join.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("README.md is true")
class ReadmeTest {
    private static String readme;

    @BeforeAll
    static void read() throws IOException {
        readme = Files.readString(Path.of("README.md"));
    }

    @Test
    @DisplayName("its catalogue is the catalogue")
    void catalogue() {
        List<String> rows =
                Catalogue.all().stream()
                        .map(Variant::family)
                        .distinct()
                        .map(ReadmeTest::row)
                        .toList();

        assertThat(rows).allSatisfy(row -> assertThat(readme).contains("\n" + row));
        assertThat(readme).contains("**" + Catalogue.all().size() + " joins**");
    }

    private static String row(String family) {
        List<Variant> variants =
                Catalogue.all().stream().filter(v -> v.family().equals(family)).toList();
        return "| `%s` | %s | %s | %s |"
                .formatted(
                        family,
                        variants.get(0).summary(),
                        distinct(variants, variant -> variant.time().label()),
                        distinct(variants, variant -> variant.type().label()));
    }

    private static String distinct(List<Variant> variants, Function<Variant, String> part) {
        return variants.stream().map(part).distinct().collect(Collectors.joining(", "));
    }

    @Test
    @DisplayName("its scenario runs, and what it shows is what is printed")
    void scenario(@TempDir Path home) {
        Project project = new Project(home);
        project.scenario("my-first", block("yaml"));

        CommandLineRun run = project.run("run", "my-first");

        assertThat(run.exitCode()).isZero();
        assertThat(readme).contains(run.out());
    }

    @Test
    @DisplayName("what it shows of an exploration is what is printed")
    void exploration() {
        String name = "tumbling-event-inner-late-or-on-time";

        CommandLineRun run = CommandLineRun.of("explore", name);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(readme).contains("$ ./joinlab explore " + name + "\n" + run.out());
    }

    @Test
    @DisplayName("its example of the simulator is the one that is tested")
    void example() throws IOException {
        String tested =
                Files.readString(Path.of("src/test/java/io/joinlab/ReadmeExampleTest.java"));
        String example =
                tested.substring(
                                tested.indexOf("// tag::example[]\n") + 18,
                                tested.indexOf("// end::example[]"))
                        .stripTrailing()
                        .stripIndent();

        assertThat(block("java")).isEqualTo(example + "\n");
    }

    @Test
    @DisplayName("its commands are the commands that there are")
    void commands() {
        String help = CommandLineRun.of("--help").out();

        for (String command :
                List.of("list", "run", "explore", "replay", "record", "report", "bench")) {
            assertThat(readme).contains("| `./joinlab " + command);
            assertThat(help).contains("\n  " + command + " ");
        }
    }

    private static String block(String language) {
        String start = "```" + language + "\n";
        int from = readme.indexOf(start) + start.length();
        return readme.substring(from, readme.indexOf("```", from));
    }
}
