package io.joinlab.scenario;

import io.joinlab.join.Side;
import java.util.List;

/** One step of a scenario. Steps are the only source of order. */
public sealed interface Step {

    /** Its place in the scenario, counted from 1. */
    int number();

    /**
     * The line of the scenario's file where it stands, counted from 1; 0 for a step made in memory.
     */
    int line();

    /**
     * Delivers one recorded or inline event to one input.
     *
     * @param side the input
     * @param raw the envelope's JSON text as the source emits it, or any other text for a malformed
     *     line; {@code null} for a tombstone
     * @param timestamp the timestamp that the source gives the record, in epoch milliseconds;
     *     {@code null} where the pipeline assigns its own or goes by processing time
     */
    record Deliver(int number, int line, Side side, String raw, Long timestamp) implements Step {}

    /**
     * A watermark from one or both sources.
     *
     * @param left the left source's watermark in epoch milliseconds; {@code null} for none
     * @param right the right source's watermark in epoch milliseconds; {@code null} for none
     */
    record Watermark(int number, int line, Long left, Long right) implements Step {}

    /**
     * Moves the clock.
     *
     * @param to the time it then shows, in epoch milliseconds; never before the time it shows now
     */
    record Clock(int number, int line, long to) implements Step {}

    /** The given sources declare themselves idle, in this order. */
    record Idle(int number, int line, List<Side> sides) implements Step {}

    /** The given sources declare themselves active again, in this order. */
    record Active(int number, int line, List<Side> sides) implements Step {}

    /**
     * The given sources reach their end, in this order; each emits the last watermark, as Flink's
     * bounded sources do.
     */
    record End(int number, int line, List<Side> sides) implements Step {}

    /** A checkpoint that completes. */
    record Snapshot(int number, int line) implements Step {}

    /**
     * Everything since the last snapshot (or the start) is lost; state is restored and the sources
     * deliver again from there.
     */
    record Crash(int number, int line) implements Step {}
}
