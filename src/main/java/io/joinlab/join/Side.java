package io.joinlab.join;

/** One of the two inputs of a join. */
public enum Side {
    LEFT,
    RIGHT;

    /** The name in scenarios and output: {@code left} or {@code right}. */
    public String label() {
        return this == LEFT ? "left" : "right";
    }
}
