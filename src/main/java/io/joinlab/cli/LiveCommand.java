package io.joinlab.cli;

import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.DecimalMode;
import io.joinlab.join.Variant;
import io.joinlab.live.ClientAccess;
import io.joinlab.live.DatabaseChoice;
import io.joinlab.live.JobSettings;
import io.joinlab.live.LiveJoin;
import io.joinlab.live.LiveRecording;
import io.joinlab.live.LiveRun;
import io.joinlab.live.StartupMode;
import io.joinlab.live.StateBackend;
import io.joinlab.scenario.Datasets;
import io.joinlab.scenario.VariantOptions;
import io.joinlab.yaml.InputException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code joinlab live}: a join on live databases. */
@Command(
        name = "live",
        description = {
            "Run a join on live databases and print its rows as they appear, until Ctrl-C.",
            "Rows are written as in a scenario. Change the tables with any client: the commands to"
                    + " connect are printed first."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Joinlab.Version.class)
final class LiveCommand implements Callable<Integer> {
    private static final Duration RESTART_DELAY = Duration.ofSeconds(1);

    private final Console console;
    private final Path home;

    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "VARIANT",
            description = "The join, as 'joinlab list' names it.")
    private Variant variant;

    @Option(
            names = "--dataset",
            paramLabel = "DATASET",
            description = "The two tables: a directory in fixtures/, by its name.")
    private String dataset;

    @Option(
            names = "--set",
            paramLabel = "OPTION=VALUE",
            description =
                    "An option of the join, named and written as in a scenario: --set size=3s --set"
                            + " time=source.ts_ms.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(
            names = "--db",
            paramLabel = "DATABASES",
            description =
                    "embedded: started for this (default); docker: started in containers; external:"
                            + " yours, as joinlab.properties or the environment say. Tables that"
                            + " are there are used as they are; otherwise they are created, and"
                            + " dropped at the end.")
    private DatabaseChoice databases = DatabaseChoice.EMBEDDED;

    @Option(
            names = "--startup",
            paramLabel = "MODE",
            description =
                    "initial: the rows that are there, then every change (default);"
                            + " latest-offset: changes only.")
    private StartupMode startup = StartupMode.INITIAL;

    @Option(
            names = "--decimal",
            paramLabel = "MODE",
            description = "How decimals travel: precise (default), string or double.")
    private DecimalMode decimal = DecimalMode.PRECISE;

    @Option(
            names = "--server-time-zone",
            paramLabel = "ZONE",
            description = "MySQL's time zone, such as Asia/Shanghai; by default it is asked for.")
    private ZoneId serverTimeZone;

    @Option(
            names = "--checkpoint-interval",
            paramLabel = "TIME",
            description =
                    "From one checkpoint to the next, 10s by default. 0s: none, and the join ends"
                            + " at its first failure.")
    private Duration checkpointInterval = Duration.ofSeconds(10);

    @Option(
            names = "--state-backend",
            paramLabel = "BACKEND",
            description = "Where the join's state is: heap (default) or rocksdb.")
    private StateBackend backend = StateBackend.HEAP;

    @Option(
            names = "--changes",
            description = "Run the dataset's SQL 'changes' once the tables are being read.")
    private boolean changes;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "End after this time, such as 60s, from when the join has started.")
    private Duration time;

    @Option(names = "--rows", paramLabel = "N", description = "End after N joined rows.")
    private int rows;

    @Option(
            names = "--record",
            paramLabel = "DIR",
            description =
                    "Write what both sources saw as a scenario in a new dataset, which gives the"
                            + " same rows on the simulator. Without checkpoints.")
    private Path record;

    @Option(names = "--json", description = "Print each row as a line of JSON.")
    private boolean json;

    LiveCommand(Console console, Path home) {
        this.console = console;
        this.home = home;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (variant == null || dataset == null) {
            // Not for picocli to ask for: 'live salary-department' goes without.
            throw new ParameterException(
                    spec.commandLine(),
                    "Missing "
                            + (variant == null
                                    ? "VARIANT"
                                    : "--dataset; there are " + String.join(", ", names())));
        }
        Dataset tables = new Datasets(home.resolve("fixtures")).find(dataset);
        VariantOptions read = VariantOptions.read("--set", options, variant, tables);
        // After a failure rows would come twice, and nothing on the simulator would match.
        boolean checkpoints = record == null && !checkpointInterval.isZero();
        LiveRecording recording = record == null ? null : LiveRecording.to(record);
        LivePrinter printer = new LivePrinter(console, json, rows);
        try (LiveRun run =
                LiveRun.start(
                        tables,
                        new LiveJoin.Spec(
                                variant,
                                read.options(),
                                read.parallelism(),
                                new JobSettings(
                                        checkpoints ? checkpointInterval : null,
                                        backend,
                                        checkpoints ? RESTART_DELAY : null)),
                        new LiveRun.Capturing(
                                databases,
                                startup,
                                decimal,
                                serverTimeZone == null ? null : serverTimeZone.getId()),
                        recording == null ? printer : printer.andThen(recording),
                        console::progress)) {
            if (changes && !run.ownsTables()) {
                throw new InputException(
                        "--changes", 0, "the tables are yours, so the dataset's SQL is not run");
            }
            for (ClientAccess.Client client : run.clients()) {
                console.progress(client.table() + ": " + client.command());
            }
            if (recording != null) {
                run.recordTo(
                        recording,
                        read.writtenWithWatermarks(),
                        file -> console.progress("Recorded " + file));
            }
            if (run.ownsTables()) {
                run.awaitStreaming();
                console.progress("The tables are being read");
            }
            if (changes) {
                run.runChanges();
            }
            printer.endWith(run::enough);
            run.await(time);
        }
        printer.summary();
        return Joinlab.OK;
    }

    private List<String> names() {
        return new Datasets(home.resolve("fixtures")).names();
    }
}
