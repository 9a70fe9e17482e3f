package io.joinlab.sim;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Hosts of finished jobs, to be used again by later jobs of the same plan. They carry nothing from
 * one job to the next; a host whose operators have left something open is dropped.
 */
final class HostPool {

    private final Map<TaskId, ArrayDeque<HostTask>> free = new HashMap<>();

    HostTask take(Plan plan, SimulatedTask task) throws Exception {
        HostTask host;
        synchronized (this) {
            ArrayDeque<HostTask> hosts = free.get(task.id());
            host = hosts == null ? null : hosts.poll();
        }
        return host != null
                ? host
                : new HostTask(new HostEnvironment(plan, task.vertex(), task.id().subtask()));
    }

    void giveBack(TaskId task, HostTask host) {
        if (host.getCancelables().getNumberOfRegisteredCloseables() > 0) {
            return;
        }
        synchronized (this) {
            free.computeIfAbsent(task, id -> new ArrayDeque<>()).push(host);
        }
    }
}
