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
 * What became of one row of a table.
 *
 * @param primaryKey which row, see {@link PrimaryKey#of}
 * @param joinKey the join key that the row has, or that it leaves; {@code null} while nobody has
 *     looked up which one a deleted row had
 * @param row the event that made the row what it is now, without the row before; {@code null} if
 *     the row is gone
 */
@TypeInfo(RowChange.InfoFactory.class)
record RowChange(String primaryKey, String joinKey, ChangeEvent row) {

    @Override
    public String toString() {
        return "row " + primaryKey + (row == null ? " leaves key " : " comes to key ") + joinKey;
    }

    /** Tells Flink how to serialize a {@link RowChange}. */
    public static final class InfoFactory extends TypeInfoFactory<RowChange> {
        @Override
        public TypeInformation<RowChange> createTypeInfo(
                Type type, Map<String, TypeInformation<?>> genericParameters) {
            return new ImmutableTypeInfo<>(RowChange.class, Serializer.INSTANCE);
        }
    }

    /** Serializes a {@link RowChange}. */
    public static final class Serializer extends ImmutableSerializer<RowChange> {
        private static final long serialVersionUID = 1L;
        private static final Serializer INSTANCE = new Serializer();

        private Serializer() {}

        @Override
        public void serialize(RowChange value, DataOutputView target) throws IOException {
            StringValue.writeString(value.primaryKey, target);
            StringValue.writeString(value.joinKey, target);
            target.writeBoolean(value.row != null);
            if (value.row != null) {
                ChangeEventSerializer.INSTANCE.serialize(value.row, target);
            }
        }

        @Override
        public RowChange deserialize(DataInputView source) throws IOException {
            return new RowChange(
                    StringValue.readString(source),
                    StringValue.readString(source),
                    source.readBoolean()
                            ? ChangeEventSerializer.INSTANCE.deserialize(source)
                            : null);
        }

        @Override
        public TypeSerializerSnapshot<RowChange> snapshotConfiguration() {
            return new Snapshot();
        }

        /** Identifies the serializer in a snapshot. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<RowChange> {
            /** Called by Flink when it restores state. */
            public Snapshot() {
                super(() -> INSTANCE);
            }
        }
    }
}
