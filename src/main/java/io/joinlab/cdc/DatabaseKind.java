package io.joinlab.cdc;

import java.util.Locale;

/** A database product whose changes Flink CDC captures. */
public enum DatabaseKind {
    /** MySQL, or MariaDB, which speaks the same protocol and keeps the same binlog. */
    MYSQL,
    POSTGRESQL;

    /** The name in files, and of Debezium's connector: {@code mysql} or {@code postgresql}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
