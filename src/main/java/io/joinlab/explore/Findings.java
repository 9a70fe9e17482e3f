package io.joinlab.explore;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The distinct outcomes that a search has met, with how often and on which way first. */
final class Findings {

    /** Beyond that many distinct outcomes, a list of them helps nobody. */
    static final int LIMIT = 10_000;

    static final class Entry {
        final List<Transition> first;
        long schedules;

        Entry(List<Transition> first) {
            this.first = first;
        }
    }

    private final Map<Outcome, Entry> exactlyOnce = new LinkedHashMap<>();
    private final Map<Outcome, Entry> atLeastOnce = new LinkedHashMap<>();
    private long schedules;

    void add(Run run, List<Transition> way) {
        schedules++;
        add(exactlyOnce, run.exactlyOnce(), way);
        add(atLeastOnce, run.atLeastOnce(), way);
    }

    private static void add(Map<Outcome, Entry> found, Outcome outcome, List<Transition> way) {
        Entry entry = found.get(outcome);
        if (entry == null) {
            entry = new Entry(List.copyOf(way));
            found.put(outcome, entry);
        }
        entry.schedules++;
    }

    boolean tooMany() {
        return exactlyOnce.size() > LIMIT || atLeastOnce.size() > LIMIT;
    }

    long schedules() {
        return schedules;
    }

    Map<Outcome, Entry> exactlyOnce() {
        return exactlyOnce;
    }

    Map<Outcome, Entry> atLeastOnce() {
        return atLeastOnce;
    }
}
