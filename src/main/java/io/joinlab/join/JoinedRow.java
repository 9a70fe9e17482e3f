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
import org.apache.flink.types.RowKind;

/**
 * One row of a join's output. The two parts stay apart, so that columns of one name on both sides
 * never overwrite each other.
 *
 * @param left the left change event; {@code null} in a row that pads an unmatched right one
 * @param right the right change event; {@code null} in a row that pads an unmatched left one
 * @param relation how the two lie in time
 * @param kind what becomes of the row in the join's result: an insert, unless the join takes rows
 *     back
 */
@TypeInfo(JoinedRow.InfoFactory.class)
public record JoinedRow(ChangeEvent left, ChangeEvent right, Relation relation, RowKind kind) {

    /** A row that is added to the result and never taken back. */
    public JoinedRow(ChangeEvent left, ChangeEvent right, Relation relation) {
        this(left, right, relation, RowKind.INSERT);
    }

    /** How the two sides of a joined row lie in time. */
    public sealed interface Relation {}

    /**
     * The window that both sides fell into.
     *
     * @param start inclusive, in epoch milliseconds
     * @param end exclusive, in epoch milliseconds
     */
    public record Window(long start, long end) implements Relation {}

    /**
     * The distance between the two sides of an interval join.
     *
     * @param millis the right side's time minus the left side's, in milliseconds
     */
    public record Distance(long millis) implements Relation {}

    /**
     * The version of the right row that a temporal join found.
     *
     * @param validFrom since when it is valid, inclusive, in epoch milliseconds: the version's
     *     event time, or by processing time when it arrived
     */
    public record Version(long validFrom) implements Relation {}

    /** A row padded by an interval join or a temporal join: there is no second time to tell. */
    public record Unmatched() implements Relation {}

    /** A row of a join of tables, which has no time. */
    public record Timeless() implements Relation {}

    /** The relation of all rows that have no time. */
    static final Timeless TIMELESS = new Timeless();

    /** Tells Flink how to serialize a {@link JoinedRow}. */
    public static final class InfoFactory extends TypeInfoFactory<JoinedRow> {
        @Override
        public TypeInformation<JoinedRow> createTypeInfo(
                Type type, Map<String, TypeInformation<?>> genericParameters) {
            return new ImmutableTypeInfo<>(JoinedRow.class, Serializer.INSTANCE);
        }
    }

    /** Serializes a {@link JoinedRow}. */
    public static final class Serializer extends ImmutableSerializer<JoinedRow> {
        private static final long serialVersionUID = 1L;
        private static final Serializer INSTANCE = new Serializer();

        private static final byte WINDOW = 0;
        private static final byte DISTANCE = 1;
        private static final byte UNMATCHED = 2;
        private static final byte TIMELESS_ROW = 3;
        private static final byte VERSION = 4;

        private Serializer() {}

        @Override
        public void serialize(JoinedRow value, DataOutputView target) throws IOException {
            serializePart(value.left, target);
            serializePart(value.right, target);
            target.writeByte(value.kind.toByteValue());
            if (value.relation instanceof Window window) {
                target.writeByte(WINDOW);
                target.writeLong(window.start);
                target.writeLong(window.end);
            } else if (value.relation instanceof Distance distance) {
                target.writeByte(DISTANCE);
                target.writeLong(distance.millis);
            } else if (value.relation instanceof Version version) {
                target.writeByte(VERSION);
                target.writeLong(version.validFrom);
            } else if (value.relation instanceof Unmatched) {
                target.writeByte(UNMATCHED);
            } else {
                target.writeByte(TIMELESS_ROW);
            }
        }

        @Override
        public JoinedRow deserialize(DataInputView source) throws IOException {
            ChangeEvent left = deserializePart(source);
            ChangeEvent right = deserializePart(source);
            RowKind kind = RowKind.fromByteValue(source.readByte());
            byte shape = source.readByte();
            Relation relation =
                    switch (shape) {
                        case WINDOW -> new Window(source.readLong(), source.readLong());
                        case DISTANCE -> new Distance(source.readLong());
                        case VERSION -> new Version(source.readLong());
                        case UNMATCHED -> new Unmatched();
                        case TIMELESS_ROW -> TIMELESS;
                        default ->
                                throw new IOException(
                                        "unknown relation "
                                                + shape
                                                + " in a serialized joined row");
                    };
            return new JoinedRow(left, right, relation, kind);
        }

        private static void serializePart(ChangeEvent part, DataOutputView target)
                throws IOException {
            target.writeBoolean(part != null);
            if (part != null) {
                ChangeEventSerializer.INSTANCE.serialize(part, target);
            }
        }

        private static ChangeEvent deserializePart(DataInputView source) throws IOException {
            return source.readBoolean() ? ChangeEventSerializer.INSTANCE.deserialize(source) : null;
        }

        @Override
        public TypeSerializerSnapshot<JoinedRow> snapshotConfiguration() {
            return new Snapshot();
        }

        /** Identifies the serializer in a snapshot. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<JoinedRow> {
            /** Called by Flink when it restores state. */
            public Snapshot() {
                super(() -> INSTANCE);
            }
        }
    }
}
