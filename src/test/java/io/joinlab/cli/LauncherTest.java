package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the launcher with a java and an mvn that only say how they are called. */
@DisplayName("The launcher ./joinlab")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a POSIX shell script")
class LauncherTest {
    private static final String COMPILING =
            "joinlab: compiling (the first time, Maven also fetches what is needed) ...\n";

    @TempDir private Path temp;

    private Path home;
    private Path bin;
    private Path elsewhere;

    @BeforeEach
    void project() throws IOException {
        home = Files.createDirectories(temp.resolve("a project"));
        bin = Files.createDirectories(temp.resolve("jdk/bin"));
        elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
        Files.copy(Path.of("joinlab"), home.resolve("joinlab"), StandardCopyOption.COPY_ATTRIBUTES);
        source("pom.xml");
        source("src/main/java/A.java");
        java("17.0.1");
        mvn("mkdir -p target/classes; echo /some/library.jar");
    }

    @Test
    @DisplayName("passes arguments and the exit code exactly")
    void argumentsAndExitCode() throws Exception {
        CommandLineRun run = joinlab("run", "a b", "", "*", "it's", "$HOME");

        assertThat(run.exitCode()).isEqualTo(7);
        assertThat(run.err()).isEqualTo(COMPILING);
        assertThat(run.out())
                .endsWith(
                        """
                        <io.joinlab.cli.Joinlab>
                        <run>
                        <a b>
                        <>
                        <*>
                        <it's>
                        <$HOME>
                        """)
                .contains(
                        "<" + home + "/target/classes:/some/library.jar>\n",
                        "<-Djoinlab.home=" + home + ">\n",
                        "<-Djoinlab.tty=false>\n");
    }

    @Test
    @DisplayName("works through symbolic links")
    void symbolicLinks() throws Exception {
        Path first =
                Files.createSymbolicLink(elsewhere.resolve("one"), Path.of("../a project/joinlab"));
        Path second = Files.createSymbolicLink(temp.resolve("two"), first);

        assertThat(run(second, Map.of(), "list").out()).contains("<-Djoinlab.home=" + home + ">\n");
    }

    @Test
    @DisplayName("compiles only what is stale")
    void stale() throws Exception {
        assertThat(joinlab("list").err()).isEqualTo(COMPILING);
        assertThat(joinlab("list").err()).isEmpty();

        touch(home.resolve("src/main/java/A.java"));
        assertThat(joinlab("list").err()).isEqualTo(COMPILING);
        assertThat(joinlab("list").err()).isEmpty();

        touch(home.resolve("pom.xml"));
        assertThat(joinlab("list").err()).isEqualTo(COMPILING);
        assertThat(joinlab("list").err()).isEmpty();
    }

    @Test
    @DisplayName("turns on the profile that a command needs, but not to show its help")
    void profiles() throws Exception {
        joinlab("record", "x");
        assertThat(Files.readString(temp.resolve("mvn.args"))).contains("<-Plive>");
        joinlab("bench");
        assertThat(Files.readString(temp.resolve("mvn.args"))).contains("<-Pbench>");
        touch(home.resolve("pom.xml"));
        joinlab("bench", "--help");
        assertThat(Files.readString(temp.resolve("mvn.args"))).doesNotContain("<-P");
    }

    @Test
    @DisplayName("tells a compile error in one line that names file and line")
    void compileError() throws Exception {
        mvn(
                """
                echo '[ERROR] COMPILATION ERROR : '
                echo '[ERROR] /x/A.java:[12,5] cannot find symbol'
                exit 1\
                """);

        CommandLineRun run = joinlab("list");

        assertThat(run)
                .isEqualTo(
                        new CommandLineRun(
                                2,
                                "",
                                COMPILING
                                        + "joinlab: /x/A.java:12: cannot find symbol (Maven's whole"
                                        + " output: "
                                        + home
                                        + "/target/joinlab/build.log)\n"));
    }

    @Test
    @DisplayName("asks for a JDK that is new enough")
    void oldJava() throws Exception {
        java("11.0.2");

        assertThat(joinlab("list"))
                .isEqualTo(
                        new CommandLineRun(
                                2,
                                "",
                                "joinlab: Java 17 or newer is needed; "
                                        + bin
                                        + "/java is version 11\n"));
    }

    @Test
    @DisplayName("asks for Maven only when there is something to compile")
    void noMaven() throws Exception {
        joinlab("list");
        Files.delete(bin.resolve("mvn"));
        Map<String, String> noMaven = Map.of("PATH", bin + ":" + tools());

        assertThat(run(home.resolve("joinlab"), noMaven, "list").exitCode()).isEqualTo(7);
        touch(home.resolve("pom.xml"));
        assertThat(run(home.resolve("joinlab"), noMaven, "list"))
                .isEqualTo(
                        new CommandLineRun(
                                2,
                                "",
                                "joinlab: there is no mvn to compile with; install Maven 3.8.1 or"
                                        + " newer\n"));
    }

    private CommandLineRun joinlab(String... args) throws Exception {
        return run(home.resolve("joinlab"), Map.of(), args);
    }

    private CommandLineRun run(Path launcher, Map<String, String> environment, String... args)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(args));
        Path out = temp.resolve("out");
        Path err = temp.resolve("err");
        ProcessBuilder process =
                new ProcessBuilder(command)
                        .directory(elsewhere.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        process.environment().put("JAVA_HOME", bin.getParent().toString());
        process.environment().put("PATH", bin + ":" + System.getenv("PATH"));
        process.environment().putAll(environment);
        int exitCode = process.start().waitFor();
        return new CommandLineRun(exitCode, Files.readString(out), Files.readString(err));
    }

    /** A directory with the tools that the launcher uses, and no mvn. */
    private Path tools() throws IOException {
        Path tools = Files.createDirectories(temp.resolve("tools"));
        for (String tool :
                "sh cat cut dirname find flock grep head mkdir mv readlink rm sed stty tail touch"
                        .split(" ")) {
            for (String directory : System.getenv("PATH").split(":")) {
                Path found = Path.of(directory, tool);
                if (Files.isExecutable(found) && !Files.exists(tools.resolve(tool))) {
                    script(tools.resolve(tool), "exec " + found + " \"$@\"\n");
                }
            }
        }
        return tools;
    }

    private void java(String version) throws IOException {
        script(
                "java",
                """
                if [ "$1" = -version ]; then
                    echo 'openjdk version "%s"' >&2
                    exit 0
                fi
                for argument; do echo "<$argument>"; done
                exit 7
                """
                        .formatted(version));
    }

    /** An mvn that does this in the project's directory; what it prints is the class path. */
    private void mvn(String action) throws IOException {
        script(
                "mvn",
                """
                for argument; do
                    echo "<$argument>"
                    case $argument in -Dmdep.outputFile=*) file=${argument#*=} ;; esac
                done >'%s'
                cd '%s'
                act() { %s
                }
                act >"$file" && exit 0
                cat "$file"
                exit 1
                """
                        .formatted(
                                temp.resolve("mvn.args"),
                                home,
                                action.replace("exit 1", "return 1")));
    }

    private void script(String name, String text) throws IOException {
        script(bin.resolve(name), text);
    }

    private static void script(Path script, String text) throws IOException {
        Files.writeString(script, "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void source(String name) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
    }

    /** As if it had been edited just after it was compiled. */
    private void touch(Path file) throws IOException {
        FileTime compiled = Files.getLastModifiedTime(home.resolve("target/joinlab/compiled"));
        Files.setLastModifiedTime(file, FileTime.from(compiled.toInstant().plusMillis(1)));
    }
}
