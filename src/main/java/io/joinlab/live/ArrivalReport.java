package io.joinlab.live;

import io.joinlab.join.Side;
import java.util.OptionalInt;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Reports every envelope before it goes on, and takes the markers out. It is chained to the source
 * and to all that comes up to the join's exchange, so that what is reported next by the same side
 * is what the envelope caused.
 */
final class ArrivalReport extends ProcessFunction<String, String> {

    private static final long serialVersionUID = 1L;

    private final String events;
    private final Side side;
    private transient LiveEvents report;

    ArrivalReport(LiveEvents events, Side side) {
        this.events = events.id();
        this.side = side;
    }

    @Override
    public void open(OpenContext context) {
        report = LiveEvents.of(events);
    }

    @Override
    public void processElement(String envelope, Context context, Collector<String> out) {
        OptionalInt marker = MarkedEnvelopes.marker(envelope);
        if (marker.isPresent()) {
            if (MarkedEnvelopes.isFromLog(envelope)) {
                report.reached(side, marker.getAsInt());
            }
            return;
        }
        report.report(new LiveEvent.Arrival(side, envelope, System.currentTimeMillis()));
        out.collect(envelope);
    }
}
