package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.TableSchema;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * One of the two streams that a join takes.
 *
 * @param events the changes of one table, in the order of its log
 * @param table the table: its columns and its primary key
 */
public record JoinInput(DataStream<ChangeEvent> events, TableSchema table) {}
