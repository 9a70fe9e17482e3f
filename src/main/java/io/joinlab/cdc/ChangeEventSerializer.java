package io.joinlab.cdc;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** Serializes a {@link ChangeEvent}. */
public final class ChangeEventSerializer extends ImmutableSerializer<ChangeEvent> {
    private static final long serialVersionUID = 1L;

    /** The one instance: it has no state. */
    public static final ChangeEventSerializer INSTANCE = new ChangeEventSerializer();

    private static final Op[] OPS = Op.values();

    private ChangeEventSerializer() {}

    @Override
    public void serialize(ChangeEvent event, DataOutputView target) throws IOException {
        target.writeByte(event.op().ordinal());
        RowImageFormat.write(event.before(), target);
        RowImageFormat.write(event.after(), target);
        SourceInfo source = event.source();
        StringValue.writeString(source.connector(), target);
        StringValue.writeString(source.database(), target);
        StringValue.writeString(source.schema(), target);
        StringValue.writeString(source.table(), target);
        target.writeLong(source.tsMs());
        target.writeBoolean(source.snapshot());
        StringValue.writeString(source.position(), target);
        target.writeLong(event.tsMs());
    }

    @Override
    public ChangeEvent deserialize(DataInputView input) throws IOException {
        Op op = OPS[input.readByte()];
        RowImage before = RowImageFormat.read(input);
        RowImage after = RowImageFormat.read(input);
        SourceInfo source =
                new SourceInfo(
                        StringValue.readString(input),
                        StringValue.readString(input),
                        StringValue.readString(input),
                        StringValue.readString(input),
                        input.readLong(),
                        input.readBoolean(),
                        StringValue.readString(input));
        return new ChangeEvent(op, before, after, source, input.readLong());
    }

    @Override
    public TypeSerializerSnapshot<ChangeEvent> snapshotConfiguration() {
        return new Snapshot();
    }

    /**
     * Identifies the serializer in a snapshot; public with a public constructor because Flink
     * instantiates it by name.
     */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<ChangeEvent> {
        /** Called by Flink when it restores state. */
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
