package io.joinlab.sim;

import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.util.OutputTag;

/**
 * One edge of the plan.
 *
 * @param index position among all edges, from 0
 * @param input input of the target, from 0
 * @param outputTag null for the main output
 * @param serializer writes the edge's records
 */
record EdgePlan(
        int index,
        NodePlan source,
        NodePlan target,
        int input,
        @Nullable OutputTag<Object> outputTag,
        TypeSerializer<Object> serializer,
        Blueprint<StreamPartitioner<Object>> partitioner,
        boolean pointwise) {}
