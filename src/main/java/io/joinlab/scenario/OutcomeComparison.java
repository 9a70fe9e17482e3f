package io.joinlab.scenario;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.RowImage;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.SideEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Compares two outcomes exactly.
 *
 * <p>Rows must come at the same step, with the same values of the same types (1.5 is not 1.50), in
 * the same window or at the same distance, equally often. Within a step, rows of one key must come
 * in the same order, because one key is one subtask and Flink keeps the order there; rows of
 * different keys may come in any order between each other. One row that matches several others in
 * an interval join finds those in the order of a {@code MapState}, which differs between state
 * backends: there the order counts among rows of one distance only. In the same way one row of a
 * table finds its matches in a regular join: there the order counts among the changes of one row of
 * the result, the same left and right row by their primary keys. For dropped and malformed rows,
 * the input takes the place of the key.
 *
 * <p>An expected event without {@link ChangeEvent#source()} comes from a scenario's file, which
 * states the operation and the row image only; nothing else is compared then. Otherwise events are
 * compared in everything.
 */
public final class OutcomeComparison {
    private final List<StepDifference> differences;

    private OutcomeComparison(List<StepDifference> differences) {
        this.differences = differences;
    }

    /** Compares what came out of a run with what the scenario expects. */
    public static OutcomeComparison of(Scenario scenario, Outcome actual) {
        return of(scenario, scenario.expect(), actual);
    }

    /** Compares what came out of a run with what should have, whatever the scenario expects. */
    public static OutcomeComparison of(Scenario scenario, Outcome expected, Outcome actual) {
        return of(RowKeys.of(scenario), expected, actual);
    }

    static OutcomeComparison of(RowKeys keys, Outcome expected, Outcome actual) {
        List<StepDifference> all = new ArrayList<>();
        all.addAll(
                new SectionComparison<JoinedRow>(
                                "joined",
                                keys::ofJoined,
                                OutcomeComparison::sameJoined,
                                Notation::joined)
                        .compare(expected.joined(), actual.joined()));
        all.addAll(
                new SectionComparison<SideEvent>(
                                "late",
                                row -> keys.of(row.side(), row.event()),
                                OutcomeComparison::sameLate,
                                Notation::late)
                        .compare(expected.late(), actual.late()));
        all.addAll(
                new SectionComparison<DroppedRow>(
                                "dropped",
                                DroppedRow::side,
                                OutcomeComparison::sameDropped,
                                Notation::dropped)
                        .compare(expected.dropped(), actual.dropped()));
        all.addAll(
                new SectionComparison<Outcome.SideMalformed>(
                                "malformed",
                                Outcome.SideMalformed::side,
                                Outcome.SideMalformed::equals,
                                Notation::malformed)
                        .compare(expected.malformed(), actual.malformed()));
        if (expected.ignored() != actual.ignored()) {
            all.add(StepDifference.ignored(expected.ignored(), actual.ignored()));
        }
        all.sort(Comparator.comparingInt(StepDifference::step));
        return new OutcomeComparison(List.copyOf(all));
    }

    /** Whether the outcomes are equal. */
    public boolean equal() {
        return differences.isEmpty();
    }

    /** Every difference, in the order of the steps; empty if the outcomes are equal. */
    public List<StepDifference> differences() {
        return differences;
    }

    /**
     * The differences for people to read: the first step that differs, then the others. A line with
     * {@code -} is expected but did not come, one with {@code +} came but is not expected.
     */
    public String explanation() {
        if (equal()) {
            return "The outcome is as expected.";
        }
        List<Integer> steps =
                differences.stream().map(StepDifference::step).distinct().sorted().toList();
        String others =
                steps.size() == 1
                        ? ""
                        : " (then: "
                                + steps.stream()
                                        .skip(1)
                                        .map(StepDifference::place)
                                        .collect(Collectors.joining(", "))
                                + ")";
        return "The outcome first differs at "
                + StepDifference.place(steps.get(0))
                + others
                + "\n"
                + differences.stream()
                        .map(StepDifference::explanation)
                        .collect(Collectors.joining("\n"));
    }

    private static boolean sameJoined(JoinedRow expected, JoinedRow actual) {
        return expected.kind() == actual.kind()
                && expected.relation().equals(actual.relation())
                && sameEvent(expected.left(), actual.left())
                && sameEvent(expected.right(), actual.right());
    }

    private static boolean sameLate(SideEvent expected, SideEvent actual) {
        return expected.side() == actual.side() && sameEvent(expected.event(), actual.event());
    }

    private static boolean sameDropped(DroppedRow expected, DroppedRow actual) {
        return expected.side() == actual.side()
                && expected.reason().equals(actual.reason())
                && sameEvent(expected.event(), actual.event());
    }

    private static boolean sameEvent(ChangeEvent expected, ChangeEvent actual) {
        if (expected == null || actual == null) {
            return expected == actual;
        }
        return expected.source() != null
                ? expected.equals(actual)
                : expected.op() == actual.op() && sameImage(expected.image(), actual.image());
    }

    /** Columns are known by name; in what order a file lists them says nothing. */
    private static boolean sameImage(RowImage expected, RowImage actual) {
        return expected == null || actual == null
                ? expected == actual
                : Objects.equals(expected.toMap(), actual.toMap());
    }
}
