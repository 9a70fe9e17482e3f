package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("joinlab run --on minicluster")
class RunOnMiniClusterIT {

    @Test
    @DisplayName("prints for an event-time scenario what the simulator prints")
    void eventTime() {
        String name = "tumbling-event-full-padded-and-late";

        CommandLineRun run = CommandLineRun.of("run", "--on", "minicluster", name);

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEqualTo("joinlab: on a MiniCluster: " + name + "\n");
        assertThat(run.out()).isEqualTo(CommandLineRun.of("run", name).out());
    }

    @Test
    @DisplayName("holds a processing-time scenario against the definition of its join")
    void processingTime() {
        CommandLineRun run =
                CommandLineRun.of("run", "--on", "minicluster", "tumbling-processing-full-crash");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).endsWith(", whose clock steps take as long as they say\n");
        assertThat(run.out()).contains("\nIt holds: ");
    }
}
