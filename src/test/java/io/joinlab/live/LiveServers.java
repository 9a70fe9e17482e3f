package io.joinlab.live;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.joinlab.cdc.DatabaseKind;
import java.util.Arrays;
import java.util.EnumSet;

/** The databases of the tests that any databases will do for: {@code -Ddb=docker}, for example. */
final class LiveServers {

    private LiveServers() {}

    /** Skips a test that asks for servers that can't be there. */
    static void assumeAvailable() {
        assumeTrue(
                choice() != DatabaseChoice.DOCKER || DockerServer.isDockerThere(),
                "-Ddb=docker, but there is no Docker to be reached");
    }

    /** The servers; see {@link #assumeAvailable()}. */
    static Databases open() {
        Databases databases =
                Databases.open(choice(), EnumSet.allOf(DatabaseKind.class), line -> {});
        databases.check(1);
        return databases;
    }

    private static DatabaseChoice choice() {
        String label = System.getProperty("db", DatabaseChoice.EMBEDDED.label());
        return Arrays.stream(DatabaseChoice.values())
                .filter(one -> one.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("-Ddb=" + label));
    }
}
