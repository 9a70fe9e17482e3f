package io.joinlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.join.JoinInput;
import io.joinlab.join.JoinOption;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinOutputs;
import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.TimeDomain;
import io.joinlab.join.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SimulatorRuntimeTest {
    private static final Path FILE = Path.of("fixtures/teacher-course/scenarios/x.yaml");
    private static final String LEFT = "{r: {t_id: '001', t_name: 张三}}";
    private static final String RIGHT = "{r: {c_id: '1', c_name: 语文, c_tid: '001'}}";

    private final ScenarioReader reader = new ScenarioReader(new Datasets(Path.of("fixtures")));

    @Test
    void a_compiled_scenario_runs_as_often_as_needed_with_the_same_outcome() {
        Scenario scenario =
                tumbling(
                        "[{left: 1, at: 1s}, {right: 1, at: 1s}, {watermark: 3s}]",
                        "joined: [{step: 3, left: L, right: R, window: [0s, 3s]}]");
        ScenarioSimulation simulation = ScenarioSimulation.compile(scenario);

        Outcome first = simulation.run();
        Outcome second = simulation.run();

        assertThat(OutcomeComparison.of(scenario, first).explanation())
                .isEqualTo("The outcome is as expected.");
        assertThat(second).isEqualTo(first);
    }

    @Test
    void a_watermark_of_one_input_alone_closes_nothing() {
        assertOutcome(
                tumbling(
                        "[{left: 1, at: 1s}, {right: 1, at: 1s}, {watermark: {left: 9s}},"
                                + " {watermark: {right: 3s}}]",
                        "joined: [{step: 4, left: L, right: R, window: [0s, 3s]}]"));
    }

    @Test
    void a_processing_time_window_fires_when_the_clock_reaches_its_end() {
        assertOutcome(
                processing(
                        "[{left: 1}, {right: 1}, {clock: 2999ms}, {clock: 3s}]",
                        "joined: [{step: 4, left: L, right: R, window: [0s, 3s]}]"));
    }

    @Test
    void the_pace_lets_the_periodic_watermark_follow_every_event() {
        assertOutcome(
                read(
                        "tumbling-event-inner",
                        "size: 3s, out-of-orderness: 0s",
                        "[{left: 1, at: 1s}, {right: 1, at: 1s}, {left: 2, at: 3s}, {right: 2, at:"
                                + " 3s}]",
                        "joined: [{step: 4, left: L, right: R, window: [0s, 3s]}]"));
    }

    @Test
    void without_pace_only_the_clock_lets_the_watermark_follow() {
        assertOutcome(
                read(
                        "tumbling-event-inner",
                        "size: 3s, out-of-orderness: 0s, pace: 0s",
                        "[{left: 1, at: 1s}, {right: 1, at: 1s}, {left: 2, at: 3s}, {right: 2, at:"
                                + " 3s}, {clock: 200ms}, {clock: 201ms}]",
                        "joined: [{step: 6, left: L, right: R, window: [0s, 3s]}]"));
    }

    @Test
    void a_pipeline_that_fails_is_reported_with_the_step() {
        Scenario scenario = withVariant(new Failing(false));

        assertThatThrownBy(() -> new SimulatorRuntime().run(scenario))
                .isInstanceOf(ScenarioFailure.class)
                .hasMessageStartingWith(FILE + ":5: the pipeline failed at step 2: ")
                .hasRootCauseMessage("no rows today");
    }

    @Test
    void a_pipeline_that_cannot_be_built_is_reported() {
        Scenario scenario = withVariant(new Failing(true));

        assertThatThrownBy(() -> new SimulatorRuntime().run(scenario))
                .isInstanceOf(ScenarioFailure.class)
                .hasMessage(FILE + ": failing-event-inner can't be built: no such join");
    }

    @Nested
    class Crash {

        @Test
        void before_any_snapshot_everything_is_delivered_again_and_comes_out_once() {
            assertOutcome(
                    tumbling(
                            "[{left: 1, at: 1s}, {right: 1, at: 1s}, {watermark: 3s}, crash]",
                            "joined: [{step: 3, left: L, right: R, window: [0s, 3s]}]"));
        }

        @Test
        void what_came_out_before_the_snapshot_stays_and_what_is_in_it_is_not_delivered_again() {
            assertOutcome(
                    read(
                            "interval-event-inner",
                            "lower: 0s, upper: 0s",
                            "[{left: 1, at: 1s}, {right: 1, at: 1s}, snapshot, {right: 1, at: 1s},"
                                    + " crash, {right: 1, at: 1s}]",
                            "joined: [{step: 2, left: L, right: R, distance: 0s},"
                                    + " {step: 4, left: L, right: R, distance: 0s},"
                                    + " {step: 6, left: L, right: R, distance: 0s}]"));
        }

        @Test
        void state_and_timers_come_back() {
            assertOutcome(
                    read(
                            "tumbling-event-full",
                            "size: 3s",
                            "[{left: 1, at: 1s}, snapshot, crash, {watermark: 3s}]",
                            "joined: [{step: 4, left: L, right: null, window: [0s, 3s]}]"));
        }

        @Test
        void twice_after_one_snapshot_goes_back_to_it_twice() {
            assertOutcome(
                    tumbling(
                            "[{left: 1, at: 1s}, snapshot, {right: 1, at: 1s}, crash, {watermark:"
                                    + " 3s}, crash]",
                            "joined: [{step: 5, left: L, right: R, window: [0s, 3s]}]"));
        }

        @Test
        void dropped_malformed_and_ignored_records_count_once() {
            assertOutcome(
                    tumbling(
                            "[{right: 5, at: 1s}, {left: {raw: '{'}}, {left: {raw: null}}, crash]",
                            "dropped: [{step: 1, right: {c: {c_id: '5', c_name: 美术, c_tid:"
                                    + " null}}, reason: join key c_tid is NULL}], malformed:"
                                    + " [{step: 2, left: '{', reason: 'not JSON: it ends early,"
                                    + " after character 1'}], ignored: 1"));
        }

        @Test
        void the_watermark_is_not_in_a_checkpoint_so_a_late_row_is_late_no_more() {
            assertOutcome(
                    tumbling(
                            "[{watermark: 3s}, snapshot, {left: 1, at: 1s}]",
                            "late: [{step: 3, left: L}]"));
            assertOutcome(
                    tumbling(
                            "[{watermark: 3s}, snapshot, crash, {left: 1, at: 1s}, {right: 1, at:"
                                    + " 1s}, {watermark: 3s}]",
                            "joined: [{step: 6, left: L, right: R, window: [0s, 3s]}]"));
        }

        @Test
        void idleness_is_not_in_a_checkpoint() {
            assertOutcome(
                    tumbling(
                            "[{left: 1, at: 1s}, {right: 1, at: 1s}, {idle: right}, snapshot,"
                                    + " crash, {watermark: {left: 9s}}, {idle: right}]",
                            "joined: [{step: 7, left: L, right: R, window: [0s, 3s]}]"));
        }

        @Test
        void an_input_that_ended_before_the_snapshot_stays_ended() {
            assertOutcome(
                    tumbling(
                            "[{left: 1, at: 1s}, {right: 1, at: 1s}, {end: left}, snapshot, crash,"
                                    + " {watermark: {right: 3s}}]",
                            "joined: [{step: 6, left: L, right: R, window: [0s, 3s]}]"));
        }

        @Test
        void an_input_that_ended_after_the_snapshot_ends_again() {
            assertOutcome(
                    tumbling(
                            "[{left: 1, at: 1s}, {right: 1, at: 1s}, snapshot, {end: left}, crash,"
                                    + " {watermark: {right: 3s}}]",
                            "joined: [{step: 6, left: L, right: R, window: [0s, 3s]}]"));
        }

        @Test
        void the_clock_goes_on_so_rows_delivered_again_come_into_another_window() {
            assertOutcome(
                    processing(
                            "[{left: 1}, {right: 1}, {clock: 4s}, crash, {clock: 6s}]",
                            "joined: [{step: 5, left: L, right: R, window: [3s, 6s]}]"));
        }

        @Test
        void overdue_timers_fire_at_once() {
            assertOutcome(
                    processing(
                            "[{left: 1}, {right: 1}, snapshot, {clock: 4s}, crash]",
                            "joined: [{step: 5, left: L, right: R, window: [0s, 3s]}]"));
        }
    }

    private void assertOutcome(Scenario scenario) {
        Outcome outcome = new SimulatorRuntime().run(scenario);

        assertThat(OutcomeComparison.of(scenario, outcome).explanation())
                .isEqualTo("The outcome is as expected.");
    }

    private Scenario tumbling(String steps, String expect) {
        return read("tumbling-event-inner", "size: 3s", steps, expect);
    }

    private Scenario processing(String steps, String expect) {
        return read("tumbling-processing-inner", "size: 3s", steps, expect);
    }

    private Scenario read(String variant, String options, String steps, String expect) {
        return reader.parse(
                FILE,
                "title: t\nvariant: %s\noptions: {%s}\nsteps: %s\nexpect: {%s}"
                        .formatted(
                                variant,
                                options,
                                steps,
                                expect.replace("left: L", "left: " + LEFT)
                                        .replace("right: R", "right: " + RIGHT)));
    }

    private Scenario withVariant(Variant variant) {
        Scenario scenario =
                reader.parse(
                        FILE,
                        "title: t\nvariant: tumbling-event-inner\noptions: {size: 3s}\nsteps: ["
                                + "{watermark: 1s},\n {left: 1, at: 1s}]\nexpect: {}");
        return new Scenario(
                scenario.file(),
                scenario.title(),
                scenario.about(),
                variant,
                scenario.options(),
                scenario.parallelism(),
                scenario.pace(),
                scenario.dataset(),
                scenario.left(),
                scenario.right(),
                scenario.steps(),
                scenario.expect());
    }

    /** A join that can't be built, or fails on its first row. */
    private record Failing(boolean whileBuilt) implements Variant {

        @Override
        public JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options) {
            if (whileBuilt) {
                throw new IllegalArgumentException("no such join");
            }
            JoinOutputs outputs =
                    io.joinlab.join.Catalogue.byName("tumbling-event-inner")
                            .orElseThrow()
                            .join(
                                    new JoinInput(
                                            left.events().filter(event -> fail()), left.table()),
                                    right,
                                    options);
            return outputs;
        }

        private static boolean fail() {
            throw new IllegalStateException("no rows today");
        }

        @Override
        public String family() {
            return "failing";
        }

        @Override
        public TimeDomain time() {
            return TimeDomain.EVENT;
        }

        @Override
        public Class<? extends JoinedRow.Relation> relation() {
            return JoinedRow.Window.class;
        }

        @Override
        public JoinType type() {
            return JoinType.INNER;
        }

        @Override
        public String summary() {
            return "never joins";
        }

        @Override
        public List<String> since() {
            return List.of();
        }

        @Override
        public Set<JoinOption> required() {
            return Set.of();
        }

        @Override
        public Set<JoinOption> optional() {
            return Set.of();
        }
    }
}
