package io.joinlab.sim;

import java.io.IOException;
import java.util.ArrayDeque;
import javax.annotation.Nullable;

/**
 * Hosts of closed jobs, to be attached to later ones. They carry nothing from one job to the next;
 * a host whose operators have left something open closes that and is dropped. Making one takes
 * longer than running a small scenario.
 */
final class HostPool {

    private static final int MOST = 256;

    private static final HostPool SHARED = new HostPool();

    private final ArrayDeque<HostTask> free = new ArrayDeque<>();

    private HostPool() {}

    static HostPool shared() {
        return SHARED;
    }

    HostTask take(SimulatedTask task, HostStateManager stateManager) throws Exception {
        HostTask host = poll();
        if (host == null) {
            host = new HostTask(new HostEnvironment());
        }
        host.environment().attach(task, stateManager);
        return host;
    }

    private synchronized @Nullable HostTask poll() {
        return free.poll();
    }

    void giveBack(HostTask host) throws IOException {
        host.environment().detach();
        if (host.getCancelables().getNumberOfRegisteredCloseables() > 0) {
            host.getCancelables().close();
            return;
        }
        synchronized (this) {
            if (free.size() < MOST) {
                free.push(host);
            }
        }
    }
}
