package io.joinlab.live;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.IOUtils;

/**
 * The join of salaries and departments, fed by two servers on this machine that send lines, such as
 * {@code nc -l 9000} and {@code nc -l 9001}.
 */
public final class SocketRun implements AutoCloseable {

    private final LocalCluster cluster;
    private final CloseableIterator<String> lines;

    private SocketRun(LocalCluster cluster, CloseableIterator<String> lines) {
        this.cluster = cluster;
        this.lines = lines;
    }

    /**
     * Starts the job; the servers may come and go.
     *
     * @param people the port of 127.0.0.1 where lines {@code id name salary} come from
     * @param members the port where lines {@code id department} come from
     * @param window the length of the windows
     */
    public static SocketRun start(int people, int members, Duration window) {
        LocalCluster cluster = null;
        try {
            cluster = LocalCluster.start(1);
            StreamExecutionEnvironment environment = cluster.environment(JobSettings.ONE_ATTEMPT);
            SalaryDepartment.Outputs outputs =
                    SalaryDepartment.build(
                            lines(environment, people), lines(environment, members), window);
            DataStream<String> joined =
                    outputs.joined()
                            .map(
                                    row ->
                                            "joined    %s %s %s %s"
                                                    .formatted(
                                                            row.id(),
                                                            row.name(),
                                                            row.department(),
                                                            row.salary().toPlainString()))
                            .returns(Types.STRING);
            DataStream<String> malformed =
                    outputs.malformed()
                            .map(bad -> "malformed " + bad.line() + ": " + bad.reason())
                            .returns(Types.STRING);
            CloseableIterator<String> lines = joined.union(malformed).collectAsync();
            environment.executeAsync("joinlab live salary-department");
            return new SocketRun(cluster, lines);
        } catch (IOException e) {
            throw new LiveException("No place for a Flink cluster: " + e.getMessage(), e);
        } catch (Exception e) {
            IOUtils.closeQuietly(cluster);
            throw new LiveException("The join could not be started: " + e.getMessage(), e);
        }
    }

    private static DataStream<String> lines(StreamExecutionEnvironment environment, int port) {
        return environment.fromSource(
                new SocketLines(port),
                WatermarkStrategy.noWatermarks(),
                "port " + port,
                Types.STRING);
    }

    /**
     * A line of text for each joined row and each line that can't be read, as they appear; it ends
     * with the job.
     */
    public Iterator<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        try {
            IOUtils.closeAll(Arrays.asList(lines, cluster));
        } catch (Exception e) {
            throw new LiveException("The join did not end in order: " + e.getMessage(), e);
        }
    }
}
