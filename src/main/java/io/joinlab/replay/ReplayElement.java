package io.joinlab.replay;

/**
 * One thing that a {@link ReplaySource} does when its gate lets it.
 *
 * @param <T> the records' type
 */
public sealed interface ReplayElement<T> {

    /**
     * A record.
     *
     * @param value the record
     * @param timestamp what the source gives it, in epoch milliseconds; {@code null} for none
     */
    record Data<T>(T value, Long timestamp) implements ReplayElement<T> {}

    /**
     * A watermark that the source itself emits.
     *
     * @param timestamp in epoch milliseconds
     */
    record Watermark<T>(long timestamp) implements ReplayElement<T> {}

    /** The source declares itself idle. */
    record Idle<T>() implements ReplayElement<T> {}

    /** The source declares itself active again. */
    record Active<T>() implements ReplayElement<T> {}

    /** The source ends; Flink then emits the last watermark. Nothing may follow. */
    record End<T>() implements ReplayElement<T> {}
}
