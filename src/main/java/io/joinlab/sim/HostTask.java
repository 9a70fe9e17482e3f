package io.joinlab.sim;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeServiceFactory;
import org.apache.flink.streaming.runtime.tasks.StreamTask;
import org.apache.flink.streaming.runtime.tasks.mailbox.MailboxExecutorFactory;

/**
 * The {@code StreamTask} that operators see. It never runs: the simulator delivers elements itself,
 * and hands out its own mailbox and timers. Flink's {@code MockStreamTask} does the same for one
 * operator, but brings a memory manager, an I/O manager and a spilling directory for each, which
 * costs milliseconds a task.
 */
final class HostTask extends StreamTask<Object, StreamOperator<Object>> {

    private final HostEnvironment environment;

    HostTask(HostEnvironment environment) throws Exception {
        super(environment);
        this.environment = environment;
    }

    HostEnvironment environment() {
        return environment;
    }

    @Override
    protected void init() {}

    @Override
    public MailboxExecutorFactory getMailboxExecutorFactory() {
        return priority -> environment.task().mailbox();
    }

    @Override
    public ProcessingTimeServiceFactory getProcessingTimeServiceFactory() {
        return (MailboxExecutor mailboxExecutor) -> environment.task().newOperatorTimers();
    }

    @Override
    public CanEmitBatchOfRecordsChecker getCanEmitBatchOfRecords() {
        return () -> false;
    }

    /** Nothing to release; without this, each task would pass through the finalizer's queue. */
    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {}
}
