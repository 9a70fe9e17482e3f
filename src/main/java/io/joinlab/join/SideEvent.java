package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.ChangeEventSerializer;
import io.joinlab.cdc.ImmutableSerializer;
import io.joinlab.cdc.ImmutableTypeInfo;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInfoFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A change event together with the input it came from: how both inputs travel in one stream, and
 * the form of a late row.
 *
 * @param side the input
 * @param event the change event
 */
@TypeInfo(SideEvent.InfoFactory.class)
public record SideEvent(Side side, ChangeEvent event) {

    /** Tells Flink how to serialize a {@link SideEvent}. */
    public static final class InfoFactory extends TypeInfoFactory<SideEvent> {
        @Override
        public TypeInformation<SideEvent> createTypeInfo(
                Type type, Map<String, TypeInformation<?>> genericParameters) {
            return new ImmutableTypeInfo<>(SideEvent.class, Serializer.INSTANCE);
        }
    }

    /** Serializes a {@link SideEvent}. */
    public static final class Serializer extends ImmutableSerializer<SideEvent> {
        private static final long serialVersionUID = 1L;
        private static final Serializer INSTANCE = new Serializer();

        private Serializer() {}

        @Override
        public void serialize(SideEvent value, DataOutputView target) throws IOException {
            target.writeBoolean(value.side == Side.LEFT);
            ChangeEventSerializer.INSTANCE.serialize(value.event, target);
        }

        @Override
        public SideEvent deserialize(DataInputView source) throws IOException {
            Side side = source.readBoolean() ? Side.LEFT : Side.RIGHT;
            return new SideEvent(side, ChangeEventSerializer.INSTANCE.deserialize(source));
        }

        @Override
        public TypeSerializerSnapshot<SideEvent> snapshotConfiguration() {
            return new Snapshot();
        }

        /** Identifies the serializer in a snapshot. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<SideEvent> {
            /** Called by Flink when it restores state. */
            public Snapshot() {
                super(() -> INSTANCE);
            }
        }
    }
}
