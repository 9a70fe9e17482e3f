package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The command line")
class JoinlabTest {

    @Test
    @DisplayName("tells an unknown command in one line, with the one that was probably meant")
    void unknownCommand() {
        assertThat(CommandLineRun.of("lst"))
                .isEqualTo(
                        new CommandLineRun(
                                2,
                                "",
                                "joinlab: there is no command 'lst'; did you mean list?"
                                        + " (see joinlab --help)\n"));
    }

    @Test
    @DisplayName("tells an unknown option in one line, with the one that was probably meant")
    void unknownOption() {
        assertThat(CommandLineRun.of("list", "--jsn"))
                .isEqualTo(
                        new CommandLineRun(
                                2,
                                "",
                                "joinlab: Unknown option: '--jsn'; did you mean --json?"
                                        + " (see joinlab list --help)\n"));
    }

    @Test
    @DisplayName("with --json, tells an error on standard output too, as the one document there")
    void errorAsJson() {
        CommandLineRun run = CommandLineRun.of("list", "--json", "--no-such");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("joinlab: Unknown option: '--no-such' (see joinlab list --help)\n");
        assertThat(run.out())
                .isEqualTo(
                        """
                        {
                          "error":{
                            "message":"Unknown option: '--no-such' (see joinlab list --help)",
                            "file":null,
                            "line":null
                          }
                        }
                        """);
    }

    @Test
    @DisplayName("shows a stack trace with --verbose only")
    void stackTraceOnlyIfVerbose() {
        assertThat(CommandLineRun.of("list", "--jsn", "--verbose").err().lines())
                .hasSizeGreaterThan(5)
                .anyMatch(line -> line.startsWith("\tat picocli."));
    }

    @Test
    @DisplayName("has the version of the project")
    void version() throws IOException {
        Matcher version =
                Pattern.compile("<version>(.*)</version>")
                        .matcher(Files.readString(Path.of("pom.xml")));
        assertThat(version.find()).isTrue();

        assertThat(CommandLineRun.of("--version"))
                .isEqualTo(new CommandLineRun(0, "joinlab " + version.group(1) + "\n", ""));
    }
}
