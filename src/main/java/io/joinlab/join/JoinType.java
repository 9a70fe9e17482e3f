package io.joinlab.join;

/** Which unmatched rows a join keeps, padded with null on the other side. */
public enum JoinType {
    INNER,
    LEFT,
    RIGHT,
    FULL;

    /**
     * The last part of a variant's name: {@code inner}, {@code left}, {@code right} or {@code
     * full}.
     */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Whether a row of this side without a match is kept. */
    public boolean keeps(Side side) {
        return this == FULL || (side == Side.LEFT ? this == LEFT : this == RIGHT);
    }
}
