package io.joinlab.join;

import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * What comes out of a join.
 *
 * @param joined the joined rows
 * @param late the rows of either side that came too late to be joined; nothing is lost silently
 */
public record JoinOutputs(DataStream<JoinedRow> joined, DataStream<SideEvent> late) {}
