package io.joinlab.cdc;

import io.joinlab.cdc.ParseResult.Ignored;
import io.joinlab.cdc.ParseResult.Malformed;
import io.joinlab.cdc.ParseResult.Parsed;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * The first step of every pipeline: raw envelopes in, change events out. What can't be read goes to
 * {@link #MALFORMED} with the reason, and what is no change of a row to {@link #IGNORED}; both are
 * counted, as {@value #MALFORMED_COUNTER} and {@value #IGNORED_COUNTER} in the operator's metrics.
 */
public final class EventParser extends ProcessFunction<String, ChangeEvent> {
    private static final long serialVersionUID = 1L;

    /** The messages that can't be read. */
    public static final OutputTag<Malformed> MALFORMED = new OutputTag<>("malformed") {};

    /** The records that are no change of a row. */
    public static final OutputTag<Ignored> IGNORED = new OutputTag<>("ignored") {};

    /** The name of the counter of {@link #MALFORMED}. */
    public static final String MALFORMED_COUNTER = "numRecordsMalformed";

    /** The name of the counter of {@link #IGNORED}. */
    public static final String IGNORED_COUNTER = "numRecordsIgnored";

    private final TableSchema schema;
    private transient EnvelopeParser parser;
    private transient Counter malformed;
    private transient Counter ignored;

    /** Parses the envelopes of one table. */
    public EventParser(TableSchema schema) {
        this.schema = schema;
    }

    @Override
    public void open(OpenContext context) {
        parser = new EnvelopeParser(schema);
        malformed = getRuntimeContext().getMetricGroup().counter(MALFORMED_COUNTER);
        ignored = getRuntimeContext().getMetricGroup().counter(IGNORED_COUNTER);
    }

    @Override
    public void processElement(String message, Context context, Collector<ChangeEvent> out) {
        ParseResult result = parser.parse(message);
        if (result instanceof Parsed parsed) {
            out.collect(parsed.event());
        } else if (result instanceof Malformed unreadable) {
            malformed.inc();
            context.output(MALFORMED, unreadable);
        } else if (result instanceof Ignored other) {
            ignored.inc();
            context.output(IGNORED, other);
        }
    }
}
