package io.joinlab.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Tries every schedule, depth first, each in a run of its own from the start.
 *
 * <p>Of schedules that differ only in the order of independent transitions, one is enough. Two
 * means find them, both from Godefroid's "Partial-Order Methods for the Verification of Concurrent
 * Systems": a transition that nothing can conflict with until it is taken is taken at once (a
 * persistent set of one), and a transition whose branch has been explored sleeps in the branches
 * beside it until something comes that it conflicts with. What conflicts is not guessed from the
 * pipeline but seen while it runs, see {@link Footprint}.
 */
final class ExhaustiveSearch {

    private final Exploration exploration;
    private final long limit;
    private final Findings findings = new Findings();
    private final List<Node> stack = new ArrayList<>();
    private long runs;
    private long redundant;

    ExhaustiveSearch(Exploration exploration, long limit) {
        this.exploration = exploration;
        this.limit = limit;
    }

    /** A point of the current schedule, and what is left to be tried there. */
    private static final class Node {
        final List<Transition> candidates;
        final Map<Transition, Footprint> asleep;
        int chosen;
        boolean alone;
        Footprint footprint;

        Node(List<Transition> candidates, Map<Transition, Footprint> asleep, boolean alone) {
            this.candidates = candidates;
            this.asleep = asleep;
            this.alone = alone;
        }

        Transition current() {
            return candidates.get(chosen);
        }

        /** What sleeps after the current transition. */
        Map<Transition, Footprint> stillAsleep() {
            Map<Transition, Footprint> still = new HashMap<>();
            asleep.forEach(
                    (transition, seen) -> {
                        if (seen.isIndependentOf(footprint)) {
                            still.put(transition, seen);
                        }
                    });
            return still;
        }

        /** Goes on to the next candidate; false if there is none. */
        boolean next() {
            asleep.put(current(), footprint);
            chosen++;
            return !alone && chosen < candidates.size();
        }
    }

    /**
     * Searches.
     *
     * @param progress is told the number of runs now and then
     */
    void search(LongConsumer progress) {
        do {
            run();
            if (runs % 1_000 == 0) {
                progress.accept(runs);
            }
        } while (backtrack() && runs < limit && !findings.tooMany());
    }

    private void run() {
        runs++;
        try (Run run = new Run(exploration)) {
            for (Node node : stack) {
                perform(run, node);
            }
            while (true) {
                List<Transition> enabled = run.enabled();
                if (enabled.isEmpty()) {
                    findings.add(run, way());
                    return;
                }
                Node node = node(run, enabled);
                if (node == null) {
                    redundant++;
                    return;
                }
                stack.add(node);
                perform(run, node);
            }
        }
    }

    private static void perform(Run run, Node node) {
        boolean clockCanMove = node.alone && run.clockCanMove();
        node.footprint = run.perform(node.current());
        if (clockCanMove && node.footprint.readsClock()) {
            node.alone = false;
        }
    }

    /** Null if all that could be done here has been seen elsewhere. */
    private Node node(Run run, List<Transition> enabled) {
        Map<Transition, Footprint> asleep =
                stack.isEmpty() ? new HashMap<>() : stack.get(stack.size() - 1).stillAsleep();
        List<Transition> awake =
                enabled.stream().filter(transition -> !asleep.containsKey(transition)).toList();
        for (Transition transition : enabled) {
            if (!run.isAlone(transition)) {
                continue;
            }
            Footprint seen = asleep.get(transition);
            if (seen == null) {
                return new Node(first(transition, awake), asleep, true);
            }
            if (!seen.readsClock() || !run.clockCanMove()) {
                return null;
            }
        }
        return awake.isEmpty() ? null : new Node(awake, asleep, false);
    }

    private static List<Transition> first(Transition transition, List<Transition> others) {
        List<Transition> list = new ArrayList<>(others);
        list.remove(transition);
        list.add(0, transition);
        return list;
    }

    private boolean backtrack() {
        while (!stack.isEmpty()) {
            if (stack.get(stack.size() - 1).next()) {
                return true;
            }
            stack.remove(stack.size() - 1);
        }
        return false;
    }

    private List<Transition> way() {
        return stack.stream().map(Node::current).toList();
    }

    Findings findings() {
        return findings;
    }

    long runs() {
        return runs;
    }

    /** Runs that were given up since all that could follow had been seen. */
    long redundant() {
        return redundant;
    }

    boolean isComplete() {
        return stack.isEmpty();
    }

    /** How much of the search tree has been seen, from 0 to 1, if its branches were all alike. */
    double coverage() {
        double seen = 0;
        double share = 1;
        for (Node node : stack) {
            share /= node.alone ? 1 : node.candidates.size();
            seen += share * node.chosen;
        }
        return stack.isEmpty() ? 1 : seen;
    }
}
