package io.joinlab.scenario;

import io.joinlab.cdc.ParseResult;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.SideEvent;
import java.util.List;

/**
 * Everything that a run emitted, in the order emitted.
 *
 * @param joined the joined rows
 * @param late the rows that came too late
 * @param dropped the rows that the join could not take
 * @param malformed the lines that are no envelope
 * @param ignored how many records were no change of a row (tombstones, heartbeats, schema changes,
 *     transaction borders)
 */
public record Outcome(
        List<Emission<JoinedRow>> joined,
        List<Emission<SideEvent>> late,
        List<Emission<DroppedRow>> dropped,
        List<Emission<SideMalformed>> malformed,
        long ignored) {

    /** A malformed line with the input it came from. */
    public record SideMalformed(io.joinlab.join.Side side, ParseResult.Malformed line) {}
}
