package io.joinlab.cdc;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/**
 * The binary form of a {@link RowImage}: names and tagged values; {@code -1} columns stands for no
 * image.
 */
final class RowImageFormat {
    private static final byte NULL = 0;
    private static final byte BOOLEAN = 1;
    private static final byte LONG = 2;
    private static final byte DOUBLE = 3;
    private static final byte DECIMAL = 4;
    private static final byte STRING = 5;
    private static final byte DATE = 6;
    private static final byte TIME = 7;
    private static final byte DATE_TIME = 8;
    private static final byte INSTANT = 9;
    private static final byte BYTES = 10;

    private RowImageFormat() {}

    static void write(RowImage row, DataOutputView target) throws IOException {
        if (row == null) {
            target.writeShort(-1);
            return;
        }
        List<String> columns = row.columns();
        target.writeShort(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            StringValue.writeString(columns.get(i), target);
            writeValue(columns.get(i), row.get(i), target);
        }
    }

    static RowImage read(DataInputView input) throws IOException {
        int size = input.readShort();
        if (size < 0) {
            return null;
        }
        List<String> columns = new ArrayList<>(size);
        List<Object> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            columns.add(StringValue.readString(input));
            values.add(readValue(input));
        }
        return RowImage.of(columns, values);
    }

    private static void writeValue(String column, Object value, DataOutputView target)
            throws IOException {
        if (value == null) {
            target.writeByte(NULL);
        } else if (value instanceof Boolean bool) {
            target.writeByte(BOOLEAN);
            target.writeBoolean(bool);
        } else if (value instanceof Long number) {
            target.writeByte(LONG);
            target.writeLong(number);
        } else if (value instanceof Double number) {
            target.writeByte(DOUBLE);
            target.writeDouble(number);
        } else if (value instanceof BigDecimal decimal) {
            target.writeByte(DECIMAL);
            target.writeInt(decimal.scale());
            writeBytes(decimal.unscaledValue().toByteArray(), target);
        } else if (value instanceof String text) {
            target.writeByte(STRING);
            StringValue.writeString(text, target);
        } else if (value instanceof LocalDate date) {
            target.writeByte(DATE);
            target.writeLong(date.toEpochDay());
        } else if (value instanceof LocalTime time) {
            target.writeByte(TIME);
            target.writeLong(time.toNanoOfDay());
        } else if (value instanceof LocalDateTime dateTime) {
            target.writeByte(DATE_TIME);
            target.writeLong(dateTime.toEpochSecond(ZoneOffset.UTC));
            target.writeInt(dateTime.getNano());
        } else if (value instanceof Instant instant) {
            target.writeByte(INSTANT);
            target.writeLong(instant.getEpochSecond());
            target.writeInt(instant.getNano());
        } else if (value instanceof ByteString bytes) {
            target.writeByte(BYTES);
            writeBytes(bytes.toByteArray(), target);
        } else {
            throw new IOException(
                    "column "
                            + column
                            + " has a value of type "
                            + value.getClass().getName()
                            + ", which a row image can't hold (see the Javadoc of RowImage)");
        }
    }

    private static Object readValue(DataInputView input) throws IOException {
        byte tag = input.readByte();
        return switch (tag) {
            case NULL -> null;
            case BOOLEAN -> input.readBoolean();
            case LONG -> input.readLong();
            case DOUBLE -> input.readDouble();
            case DECIMAL -> {
                int scale = input.readInt();
                yield new BigDecimal(new BigInteger(readBytes(input)), scale);
            }
            case STRING -> StringValue.readString(input);
            case DATE -> LocalDate.ofEpochDay(input.readLong());
            case TIME -> LocalTime.ofNanoOfDay(input.readLong());
            case DATE_TIME ->
                    LocalDateTime.ofEpochSecond(input.readLong(), input.readInt(), ZoneOffset.UTC);
            case INSTANT -> Instant.ofEpochSecond(input.readLong(), input.readInt());
            case BYTES -> ByteString.copyOf(readBytes(input));
            default ->
                    throw new IOException(
                            "unknown value tag " + tag + " in a serialized row image");
        };
    }

    private static void writeBytes(byte[] bytes, DataOutputView target) throws IOException {
        target.writeInt(bytes.length);
        target.write(bytes);
    }

    private static byte[] readBytes(DataInputView input) throws IOException {
        byte[] bytes = new byte[input.readInt()];
        input.readFully(bytes);
        return bytes;
    }
}
