package io.joinlab.cdc;

import java.util.Arrays;
import java.util.HexFormat;

/** An immutable sequence of bytes that compares by content: the value of a binary column. */
public final class ByteString {
    private final byte[] bytes;

    private ByteString(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A copy of the given bytes. */
    public static ByteString copyOf(byte[] bytes) {
        return new ByteString(bytes.clone());
    }

    /** A copy of the bytes. */
    public byte[] toByteArray() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteString that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "0x" + HexFormat.of().formatHex(bytes);
    }
}
