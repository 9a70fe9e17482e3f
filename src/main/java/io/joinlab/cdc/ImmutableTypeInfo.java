package io.joinlab.cdc;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * The type information of an immutable value with a serializer of its own, so that Flink never
 * falls back to Kryo.
 *
 * @param <T> the value's type
 */
public final class ImmutableTypeInfo<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final ImmutableSerializer<T> serializer;

    /** The type information of {@code type}, serialized by {@code serializer}. */
    public ImmutableTypeInfo(Class<T> type, ImmutableSerializer<T> serializer) {
        this.type = type;
        this.serializer = serializer;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<T> getTypeClass() {
        return type;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return serializer;
    }

    /**
     * {@inheritDoc}
     *
     * @deprecated by Flink, which still declares it abstract in 1.20; callers use {@link
     *     #createSerializer(SerializerConfig)}
     */
    @Override
    @Deprecated
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return serializer;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ImmutableTypeInfo<?> that && that.type == type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof ImmutableTypeInfo;
    }

    @Override
    public String toString() {
        return "ImmutableTypeInfo<" + type.getSimpleName() + ">";
    }
}
