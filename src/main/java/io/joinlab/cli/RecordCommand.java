package io.joinlab.cli;

import io.joinlab.cdc.Dataset;
import io.joinlab.live.DatabaseChoice;
import io.joinlab.live.Recorder;
import io.joinlab.scenario.Datasets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code joinlab record}: makes a dataset's recordings anew, from real databases. */
@Command(
        name = "record",
        description =
                "Run a dataset's SQL on real databases and rewrite its recordings (.jsonl) with"
                        + " what Flink CDC captures.",
        mixinStandardHelpOptions = true,
        versionProvider = Joinlab.Version.class)
final class RecordCommand implements Callable<Integer> {
    private final Console console;
    private final Path home;

    @Parameters(paramLabel = "DATASET", description = "A directory in fixtures/, by its name.")
    private String name;

    @Option(
            names = "--db",
            paramLabel = "DATABASES",
            description =
                    "embedded: started for this (default); docker: started in containers; external:"
                            + " yours, as joinlab.properties or the environment say.")
    private DatabaseChoice databases = DatabaseChoice.EMBEDDED;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    RecordCommand(Console console, Path home) {
        this.console = console;
        this.home = home;
    }

    @Override
    public Integer call() throws InterruptedException {
        Dataset dataset = new Datasets(home.resolve("fixtures")).find(name);
        List<String> written =
                Recorder.record(dataset, databases, console::progress).stream()
                        .map(Path::toString)
                        .toList();
        if (json) {
            console.printJson(Map.of("dataset", name, "written", written));
        } else {
            written.forEach(console::print);
        }
        return Joinlab.OK;
    }
}
