package io.joinlab.live;

import io.joinlab.cdc.DecimalMode;
import java.util.Properties;

/**
 * How a table is captured.
 *
 * @param decimal Debezium's {@code decimal.handling.mode}
 * @param serverTimeZone the database server's time zone, an id such as {@code Asia/Shanghai}; not
 *     used with PostgreSQL
 * @param skipSnapshotBackfill whether changes that happen while a chunk of the snapshot is read are
 *     left to the log, where they appear again. Otherwise Flink CDC merges them into the chunk
 *     through a hash map, and emits a chunk's rows in an order that changes from run to run (its
 *     {@code RecordUtils.upsertBinlog} and {@code SnapshotSplitReader})
 */
public record CaptureOptions(
        DecimalMode decimal, String serverTimeZone, boolean skipSnapshotBackfill) {

    Properties debezium() {
        Properties properties = new Properties();
        properties.setProperty("decimal.handling.mode", decimal.label());
        return properties;
    }
}
