package io.joinlab.live;

/** A database product whose changes Flink CDC can capture. */
public enum DatabaseKind {
    /** MySQL, or MariaDB, which speaks the same protocol and keeps the same binlog. */
    MYSQL,
    POSTGRESQL
}
