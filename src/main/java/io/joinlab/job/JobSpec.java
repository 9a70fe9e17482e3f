package io.joinlab.job;

import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.DecimalMode;
import io.joinlab.cdc.TableSchema;
import io.joinlab.cdc.TableSpec;
import io.joinlab.join.Catalogue;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.Side;
import io.joinlab.join.Variant;
import io.joinlab.live.CaptureOptions;
import io.joinlab.live.CapturedTable;
import io.joinlab.live.ConnectionSettings;
import io.joinlab.live.LiveDatabase;
import io.joinlab.live.StartupMode;
import io.joinlab.live.TargetTable;
import io.joinlab.scenario.VariantOptions;
import io.joinlab.yaml.InputException;
import io.joinlab.yaml.Nearest;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a job is to do.
 *
 * @param variant the join
 * @param dataset the tables
 * @param options the join's options
 * @param left where the left table is
 * @param right where the right table is
 * @param slot the beginning of the sources' replication slots, the same whenever the job starts
 *     again
 * @param output the directory that rows are written to, as Flink names it; {@code null} to print
 *     them on the task managers
 * @param target the table that joined rows are also written to; {@code null} for none
 */
record JobSpec(
        Variant variant,
        Dataset dataset,
        JoinOptions options,
        CapturedTable left,
        CapturedTable right,
        String slot,
        String output,
        TargetTable target) {

    private static final List<String> NAMES =
            Stream.concat(
                            Stream.of(
                                    "variant",
                                    "dataset",
                                    "set",
                                    "connections",
                                    "startup",
                                    "decimal",
                                    "server-time-zone",
                                    "slot",
                                    "output",
                                    "target",
                                    "target-column",
                                    "target-key"),
                            connectionNames().stream())
                    .toList();

    /** What Flink CDC and PostgreSQL leave room for, less {@code _right}. */
    private static final String SLOT = "[a-z0-9_]{1,50}";

    /** Where a table is and under which settings it is captured. */
    CapturedTable captured(Side side) {
        return side == Side.LEFT ? left : right;
    }

    /** How a side's envelopes are to be read. */
    TableSchema schema(Side side) {
        TableSpec table = side == Side.LEFT ? dataset.left() : dataset.right();
        return table.defaultRecording().withDecimal(captured(side).options().decimal()).schema();
    }

    /**
     * Reads a job's arguments, its connection settings and its dataset.
     *
     * @param environment the variables that may hold passwords
     * @throws InputException if something is missing or wrong
     */
    static JobSpec read(String[] given, Map<String, String> environment) throws SQLException {
        Arguments arguments = Arguments.read(given, NAMES);
        Variant variant = variant(arguments.get("variant"));
        Dataset dataset = JobDatasets.find(arguments.get("dataset"));
        Map<String, String> set = arguments.pairs("set");
        if (set.containsKey("parallelism")) {
            throw Arguments.error(
                    "--set parallelism: that is for Flink to know, as in flink run -p 4");
        }
        VariantOptions options = VariantOptions.read("--set", set, variant, dataset);
        ConnectionSettings connections = connections(arguments, environment);
        String slot = arguments.find("slot").orElse("joinlab_" + variant.name().replace('-', '_'));
        if (!slot.matches(SLOT)) {
            throw Arguments.error(
                    "--slot: expected at most 50 of a to z, 0 to 9 and _, got '" + slot + "'");
        }
        return new JobSpec(
                variant,
                dataset,
                options.options(),
                captured(dataset.left(), connections, arguments),
                captured(dataset.right(), connections, arguments),
                slot,
                arguments.find("output").orElse(null),
                target(arguments, connections));
    }

    private static List<String> connectionNames() {
        List<String> names = new ArrayList<>();
        for (DatabaseKind kind : DatabaseKind.values()) {
            for (String setting : List.of("host", "port", "capture.user", "target.user")) {
                names.add(kind.label() + "." + setting);
            }
        }
        return names;
    }

    private static Variant variant(String name) {
        List<String> names = Catalogue.all().stream().map(Variant::name).toList();
        return Catalogue.byName(name)
                .orElseThrow(
                        () ->
                                Arguments.error(
                                        "--variant: there is no join "
                                                + name
                                                + Nearest.hint(name, names)));
    }

    private static ConnectionSettings connections(
            Arguments arguments, Map<String, String> environment) {
        Map<String, String> given = new HashMap<>();
        for (String name : connectionNames()) {
            arguments.find(name).ifPresent(value -> given.put(name, value));
        }
        return ConnectionSettings.read(
                        Path.of(arguments.find("connections").orElse(ConnectionSettings.FILE)),
                        environment)
                .with(given);
    }

    private static CapturedTable captured(
            TableSpec table, ConnectionSettings connections, Arguments arguments)
            throws SQLException {
        LiveDatabase server = connections.database(table.database().kind(), "capture");
        return new CapturedTable(
                server,
                table.database().name(),
                table.database().schema(),
                table.table(),
                new CaptureOptions(
                        choice(arguments, "decimal", DecimalMode.values(), DecimalMode.PRECISE),
                        timeZone(server, arguments),
                        choice(arguments, "startup", StartupMode.values(), StartupMode.INITIAL)));
    }

    private static String timeZone(LiveDatabase server, Arguments arguments) throws SQLException {
        String given = arguments.find("server-time-zone").orElse(null);
        return given == null ? server.timeZone() : given;
    }

    private static <E extends Enum<E>> E choice(
            Arguments arguments, String name, E[] values, E otherwise) {
        Function<E, String> label =
                value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-');
        String given = arguments.find(name).orElse(label.apply(otherwise));
        return Arrays.stream(values)
                .filter(value -> label.apply(value).equals(given))
                .findFirst()
                .orElseThrow(
                        () ->
                                Arguments.error(
                                        "--"
                                                + name
                                                + ": expected "
                                                + String.join(
                                                        ", ",
                                                        Arrays.stream(values).map(label).toList())
                                                + ", got '"
                                                + given
                                                + "'"));
    }

    private static TargetTable target(Arguments arguments, ConnectionSettings connections) {
        String given = arguments.find("target").orElse(null);
        if (given == null) {
            return null;
        }
        String[] parts = given.split("\\.", -1);
        DatabaseKind kind =
                Arrays.stream(DatabaseKind.values())
                        .filter(one -> one.label().equals(parts[0]))
                        .findFirst()
                        .orElse(null);
        if (kind == null || parts.length != 3) {
            throw Arguments.error(
                    "--target: expected mysql.DATABASE.TABLE or postgresql.DATABASE.TABLE, got '"
                            + given
                            + "'");
        }
        List<TargetTable.Column> columns = new ArrayList<>();
        arguments
                .pairs("target-column")
                .forEach((name, source) -> columns.add(column(name, source)));
        List<String> key = arguments.all("target-key");
        if (columns.isEmpty() || key.isEmpty()) {
            throw Arguments.error(
                    "--target needs --target-column NAME=left.COLUMN for each column and"
                            + " --target-key NAME for each column of its primary key");
        }
        for (String name : key) {
            if (columns.stream().noneMatch(column -> column.name().equals(name))) {
                throw Arguments.error(
                        "--target-key " + name + ": there is no such --target-column");
            }
        }
        return new TargetTable(
                connections.database(kind, "target"), parts[1], parts[2], columns, key);
    }

    private static TargetTable.Column column(String name, String source) {
        for (Side side : Side.values()) {
            String prefix = side.label() + ".";
            if (source.startsWith(prefix)) {
                return new TargetTable.Column(name, side, source.substring(prefix.length()));
            }
        }
        throw Arguments.error(
                "--target-column "
                        + name
                        + ": expected left.COLUMN or right.COLUMN, got '"
                        + source
                        + "'");
    }
}
