package io.joinlab.cli;

import io.joinlab.live.SocketRun;
import io.joinlab.report.Ink;
import io.joinlab.yaml.InputException;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code joinlab live salary-department}: a join of typed lines. */
@Command(
        name = "salary-department",
        description = {
            "Join typed lines: 'id name salary' from port 9000 and 'id department' from port 9001.",
            "Start 'nc -l 127.0.0.1 9000' and 'nc -l 127.0.0.1 9001' (some: nc -l -p 9000) in two"
                    + " terminals and type. They may end and start again. Until Ctrl-C."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Joinlab.Version.class)
final class SalaryDepartmentCommand implements Callable<Integer> {
    private static final int HIGHEST_PORT = 65535;

    private final Console console;

    @Option(
            names = "--salary-port",
            paramLabel = "PORT",
            description = "Where salaries come from; 9000 by default.")
    private int salaries = 9000;

    @Option(
            names = "--department-port",
            paramLabel = "PORT",
            description = "Where departments come from; 9001 by default.")
    private int departments = 9001;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            description = "The windows' length, 30s by default.")
    private Duration window = Duration.ofSeconds(30);

    @Option(names = "--rows", paramLabel = "N", description = "End after N lines of output.")
    private int rows;

    SalaryDepartmentCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        checkPort("--salary-port", salaries);
        checkPort("--department-port", departments);
        if (window.isZero()) {
            throw new InputException("--window", 0, "expected a duration longer than 0s");
        }
        try (SocketRun run = SocketRun.start(salaries, departments, window)) {
            console.progress("Reading 127.0.0.1:" + salaries + " and 127.0.0.1:" + departments);
            Iterator<String> lines = run.lines();
            for (int printed = 0; (rows == 0 || printed < rows) && lines.hasNext(); printed++) {
                String line = console.terminal().text(lines.next());
                console.print(
                        line.startsWith("malformed") ? console.paint(Ink.NOTICE, line) : line);
                console.flush();
            }
        }
        return Joinlab.OK;
    }

    private static void checkPort(String option, int port) {
        if (port < 1 || port > HIGHEST_PORT) {
            throw new InputException(option, 0, "expected a port from 1 to 65535, got " + port);
        }
    }
}
