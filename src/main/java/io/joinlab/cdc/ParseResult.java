package io.joinlab.cdc;

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

/** What a message turned out to be: exactly one of the three. */
public sealed interface ParseResult {

    /**
     * A change of a row, or a truncated table.
     *
     * @param event the change
     */
    record Parsed(ChangeEvent event) implements ParseResult {}

    /**
     * A record that Debezium writes beside the changes of rows.
     *
     * @param kind which
     */
    @TypeInfo(IgnoredInfoFactory.class)
    record Ignored(Kind kind) implements ParseResult {

        /** The records that are no change of a row. */
        public enum Kind {
            /** An empty message, which follows a delete so that Kafka can compact a topic. */
            TOMBSTONE,
            /** A sign of life: {@code ts_ms} alone. */
            HEARTBEAT,
            /** A DDL statement: {@code ddl}, {@code tableChanges} or {@code historyRecord}. */
            SCHEMA_CHANGE,
            /** The begin or end of a transaction: {@code status} and {@code id}. */
            TRANSACTION,
            /** What {@code pg_logical_emit_message} wrote: op {@code m}. */
            LOGICAL_MESSAGE
        }
    }

    /**
     * A message that is none of these.
     *
     * @param raw the message
     * @param reason what is wrong with it, naming the field
     */
    @TypeInfo(MalformedInfoFactory.class)
    record Malformed(String raw, String reason) implements ParseResult {}

    /** Tells Flink how to serialize an {@link Ignored}. */
    final class IgnoredInfoFactory extends TypeInfoFactory<Ignored> {
        @Override
        public TypeInformation<Ignored> createTypeInfo(
                Type type, Map<String, TypeInformation<?>> genericParameters) {
            return new ImmutableTypeInfo<>(Ignored.class, IgnoredSerializer.INSTANCE);
        }
    }

    /** Tells Flink how to serialize a {@link Malformed}. */
    final class MalformedInfoFactory extends TypeInfoFactory<Malformed> {
        @Override
        public TypeInformation<Malformed> createTypeInfo(
                Type type, Map<String, TypeInformation<?>> genericParameters) {
            return new ImmutableTypeInfo<>(Malformed.class, MalformedSerializer.INSTANCE);
        }
    }

    /** Serializes an {@link Ignored}. */
    final class IgnoredSerializer extends ImmutableSerializer<Ignored> {
        private static final long serialVersionUID = 1L;
        private static final IgnoredSerializer INSTANCE = new IgnoredSerializer();
        private static final Ignored.Kind[] KINDS = Ignored.Kind.values();

        private IgnoredSerializer() {}

        @Override
        public void serialize(Ignored value, DataOutputView target) throws IOException {
            target.writeByte(value.kind.ordinal());
        }

        @Override
        public Ignored deserialize(DataInputView source) throws IOException {
            return new Ignored(KINDS[source.readByte()]);
        }

        @Override
        public TypeSerializerSnapshot<Ignored> snapshotConfiguration() {
            return new Snapshot();
        }

        /** Identifies the serializer in a snapshot. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Ignored> {
            /** Called by Flink when it restores state. */
            public Snapshot() {
                super(() -> INSTANCE);
            }
        }
    }

    /** Serializes a {@link Malformed}. */
    final class MalformedSerializer extends ImmutableSerializer<Malformed> {
        private static final long serialVersionUID = 1L;
        private static final MalformedSerializer INSTANCE = new MalformedSerializer();

        private MalformedSerializer() {}

        @Override
        public void serialize(Malformed value, DataOutputView target) throws IOException {
            StringValue.writeString(value.raw, target);
            StringValue.writeString(value.reason, target);
        }

        @Override
        public Malformed deserialize(DataInputView source) throws IOException {
            return new Malformed(StringValue.readString(source), StringValue.readString(source));
        }

        @Override
        public TypeSerializerSnapshot<Malformed> snapshotConfiguration() {
            return new Snapshot();
        }

        /** Identifies the serializer in a snapshot. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Malformed> {
            /** Called by Flink when it restores state. */
            public Snapshot() {
                super(() -> INSTANCE);
            }
        }
    }
}
