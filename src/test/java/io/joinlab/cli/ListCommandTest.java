package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.join.Catalogue;
import io.joinlab.join.Variant;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("joinlab list")
class ListCommandTest {

    @Test
    @DisplayName("shows every variant once, under its family")
    void everyVariant() {
        CommandLineRun run = CommandLineRun.of("list");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().filter(line -> line.startsWith("  ")))
                .map(line -> line.strip().split(" ")[0])
                .isEqualTo(names());
        assertThat(run.out())
                .startsWith(
                        """
                        tumbling: joins rows of the same fixed window, when the window closes
                          tumbling-event-inner       event      inner  articles A B, claims 2 3 6 7
                        """)
                .contains(
                        """
                          interval-event-full        event      full   article A, claims 4 5 12 16
                        """);
    }

    @Test
    @DisplayName("--json gives the same as one document")
    void json() {
        CommandLineRun run = CommandLineRun.of("list", "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith(
                        """
                        {
                          "variants":[
                            {
                              "variant":"tumbling-event-inner",
                              "family":"tumbling",
                              "time":"event",
                              "type":"inner",
                              "summary":"joins rows of the same fixed window, when the window closes",
                              "since":[
                                "article A",
                        """);
        assertThat(Pattern.compile("\"variant\":\"(.*)\"").matcher(run.out()).results())
                .map((MatchResult match) -> match.group(1))
                .isEqualTo(names());
    }

    private static List<String> names() {
        return Catalogue.all().stream().map(Variant::name).toList();
    }
}
