package io.joinlab.explore;

import io.joinlab.sim.ChannelId;
import io.joinlab.sim.Choice;
import io.joinlab.sim.Element;
import io.joinlab.sim.SimulatedJob;
import io.joinlab.sim.TaskId;

/** Names transitions and tells what they do. */
final class Labels {

    private final Exploration exploration;

    Labels(Exploration exploration) {
        this.exploration = exploration;
    }

    /** A name that no other transition has which is possible at the same point. */
    static String name(Transition transition) {
        if (transition instanceof Transition.Perform perform) {
            return "action " + (perform.action() + 1);
        }
        if (transition instanceof Transition.Take take) {
            if (take.choice() instanceof Choice.Deliver deliver) {
                ChannelId channel = deliver.channel();
                return "deliver "
                        + task(channel.from())
                        + " > "
                        + task(channel.to())
                        + input(channel);
            }
            String verb = take.choice() instanceof Choice.FireTimer ? "timer of " : "mail of ";
            return verb + task(take.choice().task());
        }
        if (transition instanceof Transition.Tick) {
            return "clock";
        }
        return transition instanceof Transition.Checkpoint ? "checkpoint" : "fail";
    }

    private static String input(ChannelId channel) {
        return channel.input() == 0 ? "" : " input " + (channel.input() + 1);
    }

    /** The first operator of the chain, and the subtask unless it is the first. */
    private static String task(TaskId task) {
        String head = task.vertex().split(" -> ", 2)[0];
        String name = head.startsWith("Source: ") ? head.substring("Source: ".length()) : head;
        return task.subtask() == 0 ? name : name + "[" + task.subtask() + "]";
    }

    /**
     * What a transition is about to do.
     *
     * @param clock where the clock will stand if the transition moves it
     */
    String text(Transition transition, SimulatedJob job, long clock) {
        if (transition instanceof Transition.Perform perform) {
            Action action = exploration.script().actions().get(perform.action());
            String label = exploration.script().label(perform.action());
            return (label.isEmpty() ? "" : label + ": ")
                    + (action instanceof Action.Emit emit
                            ? String.join(" and ", emit.sends().stream().map(this::text).toList())
                            : action instanceof Action.MoveClock
                                    ? clockAt(clock)
                                    : action.toString());
        }
        if (transition instanceof Transition.Tick) {
            return clockAt(clock);
        }
        if (transition instanceof Transition.Take take) {
            TaskId task = take.choice().task();
            if (take.choice() instanceof Choice.Deliver deliver) {
                return task(deliver.channel().from())
                        + " -> "
                        + task(task)
                        + ": "
                        + job.peek(deliver).map(this::text).orElse("?");
            }
            return take.choice() instanceof Choice.FireTimer
                    ? "a timer of " + task(task) + " fires"
                    : task(task) + " runs a mail";
        }
        return (transition instanceof Transition.Checkpoint
                        ? new Action.TakeCheckpoint()
                        : new Action.Crash())
                .toString();
    }

    private static String clockAt(long clock) {
        return "the clock shows " + clock + " ms";
    }

    private String text(Action.Send send) {
        return (send.subtask() == 0 ? send.source() : send.source() + "[" + send.subtask() + "]")
                + " emits "
                + text(send.element());
    }

    private String text(Element element) {
        return element instanceof Element.Record record
                ? exploration.describe(record.value())
                : element.toString();
    }
}
