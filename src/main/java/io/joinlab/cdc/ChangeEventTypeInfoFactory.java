package io.joinlab.cdc;

import java.lang.reflect.Type;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInfoFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Tells Flink how to serialize a {@link ChangeEvent} wherever one appears in a pipeline. */
public final class ChangeEventTypeInfoFactory extends TypeInfoFactory<ChangeEvent> {
    @Override
    public TypeInformation<ChangeEvent> createTypeInfo(
            Type type, Map<String, TypeInformation<?>> genericParameters) {
        return new ImmutableTypeInfo<>(ChangeEvent.class, ChangeEventSerializer.INSTANCE);
    }
}
