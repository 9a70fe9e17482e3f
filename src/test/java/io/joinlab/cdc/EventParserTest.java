package io.joinlab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.ParseResult.Ignored;
import io.joinlab.cdc.ParseResult.Malformed;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.metrics.groups.InternalOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingTaskMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

class EventParserTest {
    private static final String INSERT = Envelopes.insert("{\"id\":1}");
    private static final TableSchema SCHEMA = Envelopes.schema(DecimalMode.PRECISE, "id int");

    private static <T> List<T> sideOutput(
            OneInputStreamOperatorTestHarness<String, ChangeEvent> harness, OutputTag<T> tag) {
        List<T> values = new ArrayList<>();
        for (StreamRecord<T> record : harness.getSideOutput(tag)) {
            values.add(record.getValue());
        }
        return values;
    }

    @Test
    void everyMessageGoesToExactlyOneOutputAndIsCounted() throws Exception {
        InterceptingOperatorMetricGroup metrics = new InterceptingOperatorMetricGroup();
        InterceptingTaskMetricGroup task =
                new InterceptingTaskMetricGroup() {
                    @Override
                    public InternalOperatorMetricGroup getOrAddOperator(
                            OperatorID id, String name) {
                        return metrics;
                    }
                };
        MockEnvironment environment = new MockEnvironmentBuilder().setMetricGroup(task).build();
        OneInputStreamOperatorTestHarness<String, ChangeEvent> harness =
                new OneInputStreamOperatorTestHarness<>(
                        new ProcessOperator<>(new EventParser(SCHEMA)),
                        StringSerializer.INSTANCE,
                        environment);
        try {
            harness.open();
            harness.processElement(INSERT, 7);
            harness.processElement("hello", 8);
            harness.processElement("", 9);
            harness.processElement("{\"ts_ms\":1}", 10);
            harness.processElement("[]", 11);

            assertThat(harness.extractOutputValues())
                    .containsExactly(Envelopes.parsed(new EnvelopeParser(SCHEMA).parse(INSERT)));
            assertThat(sideOutput(harness, EventParser.MALFORMED))
                    .containsExactly(
                            new Malformed("hello", "not JSON: unexpected \"h\" at character 1"),
                            new Malformed("[]", "expected an envelope, got an array"));
            assertThat(sideOutput(harness, EventParser.IGNORED))
                    .containsExactly(
                            new Ignored(Ignored.Kind.TOMBSTONE),
                            new Ignored(Ignored.Kind.HEARTBEAT));
            assertThat(((Counter) metrics.get("numRecordsMalformed")).getCount()).isEqualTo(2);
            assertThat(((Counter) metrics.get("numRecordsIgnored")).getCount()).isEqualTo(2);
        } finally {
            harness.close();
            environment.close();
        }
    }
}
