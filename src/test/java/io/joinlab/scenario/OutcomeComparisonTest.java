package io.joinlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.ParseResult;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.SourceInfo;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeComparisonTest {
    private static final RowKeys KEYS =
            new RowKeys(new JoinOptions.Keys("id", "pid"), List.of("id"), List.of("name"));
    private static final SourceInfo SOURCE =
            new SourceInfo("mysql", "db", null, "t", 5, false, "binlog.000001:4");

    private static final Emission<JoinedRow> FIRST = joined(3, "1", "a");
    private static final Emission<JoinedRow> SECOND = joined(3, "1", "b");
    private static final Emission<JoinedRow> OTHER_KEY = joined(3, "2", "c");

    @Test
    void equal_outcomes_are_equal() {
        OutcomeComparison comparison =
                compare(
                        outcome(List.of(FIRST, SECOND, OTHER_KEY)),
                        outcome(List.of(FIRST, SECOND, OTHER_KEY)));

        assertThat(comparison.equal()).isTrue();
        assertThat(comparison.differences()).isEmpty();
        assertThat(comparison.explanation()).isEqualTo("The outcome is as expected.");
    }

    @Test
    void the_order_of_rows_of_one_key_counts() {
        OutcomeComparison comparison =
                compare(outcome(List.of(FIRST, SECOND)), outcome(List.of(SECOND, FIRST)));

        assertThat(comparison.equal()).isFalse();
        assertThat(comparison.explanation())
                .isEqualTo(
                        """
                        The outcome first differs at step 3
                        step 3, joined: the same rows, but those of one key in another order
                          expected:
                            {step: 3, left: {c: {id: '1'}}, right: {c: {pid: '1', name: a}}, window: [0s, 3s]}
                            {step: 3, left: {c: {id: '1'}}, right: {c: {pid: '1', name: b}}, window: [0s, 3s]}
                          got:
                            {step: 3, left: {c: {id: '1'}}, right: {c: {pid: '1', name: b}}, window: [0s, 3s]}
                            {step: 3, left: {c: {id: '1'}}, right: {c: {pid: '1', name: a}}, window: [0s, 3s]}\
                        """);
    }

    @Test
    void the_order_of_different_keys_within_a_step_does_not_count() {
        assertThat(
                        compare(
                                        outcome(List.of(FIRST, OTHER_KEY)),
                                        outcome(List.of(OTHER_KEY, FIRST)))
                                .equal())
                .isTrue();
        assertThat(
                        compare(
                                        outcome(List.of(FIRST, SECOND, OTHER_KEY)),
                                        outcome(List.of(FIRST, OTHER_KEY, SECOND)))
                                .equal())
                .isTrue();
    }

    @Test
    void the_order_of_matches_at_different_distances_does_not_count() {
        Emission<JoinedRow> near = at(FIRST, 1_000);
        Emission<JoinedRow> far = at(SECOND, 2_000);
        Emission<JoinedRow> asFar = at(FIRST, 2_000);

        assertThat(compare(outcome(List.of(near, far)), outcome(List.of(far, near))).equal())
                .isTrue();
        assertThat(compare(outcome(List.of(asFar, far)), outcome(List.of(far, asFar))).equal())
                .isFalse();
    }

    private static Emission<JoinedRow> at(Emission<JoinedRow> row, long distance) {
        return new Emission<>(
                row.step(),
                new JoinedRow(
                        row.value().left(), row.value().right(), new JoinedRow.Distance(distance)));
    }

    @Test
    void a_row_that_comes_twice_is_not_a_row_that_comes_once() {
        OutcomeComparison comparison =
                compare(outcome(List.of(FIRST)), outcome(List.of(FIRST, FIRST)));

        assertThat(comparison.equal()).isFalse();
        assertThat(comparison.explanation())
                .isEqualTo(
                        """
                        The outcome first differs at step 3
                        step 3, joined: expected 1 row, got 2
                              {step: 3, left: {c: {id: '1'}}, right: {c: {pid: '1', name: a}}, window: [0s, 3s]}
                            + {step: 3, left: {c: {id: '1'}}, right: {c: {pid: '1', name: a}}, window: [0s, 3s]}\
                        """);
        assertThat(compare(outcome(List.of(FIRST, FIRST)), outcome(List.of(FIRST))).equal())
                .isFalse();
    }

    @Test
    void lists_of_one_size_with_different_multiplicities_differ() {
        assertThat(
                        compare(
                                        outcome(List.of(FIRST, FIRST, SECOND)),
                                        outcome(List.of(FIRST, SECOND, SECOND)))
                                .equal())
                .isFalse();
    }

    @Test
    void a_row_that_comes_at_another_step_differs_and_the_explanation_says_where_it_came() {
        OutcomeComparison comparison =
                compare(
                        outcome(List.of(joined(3, "1", "a"))),
                        outcome(List.of(joined(5, "1", "a"))));

        assertThat(comparison.differences()).extracting(StepDifference::step).containsExactly(3, 5);
        assertThat(comparison.explanation())
                .isEqualTo(
                        """
                        The outcome first differs at step 3 (then: step 5)
                        step 3, joined: expected 1 row, got 0
                            - {step: 3, left: {c: {id: '1'}}, right: {c: {pid: '1', name: a}}, window: [0s, 3s]}   (came at step 5)
                        step 5, joined: expected 0 rows, got 1
                            + {step: 5, left: {c: {id: '1'}}, right: {c: {pid: '1', name: a}}, window: [0s, 3s]}\
                        """);
    }

    @Test
    void the_window_and_the_distance_count() {
        JoinedRow row = FIRST.value();
        Emission<JoinedRow> otherWindow =
                new Emission<>(
                        3, new JoinedRow(row.left(), row.right(), new JoinedRow.Window(0, 2_999)));
        Emission<JoinedRow> distance =
                new Emission<>(
                        3, new JoinedRow(row.left(), row.right(), new JoinedRow.Distance(0)));
        Emission<JoinedRow> otherDistance =
                new Emission<>(
                        3, new JoinedRow(row.left(), row.right(), new JoinedRow.Distance(1)));

        assertThat(compare(outcome(List.of(FIRST)), outcome(List.of(otherWindow))).equal())
                .isFalse();
        assertThat(compare(outcome(List.of(FIRST)), outcome(List.of(distance))).equal()).isFalse();
        assertThat(compare(outcome(List.of(distance)), outcome(List.of(otherDistance))).equal())
                .isFalse();
        assertThat(compare(outcome(List.of(distance)), outcome(List.of(distance))).equal())
                .isTrue();
    }

    @Test
    void values_are_compared_with_their_types_and_scales() {
        assertThat(sameValue(1L, "1")).isFalse();
        assertThat(sameValue(1L, 1.0)).isFalse();
        assertThat(sameValue(new BigDecimal("1.5"), new BigDecimal("1.50"))).isFalse();
        assertThat(sameValue(new BigDecimal("1.50"), new BigDecimal("1.50"))).isTrue();
        assertThat(sameValue(null, "null")).isFalse();
        assertThat(sameValue(null, null)).isTrue();
    }

    @Test
    void a_null_column_is_not_a_missing_column() {
        ChangeEvent withNull = event(Op.CREATE, List.of("id", "name"), listOf("1", null));
        ChangeEvent without = event(Op.CREATE, List.of("id"), List.of("1"));

        assertThat(sameLate(withNull, without)).isFalse();
        assertThat(sameLate(without, withNull)).isFalse();
    }

    @Test
    void the_operation_counts() {
        ChangeEvent insert = event(Op.CREATE, List.of("id"), List.of("1"));
        ChangeEvent read = event(Op.READ, List.of("id"), List.of("1"));

        assertThat(sameLate(insert, read)).isFalse();
    }

    @Test
    void a_padded_row_is_not_a_matched_one() {
        JoinedRow matched = FIRST.value();
        Emission<JoinedRow> padded =
                new Emission<>(3, new JoinedRow(matched.left(), null, matched.relation()));

        assertThat(compare(outcome(List.of(FIRST)), outcome(List.of(padded))).equal()).isFalse();
        assertThat(compare(outcome(List.of(padded)), outcome(List.of(padded))).equal()).isTrue();
    }

    @Test
    void an_expected_event_without_source_states_operation_and_row_only() {
        ChangeEvent stated = event(Op.CREATE, List.of("id"), List.of("1"));
        ChangeEvent complete = new ChangeEvent(stated.op(), null, stated.after(), SOURCE, 7);

        assertThat(sameLate(stated, complete)).isTrue();
    }

    @Test
    void complete_events_are_compared_in_everything() {
        RowImage row = RowImage.of(List.of("id"), List.of("1"));
        ChangeEvent complete = new ChangeEvent(Op.UPDATE, row, row, SOURCE, 7);
        ChangeEvent otherTime = new ChangeEvent(Op.UPDATE, row, row, SOURCE, 8);
        ChangeEvent otherBefore = new ChangeEvent(Op.UPDATE, null, row, SOURCE, 7);

        assertThat(sameLate(complete, complete)).isTrue();
        assertThat(sameLate(complete, otherTime)).isFalse();
        assertThat(sameLate(complete, otherBefore)).isFalse();
    }

    @Test
    void late_dropped_and_malformed_rows_count_as_much_as_joined_ones() {
        ChangeEvent event = event(Op.CREATE, List.of("id"), List.of("1"));
        Emission<SideEvent> late = new Emission<>(1, new SideEvent(Side.LEFT, event));
        Emission<DroppedRow> dropped =
                new Emission<>(2, new DroppedRow(Side.LEFT, event, "join key id is NULL"));
        Emission<Outcome.SideMalformed> malformed =
                new Emission<>(
                        3,
                        new Outcome.SideMalformed(
                                Side.RIGHT, new ParseResult.Malformed("x", "not JSON")));
        Outcome all =
                new Outcome(List.of(), List.of(late), List.of(dropped), List.of(malformed), 4);

        OutcomeComparison comparison = compare(outcome(List.of()), all);

        assertThat(comparison.explanation())
                .isEqualTo(
                        """
                        The outcome first differs at step 1 (then: step 2, step 3, the count of ignored records)
                        step 1, late: expected 0 rows, got 1
                            + {step: 1, left: {c: {id: '1'}}}
                        step 2, dropped: expected 0 rows, got 1
                            + {step: 2, left: {c: {id: '1'}}, reason: join key id is NULL}
                        step 3, malformed: expected 0 rows, got 1
                            + {step: 3, right: x, reason: not JSON}
                        ignored records in the whole run:
                            - ignored: 0
                            + ignored: 4\
                        """);
        assertThat(compare(all, all).equal()).isTrue();
    }

    @Test
    void the_reason_of_a_dropped_row_counts() {
        ChangeEvent event = event(Op.CREATE, List.of("id"), List.of("1"));
        Outcome one = dropped(new DroppedRow(Side.LEFT, event, "join key id is NULL"));
        Outcome other = dropped(new DroppedRow(Side.LEFT, event, "join key id is missing"));
        Outcome right = dropped(new DroppedRow(Side.RIGHT, event, "join key id is NULL"));

        assertThat(compare(one, other).equal()).isFalse();
        assertThat(compare(one, right).equal()).isFalse();
    }

    private static OutcomeComparison compare(Outcome expected, Outcome actual) {
        return OutcomeComparison.of(KEYS, expected, actual);
    }

    private static boolean sameValue(Object expected, Object actual) {
        return sameLate(
                event(Op.CREATE, List.of("id"), listOf(expected)),
                event(Op.CREATE, List.of("id"), listOf(actual)));
    }

    private static boolean sameLate(ChangeEvent expected, ChangeEvent actual) {
        return compare(late(expected), late(actual)).equal();
    }

    private static Outcome late(ChangeEvent event) {
        return new Outcome(
                List.of(),
                List.of(new Emission<>(1, new SideEvent(Side.LEFT, event))),
                List.of(),
                List.of(),
                0);
    }

    private static Outcome dropped(DroppedRow row) {
        return new Outcome(List.of(), List.of(), List.of(new Emission<>(1, row)), List.of(), 0);
    }

    private static Outcome outcome(List<Emission<JoinedRow>> joined) {
        return new Outcome(joined, List.of(), List.of(), List.of(), 0);
    }

    private static Emission<JoinedRow> joined(int step, String key, String name) {
        return new Emission<>(
                step,
                new JoinedRow(
                        event(Op.CREATE, List.of("id"), List.of(key)),
                        event(Op.CREATE, List.of("pid", "name"), List.of(key, name)),
                        new JoinedRow.Window(0, 3_000)));
    }

    private static ChangeEvent event(Op op, List<String> columns, List<?> values) {
        return new ChangeEvent(op, null, RowImage.of(columns, values), null, 0);
    }

    private static List<Object> listOf(Object... values) {
        List<Object> list = new ArrayList<>();
        Collections.addAll(list, values);
        return list;
    }
}
