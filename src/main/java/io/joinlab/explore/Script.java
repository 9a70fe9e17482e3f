package io.joinlab.explore;

import io.joinlab.sim.Element;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import javax.annotation.Nullable;

/**
 * What happens to a job from outside, and in which orders it may happen. One subtask of a source
 * emits in the order written; sources are free against each other, unless {@link Builder#then()} or
 * {@link Builder#together(Consumer)} ties them. A move of the clock, a checkpoint and a crash come
 * after all that is written before them and before all that is written after them.
 *
 * <pre>{@code
 * Script script = Script.builder()
 *         .from("left", left -> left.send(a, 1_000).watermark(1_000))
 *         .from("right", right -> right.send(b, 2_000).end())
 *         .build();
 * }</pre>
 */
public final class Script {

    private final List<Action> actions;
    private final List<List<Integer>> predecessors;
    private final List<String> labels;

    private Script(List<Action> actions, List<List<Integer>> predecessors, List<String> labels) {
        this.actions = List.copyOf(actions);
        this.predecessors = List.copyOf(predecessors);
        this.labels = List.copyOf(labels);
    }

    /** Starts writing a script. */
    public static Builder builder() {
        return new Builder();
    }

    /** All actions, in the order written. */
    public List<Action> actions() {
        return actions;
    }

    /** The actions, by their place from 0, without which the given one can't happen. */
    List<Integer> predecessors(int action) {
        return predecessors.get(action);
    }

    /** What the action is called in a schedule that is told to people; may be empty. */
    String label(int action) {
        return labels.get(action);
    }

    boolean has(Class<? extends Action> kind) {
        return actions.stream().anyMatch(kind::isInstance);
    }

    /** Writes a script. */
    public static final class Builder {
        private record SourceTask(String source, int subtask) {}

        private final List<Action> actions = new ArrayList<>();
        private final List<List<Integer>> predecessors = new ArrayList<>();
        private final List<String> labels = new ArrayList<>();
        private String label = "";
        private final Map<SourceTask, Integer> lastOf = new HashMap<>();
        private int lastFixed = -1;
        private boolean afterAll;
        private Duration pace = Duration.ZERO;
        private @Nullable List<Action.Send> together;

        private Builder() {}

        /** How far the clock moves after each {@code send} that follows; zero at first. */
        public Builder pace(Duration pace) {
            this.pace = pace;
            return this;
        }

        /** What the actions that follow are called when a schedule is told; nothing at first. */
        public Builder label(String label) {
            this.label = label;
            return this;
        }

        /** What the first subtask of a source emits next, in order. */
        public Builder from(String source, Consumer<SourceScript> emits) {
            return from(source, 0, emits);
        }

        /**
         * What a subtask of a source emits next, in order.
         *
         * @param subtask from 0
         */
        public Builder from(String source, int subtask, Consumer<SourceScript> emits) {
            emits.accept(new SourceScript(this, source, subtask));
            return this;
        }

        /** The next action comes after all that is written before it, whatever the source. */
        public Builder then() {
            afterAll = true;
            return this;
        }

        /** What is written inside is emitted in this order, and nothing comes in between. */
        public Builder together(Consumer<Builder> inside) {
            if (together != null) {
                throw new IllegalStateException("together stands within together");
            }
            together = new ArrayList<>();
            inside.accept(this);
            List<Action.Send> sends = together;
            together = null;
            if (!sends.isEmpty()) {
                emit(sends);
            }
            return this;
        }

        /**
         * The clock moves.
         *
         * @param to ms
         */
        public Builder clock(long to) {
            return fixed(new Action.MoveClock(to));
        }

        /** A checkpoint completes. */
        public Builder checkpoint() {
            return fixed(new Action.TakeCheckpoint());
        }

        /** The job fails and is restored. */
        public Builder crash() {
            return fixed(new Action.Crash());
        }

        private Builder fixed(Action action) {
            if (together != null) {
                throw new IllegalStateException("only sources can do something together");
            }
            TreeSet<Integer> before = new TreeSet<>(lastOf.values());
            add(action, before);
            lastFixed = actions.size() - 1;
            return this;
        }

        void send(Action.Send send) {
            if (together != null) {
                together.add(send);
            } else {
                emit(List.of(send));
            }
        }

        private void emit(List<Action.Send> sends) {
            TreeSet<Integer> before = new TreeSet<>();
            for (Action.Send send : sends) {
                Integer last = lastOf.get(new SourceTask(send.source(), send.subtask()));
                if (last != null) {
                    before.add(last);
                }
            }
            if (afterAll) {
                before.addAll(lastOf.values());
            }
            boolean record =
                    sends.stream().anyMatch(send -> send.element() instanceof Element.Record);
            add(new Action.Emit(sends, record ? pace : Duration.ZERO), before);
            for (Action.Send send : sends) {
                lastOf.put(new SourceTask(send.source(), send.subtask()), actions.size() - 1);
            }
        }

        private void add(Action action, TreeSet<Integer> before) {
            if (lastFixed >= 0) {
                before.add(lastFixed);
            }
            actions.add(action);
            predecessors.add(List.copyOf(before));
            labels.add(label);
            afterAll = false;
        }

        /** The script. */
        public Script build() {
            return new Script(actions, predecessors, labels);
        }
    }

    /** Writes what one subtask of a source emits; the verbs are those of a simulated source. */
    public static final class SourceScript {
        private final Builder builder;
        private final String source;
        private final int subtask;

        private SourceScript(Builder builder, String source, int subtask) {
            this.builder = builder;
            this.source = source;
            this.subtask = subtask;
        }

        /** Emits a record without a timestamp. */
        public SourceScript send(@Nullable Object value) {
            return emit(new Element.Record(value, null));
        }

        /**
         * Emits a record.
         *
         * @param timestamp ms
         */
        public SourceScript send(@Nullable Object value, long timestamp) {
            return emit(new Element.Record(value, timestamp));
        }

        /**
         * Emits a watermark.
         *
         * @param timestamp ms, inclusive
         */
        public SourceScript watermark(long timestamp) {
            return emit(new Element.Watermark(timestamp));
        }

        /** Says that it is idle. */
        public SourceScript idle() {
            return emit(new Element.Idle());
        }

        /** Says that it is active again. */
        public SourceScript active() {
            return emit(new Element.Active());
        }

        /** Comes to its end. */
        public SourceScript end() {
            return emit(new Element.EndOfData());
        }

        private SourceScript emit(Element element) {
            builder.send(new Action.Send(source, subtask, element));
            return this;
        }
    }
}
