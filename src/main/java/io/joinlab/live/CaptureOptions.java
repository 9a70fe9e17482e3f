package io.joinlab.live;

import io.joinlab.cdc.DecimalMode;
import java.util.Properties;

/**
 * How a table is captured.
 *
 * @param decimal Debezium's {@code decimal.handling.mode}
 * @param serverTimeZone the time zone of the database server, an id such as {@code Asia/Shanghai};
 *     MySQL only
 * @param skipSnapshotBackfill whether Flink CDC leaves changes that happen while a snapshot chunk
 *     is read to the log, where they appear again. Without it, it merges them into the chunk
 *     through a hash map, and emits the rows of a chunk in an order that changes from run to run
 *     ({@code SnapshotSplitReader}).
 */
public record CaptureOptions(
        DecimalMode decimal, String serverTimeZone, boolean skipSnapshotBackfill) {

    public static final CaptureOptions DEFAULT =
            new CaptureOptions(DecimalMode.PRECISE, "Asia/Shanghai", true);

    public CaptureOptions withDecimal(DecimalMode mode) {
        return new CaptureOptions(mode, serverTimeZone, skipSnapshotBackfill);
    }

    Properties debezium() {
        Properties properties = new Properties();
        properties.setProperty("decimal.handling.mode", decimal.label());
        return properties;
    }
}
