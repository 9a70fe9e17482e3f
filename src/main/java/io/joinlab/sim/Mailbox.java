package io.joinlab.sim;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * The mailbox of a task. Mails are put here by async functions and by completed checkpoints, and
 * run when the scheduler says so. Another thread may put a mail; the driver's thread sees it at its
 * next verb.
 */
final class Mailbox implements MailboxExecutor {

    /** The mails as a line that the scheduler can choose. */
    static final class MailLine extends Line<Mail> {
        final SimulatedTask task;
        private final Choice.RunMail choice;

        MailLine(SimulatedTask task) {
            this.task = task;
            this.choice = new Choice.RunMail(task.id());
        }

        @Override
        Choice choice() {
            return choice;
        }
    }

    record Mail(ThrowingRunnable<? extends Exception> command, String description) {}

    private final SimulatedJob job;
    private final MailLine line;

    Mailbox(SimulatedJob job, SimulatedTask task) {
        this.job = job;
        this.line = new MailLine(task);
    }

    @Override
    public void execute(
            MailOptions mailOptions,
            ThrowingRunnable<? extends Exception> command,
            String descriptionFormat,
            Object... descriptionArgs) {
        job.enqueueMail(line, new Mail(command, descriptionFormat));
    }

    /**
     * An operator waits for a mail inside a callback, as {@code AsyncWaitOperator} does when its
     * queue is full.
     */
    @Override
    public void yield() {
        if (!tryYield()) {
            throw new IllegalStateException(
                    "The operator waits for a mail (such as the result of an async function) that"
                            + " nobody has sent; in a simulation nothing can arrive while it waits."
                            + " Complete pending results first, or give the async operator a larger"
                            + " capacity");
        }
    }

    @Override
    public boolean tryYield() {
        Mail mail = job.takeMail(line);
        if (mail == null) {
            return false;
        }
        try {
            mail.command().run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new SimulationException("A mail failed: " + mail.description(), e);
        }
        return true;
    }

    @Override
    public boolean shouldInterrupt() {
        return false;
    }
}
