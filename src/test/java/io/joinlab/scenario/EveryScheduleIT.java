package io.joinlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.explore.Exploration;
import io.joinlab.explore.ExplorationResult;
import io.joinlab.explore.Schedule;
import io.joinlab.explore.Schedules;
import io.joinlab.join.Catalogue;
import io.joinlab.join.TimeDomain;
import io.joinlab.join.Variant;
import io.joinlab.scenario.ScenarioExploration.Others;
import io.joinlab.scenario.ScenarioExploration.Settings;
import io.joinlab.scenario.ScheduleFacts.Explored;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@DisplayName("Over every schedule of every scenario,")
class EveryScheduleIT {
    /** Beyond so many runs, schedules are sampled. */
    private static final long LIMIT = 10_000;

    private static final long SAMPLES = 1_000;

    private static final List<Explored> EXPLORED = new ArrayList<>();

    @BeforeAll
    static void explore() {
        ScenarioCatalogue catalogue = ScenarioCatalogue.of(Path.of(""));
        for (Path file : catalogue.files()) {
            Scenario scenario = catalogue.read(file);
            Exploration exploration = ScenarioExploration.of(scenario, Settings.PLAIN);
            ExplorationResult all = exploration.over(Schedules.allSchedules(LIMIT));
            EXPLORED.add(
                    all.complete()
                            ? new Explored(scenario, all, false)
                            : new Explored(
                                    scenario,
                                    exploration.over(Schedules.sampledSchedules(SAMPLES, 1)),
                                    true));
        }
    }

    @TestFactory
    @DisplayName("an event-time join has one outcome if every source keeps to its own watermarks:")
    Stream<DynamicTest> orderlyEventTime() {
        return tests(
                EXPLORED.stream()
                        .filter(each -> each.scenario().variant().time() == TimeDomain.EVENT)
                        .filter(each -> ScheduleFacts.keepsItsPromises(each.scenario())),
                each -> assertThat(each.result().outcomes()).hasSize(1));
    }

    @TestFactory
    @DisplayName("and the same one with two subtasks of everything, of which one becomes idle:")
    Stream<DynamicTest> orderlyEventTimeInParallel() {
        return tests(
                EXPLORED.stream()
                        .filter(each -> each.scenario().variant().time() == TimeDomain.EVENT)
                        .filter(each -> ScheduleFacts.keepsItsPromises(each.scenario()))
                        // Generated watermarks don't pass on that a source is idle.
                        .filter(each -> each.scenario().pace().isZero()),
                each ->
                        assertThat(
                                        ScenarioExploration.of(
                                                        each.scenario(),
                                                        new Settings(2, Others.IDLE, false))
                                                .over(Schedules.sampledSchedules(20, 1))
                                                .outcomes())
                                .extracting(ExplorationResult.Found::outcome)
                                .containsExactly(each.result().outcomes().get(0).outcome()));
    }

    @TestFactory
    @DisplayName("a regular join ends with one result, unless it forgets:")
    Stream<DynamicTest> changelog() {
        return tests(
                EXPLORED.stream()
                        .filter(each -> each.scenario().variant().time() == TimeDomain.CHANGELOG)
                        .filter(each -> !ScheduleFacts.forgets(each.scenario())),
                each -> assertThat(each.result().outcomes()).hasSize(1));
    }

    @TestFactory
    @DisplayName("a processing-time join depends on it, each variant in some scenario:")
    Stream<DynamicTest> processingTime() {
        return Catalogue.all().stream()
                .filter(variant -> variant.time() == TimeDomain.PROCESSING)
                .map(
                        variant ->
                                DynamicTest.dynamicTest(
                                        variant.name(),
                                        () -> assertThat(of(variant)).anyMatch(Explored::depends)));
    }

    @TestFactory
    @DisplayName("late rows make every family of event time depend on it:")
    Stream<DynamicTest> lateRows() {
        return Catalogue.all().stream()
                .filter(variant -> variant.time() == TimeDomain.EVENT)
                .map(Variant::family)
                .distinct()
                .map(
                        family ->
                                DynamicTest.dynamicTest(
                                        family,
                                        () ->
                                                assertThat(ofFamily(family))
                                                        .filteredOn(
                                                                each ->
                                                                        each.scenario()
                                                                                        .variant()
                                                                                        .time()
                                                                                == TimeDomain.EVENT)
                                                        .anyMatch(Explored::depends)));
    }

    @TestFactory
    @DisplayName("the first outcome is the one of arrival order:")
    Stream<DynamicTest> arrivalOrder() {
        return tests(
                EXPLORED.stream(),
                each ->
                        assertThat(each.result().outcomes().get(0).shortest())
                                .isEqualTo(Schedule.ARRIVAL_ORDER));
    }

    @Test
    @DisplayName("the README says what was found")
    void readme() throws IOException {
        String readme = Files.readString(Path.of("README.md"));

        for (String family : Catalogue.all().stream().map(Variant::family).distinct().toList()) {
            assertThat(readme.lines().filter(line -> line.startsWith("| `" + family + "` |")))
                    .singleElement()
                    .asString()
                    .endsWith("| " + ScheduleFacts.cell(ofFamily(family)) + " |");
        }
    }

    private static List<Explored> of(Variant variant) {
        return EXPLORED.stream()
                .filter(each -> each.scenario().variant().name().equals(variant.name()))
                .toList();
    }

    private static List<Explored> ofFamily(String family) {
        return EXPLORED.stream()
                .filter(each -> each.scenario().variant().family().equals(family))
                .toList();
    }

    private static Stream<DynamicTest> tests(
            Stream<Explored> explored, java.util.function.Consumer<Explored> check) {
        return explored.map(
                each ->
                        DynamicTest.dynamicTest(
                                each.scenario().title()
                                        + (each.sampled()
                                                ? " (" + SAMPLES + " schedules sampled)"
                                                : " (all schedules)"),
                                () -> check.accept(each)));
    }
}
