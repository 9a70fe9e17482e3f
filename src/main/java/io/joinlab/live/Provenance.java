package io.joinlab.live;

import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.Dataset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.cdc.connectors.mysql.source.MySqlSource;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** Where a dataset's recordings come from: a file that the recorder writes beside them. */
final class Provenance {

    /** The file's name. */
    static final String FILE = "provenance.yaml";

    private Provenance() {}

    static String of(Dataset dataset, List<Recorder.Recorded> recorded, Clock clock) {
        StringBuilder yaml = new StringBuilder();
        yaml.append("# Written by `joinlab record ").append(dataset.name()).append("`.\n");
        yaml.append("recorded: ")
                .append(clock.instant().truncatedTo(ChronoUnit.SECONDS))
                .append('\n');
        yaml.append("flink: ").append(EnvironmentInformation.getVersion()).append('\n');
        yaml.append("flink-cdc: ")
                .append(MySqlSource.class.getPackage().getImplementationVersion())
                .append('\n');
        yaml.append("java: ").append(Runtime.version().feature()).append('\n');
        yaml.append("recordings:\n");
        for (Recorder.Recorded one : recorded) {
            yaml.append("  ").append(one.recording().file().getFileName()).append(":\n");
            yaml.append("    database: ").append(one.database()).append('\n');
            yaml.append("    driver: ").append(one.driver()).append('\n');
            yaml.append("    lines: ").append(one.lines().size()).append('\n');
            yaml.append("    sha256: ").append(sha256(one.lines())).append('\n');
            yaml.append("    options:\n");
            yaml.append("      startup: initial\n");
            yaml.append("      snapshot-order: primary key\n");
            if (one.table().server().kind() == DatabaseKind.MYSQL) {
                yaml.append("      server-time-zone: ")
                        .append(one.table().options().serverTimeZone())
                        .append('\n');
            } else {
                yaml.append("      plugin: pgoutput\n");
                yaml.append("      replica-identity: ")
                        .append(one.recording().replicaIdentity().label())
                        .append('\n');
            }
            one.table()
                    .options()
                    .debezium()
                    .forEach(
                            (key, value) ->
                                    yaml.append("      ")
                                            .append(key)
                                            .append(": ")
                                            .append(value)
                                            .append('\n'));
        }
        return yaml.toString();
    }

    /** The SHA-256 of a recording's bytes, as {@code sha256sum} prints it. */
    static String sha256(List<String> lines) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String line : lines) {
                digest.update((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
