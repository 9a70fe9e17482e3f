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
import org.apache.flink.types.StringValue;

/**
 * A change event that a join can't take, with the reason: no row image, no event time, no primary
 * key where rows are known by it, or a NULL key that no row of the output could carry.
 *
 * @param side the input it came from
 * @param event the change event
 * @param reason why, for people to read
 */
@TypeInfo(DroppedRow.InfoFactory.class)
public record DroppedRow(Side side, ChangeEvent event, String reason) {

    /** Tells Flink how to serialize a {@link DroppedRow}. */
    public static final class InfoFactory extends TypeInfoFactory<DroppedRow> {
        @Override
        public TypeInformation<DroppedRow> createTypeInfo(
                Type type, Map<String, TypeInformation<?>> genericParameters) {
            return new ImmutableTypeInfo<>(DroppedRow.class, Serializer.INSTANCE);
        }
    }

    /** Serializes a {@link DroppedRow}. */
    public static final class Serializer extends ImmutableSerializer<DroppedRow> {
        private static final long serialVersionUID = 1L;
        private static final Serializer INSTANCE = new Serializer();

        private Serializer() {}

        @Override
        public void serialize(DroppedRow value, DataOutputView target) throws IOException {
            target.writeBoolean(value.side == Side.LEFT);
            ChangeEventSerializer.INSTANCE.serialize(value.event, target);
            StringValue.writeString(value.reason, target);
        }

        @Override
        public DroppedRow deserialize(DataInputView source) throws IOException {
            Side side = source.readBoolean() ? Side.LEFT : Side.RIGHT;
            ChangeEvent event = ChangeEventSerializer.INSTANCE.deserialize(source);
            return new DroppedRow(side, event, StringValue.readString(source));
        }

        @Override
        public TypeSerializerSnapshot<DroppedRow> snapshotConfiguration() {
            return new Snapshot();
        }

        /** Identifies the serializer in a snapshot. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<DroppedRow> {
            /** Called by Flink when it restores state. */
            public Snapshot() {
                super(() -> INSTANCE);
            }
        }
    }
}
