package io.joinlab.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.join.ChangelogFold;
import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.scenario.ScenarioPipeline;
import io.joinlab.sim.Choice;
import io.joinlab.sim.Schedulers;
import io.joinlab.sim.SimulatedJob;
import io.joinlab.sim.SimulatedSink;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

@Label("A regular join, whatever happens to its tables")
class RegularJoinTest {

    @Provide
    Arbitrary<TableHistory> histories() {
        return TableHistory.any();
    }

    @Property(tries = 2_000, seed = "20231027", edgeCases = EdgeCasesMode.NONE)
    @Label("after every event the rows that it has not taken back are the join of the two tables")
    void afterEveryEvent(
            @ForAll("histories") TableHistory history,
            @ForAll @IntRange(min = 1, max = 3) int parallelism) {
        for (JoinType type : JoinType.values()) {
            Tables tables = new Tables(TableHistory.PRIMARY_KEYS);
            ChangelogFold fold = new ChangelogFold();
            try (SimulatedJob job = RegularJoinJobs.of(type, history.keys(), parallelism).start()) {
                SimulatedSink<JoinedRow> joined = job.sink(ScenarioPipeline.JOINED);
                for (TableHistory.Sent sent : history.events()) {
                    job.source(sent.side().label()).send(sent.raw());
                    joined.takeNewValues().forEach(fold::apply);
                    tables.apply(sent.side(), sent.event());

                    assertThat(fold.rows()).isEqualTo(tables.join(type, history.keys()));
                }
            }
        }
    }

    @Property(tries = 500, seed = "20231027", edgeCases = EdgeCasesMode.NONE)
    @Label(
            "with a single subtask no change of the output shows one course twice, not even for a"
                    + " moment, where a course has at most one teacher")
    void takenBackBeforeReplaced(@ForAll("histories") TableHistory history) {
        if (!history.keys().left().equals("t_id")) {
            return;
        }
        for (JoinType type : JoinType.values()) {
            ChangelogFold fold = new ChangelogFold();
            try (SimulatedJob job = RegularJoinJobs.of(type, history.keys(), 1).start()) {
                SimulatedSink<JoinedRow> joined = job.sink(ScenarioPipeline.JOINED);
                for (TableHistory.Sent sent : history.events()) {
                    job.source(sent.side().label()).send(sent.raw());
                    for (JoinedRow change : joined.takeNewValues()) {
                        fold.apply(change);

                        assertThat(courses(fold.rows().keySet())).doesNotHaveDuplicates();
                    }
                }
            }
        }
    }

    private static List<Object> courses(Collection<ChangelogFold.Row> rows) {
        return rows.stream()
                .map(ChangelogFold.Row::right)
                .filter(Objects::nonNull)
                .map(course -> course.get("c_id"))
                .toList();
    }

    @Property(tries = 1_000, seed = "20231027", edgeCases = EdgeCasesMode.NONE)
    @Label("in every order in which a cluster may process them, the events leave the same rows")
    void inEveryOrder(
            @ForAll("histories") TableHistory history,
            @ForAll @IntRange(min = 1, max = 3) int parallelism,
            @ForAll long schedule) {
        Random random = new Random(schedule);
        JoinType type = JoinType.values()[random.nextInt(JoinType.values().length)];
        Tables tables = new Tables(TableHistory.PRIMARY_KEYS);
        Map<Side, Queue<String>> unsent = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            unsent.put(side, new ArrayDeque<>());
        }
        for (TableHistory.Sent sent : history.events()) {
            unsent.get(sent.side()).add(sent.raw());
            tables.apply(sent.side(), sent.event());
        }

        ChangelogFold fold = new ChangelogFold();
        try (SimulatedJob job =
                RegularJoinJobs.of(type, history.keys(), parallelism)
                        .withScheduler(Schedulers.manual())
                        .start()) {
            while (true) {
                List<Choice> choices = job.choices();
                List<Side> sides =
                        unsent.keySet().stream()
                                .filter(side -> !unsent.get(side).isEmpty())
                                .toList();
                if (choices.isEmpty() && sides.isEmpty()) {
                    break;
                }
                int next = random.nextInt(choices.size() + sides.size());
                if (next < choices.size()) {
                    job.take(choices.get(next));
                } else {
                    Side side = sides.get(next - choices.size());
                    job.source(side.label()).send(unsent.get(side).remove());
                }
            }
            job.<JoinedRow>sink(ScenarioPipeline.JOINED).values().forEach(fold::apply);
        }

        assertThat(fold.rows()).isEqualTo(tables.join(type, history.keys()));
    }
}
