package io.joinlab.explore;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tries every order of everything, with nothing left out: what the search is held against. */
public final class PlainEnumeration {

    private final Exploration exploration;
    private final Set<Outcome> exactlyOnce = new HashSet<>();
    private final Set<Outcome> atLeastOnce = new HashSet<>();
    private long schedules;

    private PlainEnumeration(Exploration exploration) {
        this.exploration = exploration;
    }

    /** Runs them all. */
    public static PlainEnumeration of(Exploration exploration) {
        PlainEnumeration enumeration = new PlainEnumeration(exploration);
        enumeration.goOn(new ArrayList<>());
        return enumeration;
    }

    private void goOn(List<Transition> way) {
        List<Transition> enabled;
        try (Run run = new Run(exploration)) {
            way.forEach(run::perform);
            enabled = run.enabled();
            if (enabled.isEmpty()) {
                schedules++;
                exactlyOnce.add(run.exactlyOnce());
                atLeastOnce.add(run.atLeastOnce());
            }
        }
        for (Transition next : enabled) {
            way.add(next);
            goOn(way);
            way.remove(way.size() - 1);
        }
    }

    /** What came out and was committed. */
    public Set<Outcome> exactlyOnce() {
        return exactlyOnce;
    }

    /** What came out at all. */
    public Set<Outcome> atLeastOnce() {
        return atLeastOnce;
    }

    /** How many orders there are. */
    public long schedules() {
        return schedules;
    }
}
