package io.joinlab.oracle;

import io.joinlab.oracle.Moment.Arrival;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Views of a list of moments. */
final class Moments {
    private Moments() {}

    static Set<Key> keys(List<Moment> moments) {
        Set<Key> keys = new LinkedHashSet<>();
        for (Moment moment : moments) {
            if (moment instanceof Arrival row) {
                keys.add(row.key());
            }
        }
        return keys;
    }

    static List<Arrival> arrivals(List<Moment> moments, Key key) {
        return moments.stream()
                .filter(Arrival.class::isInstance)
                .map(Arrival.class::cast)
                .filter(row -> row.key().equals(key))
                .toList();
    }
}
