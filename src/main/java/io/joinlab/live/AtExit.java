package io.joinlab.live;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What has to be undone when the JVM ends on its own, by Ctrl-C for example: the last first, so
 * that a job ends before its databases do.
 */
final class AtExit {

    private static final Deque<Runnable> ACTIONS = new ArrayDeque<>();
    private static boolean hooked;

    private AtExit() {}

    static synchronized void add(Runnable action) {
        if (!hooked) {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(AtExit::run, "end what joinlab started"));
            hooked = true;
        }
        ACTIONS.push(action);
    }

    /** It has been done already, or is being done. */
    static synchronized void remove(Runnable action) {
        ACTIONS.remove(action);
    }

    private static void run() {
        for (Runnable next = next(); next != null; next = next()) {
            try {
                next.run();
            } catch (RuntimeException e) {
                System.err.println("joinlab: " + e.getMessage());
            }
        }
    }

    private static synchronized Runnable next() {
        return ACTIONS.poll();
    }
}
