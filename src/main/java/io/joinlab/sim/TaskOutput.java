package io.joinlab.sim;

import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Where an operator of a task emits to. */
interface TaskOutput extends Output<StreamRecord<Object>> {

    @Override
    default void close() {}
}
