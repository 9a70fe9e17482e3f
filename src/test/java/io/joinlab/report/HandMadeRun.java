package io.joinlab.report;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.ParseResult;
import io.joinlab.join.DroppedRow;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import io.joinlab.scenario.Datasets;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioReader;
import io.joinlab.scenario.Step;
import io.joinlab.scenario.Trace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.types.RowKind;

/** A scenario from text, and a run of it written down by hand: rows are named by their steps. */
final class HandMadeRun {
    private static final Path FIXTURES = Path.of("fixtures");

    private final Scenario scenario;
    private final List<Emission<JoinedRow>> joined = new ArrayList<>();
    private final List<Emission<SideEvent>> late = new ArrayList<>();
    private final List<Emission<DroppedRow>> dropped = new ArrayList<>();
    private final List<Emission<Outcome.SideMalformed>> malformed = new ArrayList<>();
    private final List<Emission<Long>> watermarks = new ArrayList<>();

    private long ignored;

    private HandMadeRun(Scenario scenario) {
        this.scenario = scenario;
    }

    static HandMadeRun of(String yaml) {
        Path file = FIXTURES.resolve("teacher-course/scenarios/by-hand.yaml");
        return new HandMadeRun(
                new ScenarioReader(new Datasets(FIXTURES)).parse(file, yaml + "expect: {}\n"));
    }

    /** A joined row of the rows that the given steps delivered; step 0 for none. */
    HandMadeRun joined(int step, int left, int right, JoinedRow.Relation relation) {
        return add(step, left, right, relation, RowKind.INSERT);
    }

    /** The same in a changelog. */
    HandMadeRun changed(int step, RowKind kind, int left, int right) {
        return add(step, left, right, new JoinedRow.Timeless(), kind);
    }

    private HandMadeRun add(
            int step, int left, int right, JoinedRow.Relation relation, RowKind kind) {
        joined.add(
                new Emission<>(
                        step,
                        new JoinedRow(
                                left == 0 ? null : event(left),
                                right == 0 ? null : event(right),
                                relation,
                                kind)));
        return this;
    }

    HandMadeRun late(int step) {
        late.add(new Emission<>(step, new SideEvent(side(step), event(step))));
        return this;
    }

    HandMadeRun dropped(int step, String reason) {
        dropped.add(new Emission<>(step, new DroppedRow(side(step), event(step), reason)));
        return this;
    }

    HandMadeRun malformed(int step) {
        ParseResult.Malformed line = (ParseResult.Malformed) result(step);
        malformed.add(new Emission<>(step, new Outcome.SideMalformed(side(step), line)));
        return this;
    }

    HandMadeRun ignored(long count) {
        ignored = count;
        return this;
    }

    HandMadeRun watermark(int step, Duration watermark) {
        watermarks.add(new Emission<>(step, watermark.toMillis()));
        return this;
    }

    HandMadeRun lastWatermark(int step) {
        watermarks.add(new Emission<>(step, Long.MAX_VALUE));
        return this;
    }

    ScenarioReport report(Terminal terminal) {
        return new ScenarioReport(scenario, trace(), terminal);
    }

    Story story() {
        return new Story(scenario, trace());
    }

    private Trace trace() {
        return new Trace(new Outcome(joined, late, dropped, malformed, ignored), watermarks);
    }

    private Step.Deliver delivery(int step) {
        return (Step.Deliver) scenario.steps().get(step - 1);
    }

    private Side side(int step) {
        return delivery(step).side();
    }

    private ChangeEvent event(int step) {
        return ((ParseResult.Parsed) result(step)).event();
    }

    private ParseResult result(int step) {
        return new EnvelopeParser(scenario.recording(side(step)).schema())
                .parse(delivery(step).raw());
    }
}
