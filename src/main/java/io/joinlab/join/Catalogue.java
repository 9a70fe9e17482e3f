package io.joinlab.join;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All variants. */
public final class Catalogue {
    private static final List<Variant> ALL = build();
    private static final Map<String, Variant> BY_NAME =
            ALL.stream().collect(Collectors.toMap(Variant::name, Function.identity()));

    private Catalogue() {}

    /** Every variant, by family, then time, then type. */
    public static List<Variant> all() {
        return ALL;
    }

    /** The variant of this name, such as {@code tumbling-event-full}. */
    public static Optional<Variant> byName(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    private static List<Variant> build() {
        List<BiFunction<TimeDomain, JoinType, Variant>> windowFamilies =
                List.of(TumblingWindowJoin::new, SlidingWindowJoin::new, SessionWindowJoin::new);
        List<Variant> all = new ArrayList<>();
        for (BiFunction<TimeDomain, JoinType, Variant> family : windowFamilies) {
            for (TimeDomain time : List.of(TimeDomain.EVENT, TimeDomain.PROCESSING)) {
                for (JoinType type : JoinType.values()) {
                    all.add(family.apply(time, type));
                }
            }
        }
        for (JoinType type : JoinType.values()) {
            all.add(new IntervalJoin(type));
        }
        for (JoinType type : JoinType.values()) {
            all.add(new RegularJoin(type));
        }
        for (TimeDomain time : List.of(TimeDomain.EVENT, TimeDomain.PROCESSING)) {
            for (JoinType type : TemporalJoin.TYPES) {
                all.add(new TemporalJoin(time, type));
            }
        }
        return List.copyOf(all);
    }
}
