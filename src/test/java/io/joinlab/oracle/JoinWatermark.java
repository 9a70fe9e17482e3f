package io.joinlab.oracle;

import io.joinlab.join.Side;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The watermark of an operator that two inputs reach: the smaller of the two, never falling, an
 * idle input left out.
 *
 * <p>Flink has two implementations, and they differ in what idle inputs do. An operator with two
 * inputs ({@code CombinedWatermarkStatus}: the interval and temporal joins) stands still when both
 * are idle, and waits at once for one that is active again. An operator with one input that is the
 * union of two streams ({@code StatusWatermarkValve}: the window joins) jumps to the larger of the
 * two watermarks when both are idle, and does not wait for one that is active again before it has
 * caught up.
 */
final class JoinWatermark {

    private static final class Input {
        long watermark = Long.MIN_VALUE;
        boolean idle;

        /** Active, and not behind the join since it was last idle. */
        boolean caughtUp = true;
    }

    private final boolean union;
    private final Map<Side, Input> inputs = new EnumMap<>(Side.class);
    private long value = Long.MIN_VALUE;

    private JoinWatermark(boolean union) {
        this.union = union;
        inputs.put(Side.LEFT, new Input());
        inputs.put(Side.RIGHT, new Input());
    }

    static JoinWatermark ofUnion() {
        return new JoinWatermark(true);
    }

    static JoinWatermark ofTwoInputs() {
        return new JoinWatermark(false);
    }

    long value() {
        return value;
    }

    /** An input's watermark rises. Returns the join's watermark if that made it rise. */
    OptionalLong raise(Side side, long watermark) {
        Input input = inputs.get(side);
        if (input.idle || watermark <= input.watermark) {
            return OptionalLong.empty();
        }
        input.watermark = watermark;
        input.caughtUp |= watermark >= value;
        return riseTo(smallest());
    }

    OptionalLong markIdle(Side side) {
        Input input = inputs.get(side);
        if (input.idle) {
            return OptionalLong.empty();
        }
        input.idle = true;
        input.caughtUp = false;
        boolean heldBackTheJoin = input.watermark == value;
        boolean allIdle = inputs.values().stream().allMatch(each -> each.idle);
        if (union) {
            if (!heldBackTheJoin) {
                return OptionalLong.empty();
            }
            return riseTo(allIdle ? largest() : smallest());
        }
        return riseTo(smallest());
    }

    OptionalLong markActive(Side side) {
        Input input = inputs.get(side);
        if (!input.idle) {
            return OptionalLong.empty();
        }
        input.idle = false;
        input.caughtUp = input.watermark >= value;
        return union ? OptionalLong.empty() : riseTo(smallest());
    }

    private long smallest() {
        return inputs.values().stream()
                .filter(input -> union ? input.caughtUp : !input.idle)
                .mapToLong(input -> input.watermark)
                .min()
                .orElse(Long.MIN_VALUE);
    }

    private long largest() {
        return inputs.values().stream()
                .mapToLong(input -> input.watermark)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    private OptionalLong riseTo(long watermark) {
        if (watermark <= value) {
            return OptionalLong.empty();
        }
        value = watermark;
        return OptionalLong.of(value);
    }
}
