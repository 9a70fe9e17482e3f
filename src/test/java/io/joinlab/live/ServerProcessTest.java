package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessTest {

    private static final Duration LONG_ENOUGH = Duration.ofMinutes(1);

    @TempDir Path directory;

    @Test
    void hasStartedWhenItsLogSaysSo() throws Exception {
        ServerProcess server =
                start("echo starting; echo now ready for you; exec sleep 1000", LONG_ENOUGH);

        assertThat(server.isAlive()).isTrue();
        server.kill();
        assertThat(server.isAlive()).isFalse();
        assertThat(server.log()).containsExactly("starting", "now ready for you");
    }

    @Test
    void failsWithTheEndOfItsLogWhenItEndsBeforeItIsReady() {
        assertThatThrownBy(
                        () ->
                                start(
                                        "seq 1 50; echo 'bind: Address already in use' >&2; exit 1",
                                        LONG_ENOUGH))
                .isInstanceOfSatisfying(
                        ServerFailedException.class,
                        e -> {
                            assertThat(e.logMentions("Address already in use")).isTrue();
                            assertThat(e.logMentions("12")).isTrue();
                            assertThat(e.logMentions("11")).isFalse();
                        })
                .hasMessageStartingWith("ended before it was ready; the end of its log:\n  12\n")
                .hasMessageEndingWith("\n  50\n  bind: Address already in use");
    }

    @Test
    void isKilledWhenItIsNotReadyInTime() {
        assertThatThrownBy(() -> start("exec sleep 1000", Duration.ofMillis(1)))
                .isInstanceOf(ServerFailedException.class)
                .hasMessage("was not ready after 0 s, without a word");
    }

    @Test
    void aToolThatFailsGivesItsCodeAndItsLog() {
        assertThatThrownBy(
                        () ->
                                ServerProcess.run(
                                        List.of("sh", "-c", "echo $WHY; exit 3"),
                                        Map.of("WHY", "disk full"),
                                        directory))
                .isInstanceOf(ServerFailedException.class)
                .hasMessage("ended with code 3; the end of its log:\n  disk full");
    }

    @Test
    void stopsOnTheSignalItIsGiven() throws Exception {
        ServerProcess server =
                start(
                        "trap 'echo bye; exit' INT; echo ready for you; while :; do sleep 0.01;"
                                + " done",
                        LONG_ENOUGH);

        server.stop("INT");

        assertThat(server.isAlive()).isFalse();
        assertThat(server.log()).containsExactly("ready for you", "bye");
    }

    private ServerProcess start(String script, Duration timeout) throws Exception {
        return ServerProcess.start(
                List.of("sh", "-c", script), Map.of(), directory, "ready for you", timeout);
    }
}
