package io.joinlab.scenario;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.ParseResult;
import io.joinlab.explore.Exploration;
import io.joinlab.explore.Script;
import io.joinlab.join.ChangelogFold;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import io.joinlab.join.TimeDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Prepares a scenario for the exploration of its schedules. */
public final class ScenarioExploration {
    private final Scenario scenario;
    private final Settings settings;

    private ScenarioExploration(Scenario scenario, Settings settings) {
        this.scenario = scenario;
        this.settings = settings;
    }

    /** What the other subtasks of a source do, those that no event comes from. */
    public enum Others {
        /** They say that they are idle, at any moment. */
        IDLE,
        /** They come to their end, at any moment. */
        ENDED
    }

    /**
     * How to explore.
     *
     * @param parallelism of the sources and of the join's operators; {@code null} for one subtask
     *     of each source, and as many of the join as the scenario says
     * @param others what source subtasks without events do
     * @param crashes whether the job may fail once at any moment
     */
    public record Settings(Integer parallelism, Others others, boolean crashes) {
        /** Just the orders of the scenario as it is. */
        public static final Settings PLAIN = new Settings(null, Others.IDLE, false);
    }

    /**
     * The exploration of a scenario.
     *
     * @throws ScenarioFailure if the join can't be built with the scenario's options
     */
    public static Exploration of(Scenario scenario, Settings settings) {
        Scenario scaled =
                settings.parallelism() == null
                        ? scenario
                        : scenario.withParallelism(settings.parallelism());
        return new ScenarioExploration(scaled, settings).exploration();
    }

    private Exploration exploration() {
        Exploration exploration =
                Exploration.of(
                                ScenarioSimulation.compile(scenario, sourceParallelism())
                                        .simulation(),
                                script())
                        .withIndependentKeys()
                        .describedBy(new Descriptions()::of);
        if (!scenario.variant().appendOnly()) {
            exploration = exploration.reading(ScenarioPipeline.JOINED, ScenarioExploration::folded);
        }
        return settings.crashes() ? exploration.withCrashes() : exploration;
    }

    private int sourceParallelism() {
        return settings.parallelism() == null ? 1 : settings.parallelism();
    }

    private Script script() {
        Script.Builder script = Script.builder();
        script.label("start");
        for (Side side : Side.values()) {
            others(script, side, settings.others());
        }
        script.pace(scenario.pace());
        Map<Integer, List<Integer>> groups = new HashMap<>();
        scenario.ties().together().forEach(group -> groups.put(group.get(0), group));
        for (int i = 0; i < scenario.steps().size(); i++) {
            Step step = scenario.steps().get(i);
            List<Integer> group = groups.get(step.number());
            if (group == null) {
                script.label("step " + step.number());
                write(step, script);
            } else {
                int last = group.get(group.size() - 1);
                List<Step> steps = scenario.steps().subList(step.number() - 1, last);
                script.label("steps " + step.number() + " to " + last);
                script.together(together -> steps.forEach(each -> write(each, together)));
                i = last - 1;
            }
        }
        return script.build();
    }

    private void others(Script.Builder script, Side side, Others what) {
        for (int subtask = 1; subtask < sourceParallelism(); subtask++) {
            if (what == Others.ENDED) {
                script.from(side.label(), subtask, Script.SourceScript::end);
            } else if (scenario.variant().time() == TimeDomain.EVENT) {
                script.from(side.label(), subtask, Script.SourceScript::idle);
            }
        }
    }

    private void write(Step step, Script.Builder script) {
        if (scenario.ties().then().contains(step.number())) {
            script.then();
        }
        if (step instanceof Step.Deliver deliver) {
            script.from(
                    deliver.side().label(),
                    deliver.timestamp() == null
                            ? source -> source.send(deliver.raw())
                            : source -> source.send(deliver.raw(), deliver.timestamp()));
        } else if (step instanceof Step.Watermark watermark) {
            if (watermark.left() != null) {
                script.from(Side.LEFT.label(), left -> left.watermark(watermark.left()));
            }
            if (watermark.right() != null) {
                script.from(Side.RIGHT.label(), right -> right.watermark(watermark.right()));
            }
        } else if (step instanceof Step.Idle idle) {
            each(idle.sides(), script, Script.SourceScript::idle);
        } else if (step instanceof Step.Active active) {
            each(active.sides(), script, Script.SourceScript::active);
        } else if (step instanceof Step.End end) {
            each(end.sides(), script, Script.SourceScript::end);
            if (settings.others() == Others.IDLE) {
                end.sides().forEach(side -> others(script, side, Others.ENDED));
            }
        } else if (step instanceof Step.Clock clock) {
            script.clock(clock.to());
        } else if (step instanceof Step.Snapshot) {
            script.checkpoint();
        } else {
            script.crash();
        }
    }

    private static void each(
            List<Side> sides, Script.Builder script, Consumer<Script.SourceScript> emits) {
        sides.forEach(side -> script.from(side.label(), emits));
    }

    /**
     * A row that has been taken back has not come out, whatever the order of the two; one that was
     * taken back more often than it came counts below zero.
     */
    private static Map<Object, Integer> folded(List<Object> values) {
        Map<Object, Integer> rows = new LinkedHashMap<>();
        for (Object value : values) {
            JoinedRow row = (JoinedRow) value;
            rows.merge(
                    ChangelogFold.Row.of(row),
                    ChangelogFold.adds(row.kind()) ? 1 : -1,
                    Integer::sum);
        }
        rows.values().removeIf(count -> count == 0);
        return rows;
    }

    /** Tells what is under way in a few words. */
    private final class Descriptions {
        private final Map<String, String> raw = new HashMap<>();

        Descriptions() {
            for (Step step : scenario.steps()) {
                if (step instanceof Step.Deliver deliver && deliver.raw() != null) {
                    raw.put(deliver.raw(), raw(deliver));
                }
            }
        }

        private String raw(Step.Deliver deliver) {
            EnvelopeParser parser = new EnvelopeParser(scenario.recording(deliver.side()).schema());
            String event =
                    parser.parse(deliver.raw()) instanceof ParseResult.Parsed parsed
                            ? of(parsed.event())
                            : "a line that is no change";
            return deliver.timestamp() == null
                    ? event
                    : event + " at " + Notation.time(deliver.timestamp());
        }

        String of(Object value) {
            if (value instanceof String text) {
                return raw.getOrDefault(text, text);
            } else if (value instanceof SideEvent side) {
                return of(side.event());
            } else if (value instanceof JoinedRow row) {
                return of(row.left()) + " | " + of(row.right());
            } else if (value instanceof ChangeEvent event) {
                List<String> words = new ArrayList<>(List.of(event.op().code()));
                Optional.ofNullable(event.image())
                        .ifPresent(
                                image ->
                                        image.toMap()
                                                .values()
                                                .forEach(column -> words.add("" + column)));
                return String.join(" ", words);
            }
            return String.valueOf(value);
        }
    }
}
