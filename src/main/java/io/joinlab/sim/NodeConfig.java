package io.joinlab.sim;

import java.io.Serializable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.util.OutputTag;

/**
 * What an operator asks its {@code StreamConfig}, answered from the plan. Flink's own
 * implementation deserializes key selectors and serializers each time it is asked, which would cost
 * more than running a scenario.
 */
final class NodeConfig extends StreamConfig {

    private static final long serialVersionUID = 1L;

    private final transient NodePlan node;

    NodeConfig(NodePlan node, boolean checkpointingEnabled) {
        super(new Configuration());
        this.node = node;
        setOperatorID(node.operatorId);
        setOperatorName(node.name);
        setChainIndex(node.chainIndex);
        setVertexID(node.nodeId);
        setCheckpointingEnabled(checkpointingEnabled);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> TypeSerializer<T> getTypeSerializerOut(ClassLoader cl) {
        return node.outputSerializer == null
                ? null
                : (TypeSerializer<T>) node.outputSerializer.duplicate();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> TypeSerializer<T> getTypeSerializerIn(int index, ClassLoader cl) {
        return index < node.inputSerializers.length
                ? (TypeSerializer<T>) node.inputSerializers[index].duplicate()
                : null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> TypeSerializer<T> getTypeSerializerSideOut(OutputTag<?> outputTag, ClassLoader cl) {
        for (EdgePlan edge : node.networkOutputs) {
            if (outputTag.equals(edge.outputTag())) {
                return (TypeSerializer<T>) edge.serializer().duplicate();
            }
        }
        for (EdgePlan edge : node.chainedOutputs) {
            if (outputTag.equals(edge.outputTag())) {
                return (TypeSerializer<T>) edge.serializer().duplicate();
            }
        }
        return null;
    }

    @Override
    public InputConfig[] getInputs(ClassLoader cl) {
        InputConfig[] inputs = new InputConfig[node.inputSerializers.length];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = new NetworkInputConfig(getTypeSerializerIn(i, cl), i);
        }
        return inputs;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <IN, K extends Serializable> KeySelector<IN, K> getStatePartitioner(
            int input, ClassLoader cl) {
        return input < node.keySelectors.size() && node.keySelectors.get(input) != null
                ? (KeySelector<IN, K>) node.keySelectors.get(input).fresh()
                : null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <K> TypeSerializer<K> getStateKeySerializer(ClassLoader cl) {
        return node.keySerializer == null
                ? null
                : (TypeSerializer<K>) node.keySerializer.duplicate();
    }

    /**
     * The fraction of managed memory matters to operators that reserve some; every one may have
     * half of it.
     */
    @Override
    public double getManagedMemoryFractionOperatorUseCaseOfSlot(
            ManagedMemoryUseCase useCase,
            Configuration jobConfig,
            Configuration taskManagerConfig,
            ClassLoader cl) {
        return 0.5;
    }
}
