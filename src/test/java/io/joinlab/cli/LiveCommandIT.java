package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.joinlab.cdc.DatabaseKind;
import io.joinlab.live.ExternalServers;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("live")
@DisplayName("joinlab live")
class LiveCommandIT {

    private static final String READ = "joinlab: The tables are being read";

    @TempDir private Path temp;

    /** A command in a JVM of its own. */
    private record Run(int exitCode, List<String> out, List<String> err) {}

    @Test
    @DisplayName("prints rows as they appear, as many as asked for, and leaves nothing behind")
    void rows() throws Exception {
        Run run =
                run(
                        Map.of(),
                        "live",
                        "interval-event-inner",
                        "--dataset",
                        "teacher-course",
                        "--changes",
                        "--rows",
                        "4",
                        "--state-backend",
                        "rocksdb",
                        "--json");

        assertThat(run.exitCode()).isZero();
        List<JSONObject> rows =
                run.out().stream()
                        .map(JSON::parseObject)
                        .filter(line -> line.containsKey("joined"))
                        .map(line -> line.getJSONObject("joined"))
                        .toList();
        assertThat(rows).hasSize(4);
        for (JSONObject joined : rows) {
            assertThat(joined.getJSONObject("left").getJSONObject("row").getString("t_id"))
                    .isEqualTo(
                            joined.getJSONObject("right").getJSONObject("row").getString("c_tid"));
        }
        assertThat(run.err())
                .contains(READ)
                .anyMatch(line -> line.startsWith("joinlab: 4 joined, 0 late, "))
                .anyMatch(
                        line ->
                                line.matches(
                                        "joinlab: course: mysql --defaults-extra-file=\\S+"
                                                + " flinkcdc_etl_test"));
        assertNothingIsLeft();
    }

    @Test
    @DisplayName("records a run that gives the same rows on the simulator")
    void recorded() throws Exception {
        Path directory = temp.resolve("my-run");
        Run run =
                run(
                        Map.of(),
                        "live",
                        "interval-event-full",
                        "--dataset",
                        "product-order",
                        "--set",
                        "time={left: ts_ms, right: ts_ms}",
                        "--changes",
                        "--rows",
                        "8",
                        "--record",
                        directory.toString());

        assertThat(run.exitCode()).as(run.err().toString()).isZero();
        CommandLineRun replayed =
                CommandLineRun.of("run", directory.resolve("scenarios/live.yaml").toString());
        assertThat(replayed.exitCode()).as(replayed.err()).isZero();
        assertThat(replayed.out())
                .contains("A live run of interval-event-full on product-order")
                .containsPattern("As expected: \\d+ joined");
    }

    @Test
    @DisplayName("ends on Ctrl-C with all that it started")
    void interrupted() throws Exception {
        Process process =
                start(Map.of(), "live", "regular-changelog-full", "--dataset", "product-order");
        List<ProcessHandle> servers;
        try (BufferedReader err = reader(process.getErrorStream())) {
            String line = err.readLine();
            while (line != null && !line.equals(READ)) {
                line = err.readLine();
            }
            assertThat(line).isEqualTo(READ);
            servers = process.descendants().toList();
            assertThat(servers).hasSizeGreaterThanOrEqualTo(4);

            new ProcessBuilder("sh", "-c", "kill -s INT " + process.pid()).start().waitFor();

            // What is said on the way is not looked at, but the pipe must not run full.
            while (err.readLine() != null) {
                continue;
            }
        }
        assertThat(process.waitFor()).isEqualTo(130);
        servers.forEach(server -> server.onExit().join());
        assertNothingIsLeft();
    }

    @Test
    @DisplayName("uses your tables as they are, once they can be captured, and takes its slot away")
    void external() throws Exception {
        try (ExternalServers servers = ExternalServers.start("product-order")) {
            String[] command = {
                "live",
                "regular-changelog-inner",
                "--dataset",
                "product-order",
                "--db",
                "external",
                "--rows",
                "1"
            };
            Run refused = run(servers.environment(), command);

            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err())
                    .startsWith("joinlab: not set up for change data capture:")
                    .contains(
                            "      GRANT REPLICATION SLAVE ON *.* TO 'joinlab_capture'@'%';",
                            "      CREATE PUBLICATION joinlab FOR TABLE \"public\".\"orders\";");
            servers.mend(DatabaseKind.MYSQL, mends(refused, "mysql"));
            servers.mend(DatabaseKind.POSTGRESQL, mends(refused, "postgresql"));

            Run accepted = run(servers.environment(), command);

            assertThat(accepted.exitCode()).as(accepted.err().toString()).isZero();
            assertThat(accepted.out())
                    .containsExactly(
                            "joined    kind: +I, left: {r: {id: 101, name: 篮球}}, right: {r:"
                                    + " {order_id: 1, order_name: 篮球订单, order_date:"
                                    + " '2023-10-27T10:30:00.000', order_price: '88.88',"
                                    + " product_id: 101}}");
            assertThat(servers.replicationSlots()).isZero();
            assertThat(servers.passwords())
                    .noneMatch(
                            password ->
                                    Stream.of(refused.err(), accepted.err())
                                            .flatMap(List::stream)
                                            .anyMatch(line -> line.contains(password)));
        }
        assertNothingIsLeft();
    }

    /** The indented line after each problem of a server. */
    private static List<String> mends(Run refused, String server) {
        List<String> mends = new ArrayList<>();
        for (int i = 1; i + 1 < refused.err().size(); i += 2) {
            if (refused.err().get(i).startsWith("  " + server + " ")) {
                mends.add(refused.err().get(i + 1).strip());
            }
        }
        return mends;
    }

    private void assertNothingIsLeft() throws Exception {
        try (Stream<Path> left = Files.list(temp)) {
            assertThat(left.filter(file -> file.getFileName().toString().startsWith("joinlab")))
                    .isEmpty();
        }
    }

    private Run run(Map<String, String> environment, String... arguments) throws Exception {
        Process process = start(environment, arguments);
        List<String> err = new ArrayList<>();
        Thread errors =
                new Thread(() -> reader(process.getErrorStream()).lines().forEach(err::add));
        errors.start();
        List<String> out = reader(process.getInputStream()).lines().toList();
        errors.join();
        return new Run(process.waitFor(), out, err);
    }

    private Process start(Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(
                List.of(
                        "--add-opens=java.base/java.util=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + temp,
                        "-Dnative.encoding=UTF-8",
                        "-Djoinlab.home=" + Path.of("").toAbsolutePath(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Joinlab.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(temp.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static BufferedReader reader(java.io.InputStream stream) {
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }
}
