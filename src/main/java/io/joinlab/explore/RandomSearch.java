package io.joinlab.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;

/** Tries arrival order, then schedules drawn from a seed. */
final class RandomSearch {

    private final Exploration exploration;
    private final Findings findings = new Findings();
    private int lengthInArrivalOrder;

    RandomSearch(Exploration exploration) {
        this.exploration = exploration;
    }

    /**
     * Searches.
     *
     * @param progress is told the number of runs now and then
     */
    void search(Schedules.Sampled samples, LongConsumer progress) {
        Random random = new Random(samples.seed());
        for (long i = 0; i < samples.count() && !findings.tooMany(); i++) {
            if (i == 0) {
                arrivalOrder();
            } else {
                draw(random);
            }
            if ((i + 1) % 1_000 == 0) {
                progress.accept(i + 1);
            }
        }
    }

    private void arrivalOrder() {
        try (Run run = new Run(exploration)) {
            List<Transition> way = new ArrayList<>();
            for (var next = run.byDefault(); next.isPresent(); next = run.byDefault()) {
                run.perform(next.get());
                way.add(next.get());
            }
            lengthInArrivalOrder = way.size();
            findings.add(run, way);
        }
    }

    /** A crash would come early if it were drawn like the rest; it has its moment drawn before. */
    private void draw(Random random) {
        int crashAt = exploration.crashes() ? random.nextInt(lengthInArrivalOrder + 1) : -1;
        try (Run run = new Run(exploration)) {
            List<Transition> way = new ArrayList<>();
            while (true) {
                List<Transition> enabled = new ArrayList<>(run.enabled());
                if (enabled.isEmpty()) {
                    break;
                }
                Transition next = new Transition.Fail();
                if (way.size() != crashAt || !enabled.contains(next)) {
                    enabled.remove(next);
                    next = enabled.get(random.nextInt(enabled.size()));
                }
                run.perform(next);
                way.add(next);
            }
            findings.add(run, way);
        }
    }

    Findings findings() {
        return findings;
    }
}
