package io.joinlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What claims of docs/claims.md come to in a join of events, and in a join of tables. */
@DisplayName("A regular join, where a join of events misleads")
class RegularJoinClaimsTest {
    private static final Path FIXTURES = Path.of("fixtures");

    private static final String COURSE = "{r: {c_id: '1', c_name: 语文, c_tid: '001'}}";
    private static final String FIRST_NAME = "{r: {t_id: '001', t_name: 张三}}";
    private static final String SECOND_NAME = "{u: {t_id: '001', t_name: 张三丰}}";

    /** The joined rows that the steps bring out, as a scenario would write them. */
    private static List<String> joined(String variant, String options, String... steps) {
        String yaml =
                "title: t\nvariant: "
                        + variant
                        + "\noptions: {"
                        + options
                        + "}\nsteps: ["
                        + String.join(", ", steps)
                        + "]\nexpect: {}\n";
        Scenario scenario =
                new ScenarioReader(new Datasets(FIXTURES))
                        .parse(FIXTURES.resolve("teacher-course/scenarios/claim.yaml"), yaml);
        return new SimulatorRuntime()
                .run(scenario).joined().stream().map(Notation::joined).toList();
    }

    private static List<String> ofEvents(String... steps) {
        return joined("interval-event-inner", "lower: -5s, upper: 5s", steps);
    }

    private static String at(String step) {
        return "{" + step + ", at: 1s}";
    }

    private static String of(String step) {
        return "{" + step + "}";
    }

    @Test
    @DisplayName(
            "claim 4: a delete that joins like any other row reports a row that is gone; a"
                    + " join of tables takes its row back")
    void claim4_aDeleteJoinsLikeAnyOtherRow() {
        assertThat(ofEvents(at("right: 1"), at("right: 11"), at("left: 1")))
                .containsExactly(
                        "{step: 3, left: %s, right: %s, distance: 0s}"
                                .formatted(FIRST_NAME, COURSE),
                        "{step: 3, left: %s, right: {d: {c_id: '1', c_name: 语文, c_tid: '001'}},"
                                        .formatted(FIRST_NAME)
                                + " distance: 0s}");

        assertThat(
                        joined(
                                "regular-changelog-inner",
                                "",
                                of("right: 1"),
                                of("left: 1"),
                                of("right: 11")))
                .containsExactly(
                        "{step: 2, kind: +I, left: %s, right: %s}".formatted(FIRST_NAME, COURSE),
                        "{step: 3, kind: -D, left: %s, right: %s}".formatted(FIRST_NAME, COURSE));
    }

    @Test
    @DisplayName(
            "claim 5: with one output for each event both versions of a row stay joined; a"
                    + " join of tables takes the old one back")
    void claim5_oneOutputForEachChangeEvent() {
        assertThat(ofEvents(at("right: 1"), at("left: 1"), at("left: 5")))
                .containsExactly(
                        "{step: 2, left: %s, right: %s, distance: 0s}"
                                .formatted(FIRST_NAME, COURSE),
                        "{step: 3, left: %s, right: %s, distance: 0s}"
                                .formatted(SECOND_NAME, COURSE));

        assertThat(
                        joined(
                                "regular-changelog-inner",
                                "",
                                of("right: 1"),
                                of("left: 1"),
                                of("left: 5")))
                .containsExactly(
                        "{step: 2, kind: +I, left: %s, right: %s}".formatted(FIRST_NAME, COURSE),
                        "{step: 3, kind: -U, left: %s, right: %s}".formatted(FIRST_NAME, COURSE),
                        "{step: 3, kind: +U, left: %s, right: %s}".formatted(SECOND_NAME, COURSE));
    }

    @Test
    @DisplayName(
            "claim 10: FULL OUTER needs no row in the other table: a padded row comes at once"
                    + " and is taken back when the match comes")
    void claim10_fullOuterNeedsARowInEachTable() {
        assertThat(joined("regular-changelog-full", "", of("left: 1"), of("right: 1")))
                .containsExactly(
                        "{step: 1, kind: +I, left: %s, right: null}".formatted(FIRST_NAME),
                        "{step: 2, kind: -D, left: %s, right: null}".formatted(FIRST_NAME),
                        "{step: 2, kind: +I, left: %s, right: %s}".formatted(FIRST_NAME, COURSE));
        assertThat(joined("regular-changelog-full", "", of("right: 1")))
                .containsExactly("{step: 1, kind: +I, left: null, right: %s}".formatted(COURSE));
    }

    @Test
    @DisplayName(
            "claim 16: an update of the join key leaves the old match behind; a join of tables"
                    + " takes it back")
    void claim16_anUpdateOfTheJoinKeyLeavesTheOldMatchBehind() {
        String maths = "{u: {c_id: '2', c_name: 高等数学, c_tid: '002'}}";
        String moved = "{u: {c_id: '2', c_name: 高等数学, c_tid: '001'}}";
        String other = "{r: {t_id: '002', t_name: 李四}}";

        assertThat(ofEvents(at("left: 1"), at("left: 2"), at("right: 7"), at("right: 8")))
                .containsExactly(
                        "{step: 3, left: %s, right: %s, distance: 0s}".formatted(other, maths),
                        "{step: 4, left: %s, right: %s, distance: 0s}"
                                .formatted(FIRST_NAME, moved));

        assertThat(
                        joined(
                                "regular-changelog-inner",
                                "",
                                of("left: 1"),
                                of("left: 2"),
                                of("right: 7"),
                                of("right: 8")))
                .containsExactly(
                        "{step: 3, kind: +I, left: %s, right: %s}".formatted(other, maths),
                        "{step: 4, kind: -D, left: %s, right: %s}".formatted(other, maths),
                        "{step: 4, kind: +I, left: %s, right: %s}".formatted(FIRST_NAME, moved));
    }
}
