package io.joinlab.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.ByteString;
import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.ImmutableTypeInfo;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.ParseResult.Ignored;
import io.joinlab.cdc.ParseResult.Malformed;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.SourceInfo;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What goes over an edge or into state comes back as it was, on the serializers that Flink picks.
 */
class SerializersTest {
    private static final SourceInfo MYSQL =
            new SourceInfo("mysql", "d", null, "张", -1, true, "binlog.000001:4");
    private static final SourceInfo POSTGRESQL =
            new SourceInfo("postgresql", "d", "public", "t", Long.MAX_VALUE, false, "");

    private static final ChangeEvent EVERY_TYPE =
            new ChangeEvent(
                    Op.UPDATE,
                    RowImage.of(List.of(), List.of()),
                    row(
                            null,
                            true,
                            Long.MIN_VALUE,
                            Double.NaN,
                            -0.0,
                            new BigDecimal("-99999999.90"),
                            new BigDecimal(BigInteger.TEN, -300),
                            "",
                            "羽毛球🏸\ud800\u0000",
                            LocalDate.MIN,
                            LocalTime.MAX,
                            LocalDateTime.MIN,
                            LocalDateTime.MAX,
                            Instant.MIN,
                            Instant.MAX,
                            ByteString.copyOf(new byte[] {0, -1}),
                            ByteString.copyOf(new byte[0])),
                    MYSQL,
                    Long.MIN_VALUE);
    private static final ChangeEvent DELETE =
            new ChangeEvent(Op.DELETE, RowImage.of(Map.of("id", 1L)), null, POSTGRESQL, 0);
    private static final ChangeEvent TRUNCATE =
            new ChangeEvent(Op.TRUNCATE, null, null, POSTGRESQL, 7);
    private static final ChangeEvent MEGABYTE =
            new ChangeEvent(Op.READ, null, row("张😀x".repeat(262_144)), MYSQL, 1);

    private static RowImage row(Object... values) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            columns.add("列" + i);
        }
        return RowImage.of(columns, Arrays.asList(values));
    }

    static Stream<Object> values() {
        return Stream.of(
                EVERY_TYPE,
                DELETE,
                TRUNCATE,
                MEGABYTE,
                new JoinedRow(EVERY_TYPE, DELETE, new JoinedRow.Window(-3000, Long.MAX_VALUE)),
                new JoinedRow(EVERY_TYPE, null, new JoinedRow.Window(0, 1)),
                new JoinedRow(null, DELETE, new JoinedRow.Unmatched()),
                new JoinedRow(DELETE, EVERY_TYPE, new JoinedRow.Distance(Long.MIN_VALUE)),
                new JoinedRow(DELETE, EVERY_TYPE, new JoinedRow.Version(Long.MIN_VALUE)),
                new JoinedRow(DELETE, null, new JoinedRow.Unmatched(), RowKind.UPDATE_BEFORE),
                new JoinedRow(null, DELETE, new JoinedRow.Unmatched(), RowKind.DELETE),
                new JoinedRow(DELETE, null, new JoinedRow.Timeless(), RowKind.UPDATE_AFTER),
                new RowChange("001", "=002", EVERY_TYPE),
                new RowChange("", "", null),
                new RowChange("5:a:b:c1:d", null, null),
                new SideEvent(Side.LEFT, EVERY_TYPE),
                new SideEvent(Side.RIGHT, TRUNCATE),
                new DroppedRow(Side.LEFT, TRUNCATE, "truncate carries no row image"),
                new DroppedRow(Side.RIGHT, EVERY_TYPE, ""),
                new Malformed("{\"op\":\ud800😀", "not JSON"),
                new Malformed("x".repeat(1 << 20), "not JSON"),
                new Ignored(Ignored.Kind.TOMBSTONE),
                new Ignored(Ignored.Kind.LOGICAL_MESSAGE));
    }

    static Stream<Class<?>> types() {
        return Stream.of(
                ChangeEvent.class,
                JoinedRow.class,
                RowChange.class,
                SideEvent.class,
                DroppedRow.class,
                Malformed.class,
                Ignored.class);
    }

    @SuppressWarnings("unchecked") // the type information of a value's own class
    private static <T> TypeSerializer<T> serializer(T value) {
        return serializer((Class<T>) value.getClass());
    }

    private static <T> TypeSerializer<T> serializer(Class<T> type) {
        return TypeInformation.of(type).createSerializer(new SerializerConfigImpl());
    }

    private static <T> byte[] write(TypeSerializer<T> serializer, T value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(value, out);
        return out.getCopyOfBuffer();
    }

    private static <T> T read(TypeSerializer<T> serializer, byte[] bytes) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        T value = serializer.deserialize(in);
        assertThat(in.available()).as("bytes left over").isZero();
        return value;
    }

    private static <T> void roundTrip(T value) throws IOException {
        TypeSerializer<T> serializer = serializer(value);
        byte[] bytes = write(serializer, value);
        assertThat(read(serializer, bytes)).isEqualTo(value);

        DataOutputSerializer copied = new DataOutputSerializer(64);
        serializer.copy(new DataInputDeserializer(bytes), copied);
        assertThat(copied.getCopyOfBuffer()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyValueComesBackAsItWas(Object value) throws IOException {
        roundTrip(value);
    }

    @ParameterizedTest
    @MethodSource("types")
    void flinkPicksTheSerializerOfTheTypeAndNeverAGenericOne(Class<?> type) {
        TypeInformation<?> info = TypeInformation.of(type);

        assertThat(info).isInstanceOf(ImmutableTypeInfo.class);
        assertThat(info.getTypeClass()).isEqualTo(type);
        assertThat(info.createSerializer(new SerializerConfigImpl()).isImmutableType()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("types")
    <T> void aSerializerIsRestoredFromItsSnapshotAndIsCompatible(Class<T> type) throws IOException {
        TypeSerializer<T> serializer = serializer(type);
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());

        TypeSerializerSnapshot<T> restored =
                TypeSerializerSnapshot.readVersionedSnapshot(
                        new DataInputDeserializer(out.getCopyOfBuffer()),
                        getClass().getClassLoader());

        assertThat(restored.restoreSerializer()).isEqualTo(serializer);
        assertThat(
                        serializer
                                .snapshotConfiguration()
                                .resolveSchemaCompatibility(restored)
                                .isCompatibleAsIs())
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("types")
    <T> void aSerializerTravelsWithTheJob(Class<T> type) throws Exception {
        TypeInformation<T> info = TypeInformation.of(type);

        TypeInformation<T> travelled = InstantiationUtil.clone(info);

        assertThat(travelled).isEqualTo(info);
        assertThat(travelled.createSerializer(new SerializerConfigImpl()))
                .isEqualTo(serializer(type));
    }

    @Test
    void copyingAnImmutableValueIsTheValueItself() {
        assertThat(serializer(ChangeEvent.class).copy(EVERY_TYPE)).isSameAs(EVERY_TYPE);
        assertThat(serializer(ChangeEvent.class).copy(EVERY_TYPE, DELETE)).isSameAs(EVERY_TYPE);
    }

    @Test
    void aValueThatARowImageCannotHoldIsRefusedByItsColumn() {
        ChangeEvent event = new ChangeEvent(Op.READ, null, row(1L, List.of()), MYSQL, 1);

        assertThatThrownBy(() -> write(serializer(ChangeEvent.class), event))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("column 列1 has a value of type ");
    }

    @Provide
    Arbitrary<RowImage> rows() {
        Arbitrary<Long> seconds = Arbitraries.longs().between(-377_705_116_800L, 253_402_300_799L);
        Arbitrary<Integer> nanos = Arbitraries.integers().between(0, 999_999_999);
        Arbitrary<Object> values =
                Arbitraries.oneOf(
                        Arbitraries.just(null),
                        Arbitraries.of(true, false),
                        Arbitraries.longs(),
                        Arbitraries.doubles(),
                        Arbitraries.bigDecimals().ofScale(6),
                        Arbitraries.strings().all().ofMaxLength(300),
                        seconds.map(value -> LocalDate.ofEpochDay(value / 86_400)),
                        Arbitraries.longs()
                                .between(0, 86_399_999_999_999L)
                                .map(LocalTime::ofNanoOfDay),
                        seconds.flatMap(
                                value ->
                                        nanos.map(
                                                nano ->
                                                        LocalDateTime.ofEpochSecond(
                                                                value, nano, ZoneOffset.UTC))),
                        seconds.flatMap(
                                value -> nanos.map(nano -> Instant.ofEpochSecond(value, nano))),
                        Arbitraries.bytes()
                                .array(byte[].class)
                                .ofMaxSize(20)
                                .map(ByteString::copyOf));
        return Arbitraries.maps(Arbitraries.strings().ofMaxLength(8), values)
                .ofMaxSize(8)
                .map(RowImage::of);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void everyRowImageComesBackAsItWas(
            @ForAll("rows") RowImage before,
            @ForAll("rows") RowImage after,
            @ForAll Op op,
            @ForAll long sourceTime,
            @ForAll long tsMs)
            throws IOException {
        SourceInfo source = new SourceInfo("mysql", "d", null, "t", sourceTime, false, "");
        ChangeEvent event = new ChangeEvent(op, before, after, source, tsMs);

        roundTrip(event);
        roundTrip(new JoinedRow(event, event, new JoinedRow.Distance(tsMs)));
    }
}
