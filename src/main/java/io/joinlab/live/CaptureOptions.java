package io.joinlab.live;

import io.joinlab.cdc.DecimalMode;
import java.util.Properties;

/**
 * How a table is captured.
 *
 * @param decimal Debezium's {@code decimal.handling.mode}
 * @param serverTimeZone the database server's time zone, an id such as {@code Asia/Shanghai}; not
 *     used with PostgreSQL
 * @param startup where the capture starts
 */
public record CaptureOptions(DecimalMode decimal, String serverTimeZone, StartupMode startup) {

    Properties debezium() {
        Properties properties = new Properties();
        properties.setProperty("decimal.handling.mode", decimal.label());
        return properties;
    }
}
