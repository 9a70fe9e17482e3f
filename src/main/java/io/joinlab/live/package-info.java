/**
 * Real databases: embedded MariaDB and PostgreSQL, Flink CDC sources reading them, and the recorder
 * that turns a dataset's SQL into recorded change events.
 */
package io.joinlab.live;
