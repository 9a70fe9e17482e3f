package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.Recording;
import io.joinlab.join.Catalogue;
import io.joinlab.join.ChangelogFold;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.TimeDomain;
import io.joinlab.join.Variant;
import io.joinlab.oracle.Oracle;
import io.joinlab.replay.ProcessingTimeDefinition;
import io.joinlab.replay.TimedOutcome;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import io.joinlab.scenario.VariantOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.util.IOUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("live")
@DisplayName(
        "Every join of the catalogue that joins products and orders, on a real MariaDB and a real"
                + " PostgreSQL")
class LiveCatalogueIT {

    private static final Dataset DATASET =
            Dataset.read(RecordedFixtures.DIRECTORY.resolve("product-order"));
    private static final List<String> TOUCH_BOTH_SIDES =
            List.of(
                    "UPDATE products SET name = CONCAT(name, '!') WHERE id = 101",
                    "UPDATE orders SET order_price = order_price + 1 WHERE product_id = 101");

    private static Databases databases;
    private static LocalCluster cluster;

    @BeforeEach
    void start() throws Exception {
        LiveServers.assumeAvailable();
        if (cluster == null) {
            databases = LiveServers.open();
            cluster = LocalCluster.start(1);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        // Both are missing when the tests are skipped.
        IOUtils.closeAll(Arrays.asList(cluster, databases));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void joinsWhatTheDatabasesCommit(String name) throws Exception {
        Variant variant = Catalogue.byName(name).orElseThrow();
        if (!variant.appendOnly()) {
            changelog(variant);
        } else if (variant.time() == TimeDomain.EVENT) {
            eventTime(variant);
        } else {
            processingTime(variant);
        }
    }

    /** A temporal join needs a right table that is joined by its primary key; orders are not. */
    static List<String> variants() {
        return Catalogue.all().stream()
                .filter(variant -> variant.relation() != JoinedRow.Version.class)
                .map(Variant::name)
                .toList();
    }

    /** The rows must be those of the definition over what the sources saw, and of no others. */
    private void eventTime(Variant variant) throws Exception {
        LiveJoin.Spec spec = spec(variant, Map.of());
        EventLog log = new EventLog();
        try (LiveTables tables = tables()) {
            try (LiveJoin join = LiveJoin.start(spec, tables, cluster, log)) {
                join.awaitStreaming();
                tables.runChanges();
                join.awaitCaptured();
                join.drain();
            }
            assertSaw(log, Side.LEFT, DATASET.left().defaultRecording());
            assertSaw(log, Side.RIGHT, DATASET.right().defaultRecording());

            Outcome live = LiveScenario.outcome(log.events());
            Outcome defined =
                    Oracle.expectedOf(
                            LiveScenario.of(
                                    DATASET,
                                    tables.left(),
                                    tables.right(),
                                    spec,
                                    log.events(),
                                    true));
            assertThat(live.joined()).isNotEmpty();
            assertThat(values(live.joined()))
                    .containsExactlyInAnyOrderElementsOf(values(defined.joined()));
            assertThat(values(live.late()))
                    .containsExactlyInAnyOrderElementsOf(values(defined.late()));
            assertThat(values(live.dropped()))
                    .containsExactlyInAnyOrderElementsOf(values(defined.dropped()));
            assertThat(live.malformed()).isEmpty();
        }
    }

    private static void assertSaw(EventLog log, Side side, Recording recording) {
        List<String> envelopes =
                log.events().stream()
                        .filter(LiveEvent.Arrival.class::isInstance)
                        .map(LiveEvent.Arrival.class::cast)
                        .filter(arrival -> arrival.side() == side)
                        .map(LiveEvent.Arrival::envelope)
                        .toList();
        assertThat(
                        SnapshotOrder.byPrimaryKey(
                                envelopes, recording.schema(), recording.schema().primaryKey()))
                .map(RecordedFixtures::withoutTimesAndPositions)
                .containsExactlyElementsOf(
                        recording.lines().stream()
                                .map(RecordedFixtures::withoutTimesAndPositions)
                                .toList());
    }

    /** What the changelog leaves must be what the database itself joins. */
    private void changelog(Variant variant) throws Exception {
        EventLog log = new EventLog();
        try (LiveTables tables = tables();
                LiveJoin join = LiveJoin.start(spec(variant, Map.of()), tables, cluster, log)) {
            join.awaitStreaming();
            tables.runChanges();
            join.awaitCaptured();

            Map<ChangelogFold.Row, Integer> joined = DatabaseJoin.of(tables, variant.type()).rows();
            assertThat(joined).isNotEmpty();
            assertThat(log.fold()).isEqualTo(joined);
            assertSaw(log, Side.LEFT, DATASET.left().defaultRecording());
            assertSaw(log, Side.RIGHT, DATASET.right().defaultRecording());
        }
    }

    /** The rows must obey the definition, given when each event arrived at the join. */
    private void processingTime(Variant variant) throws Exception {
        LiveJoin.Spec spec = spec(variant, Map.of("size", "3s", "slide", "1s", "gap", "2s"));
        EventLog log = new EventLog();
        List<Long> processedBy = new ArrayList<>();
        try (LiveTables tables = tables();
                LiveJoin join = LiveJoin.start(spec, tables, cluster, log)) {
            join.awaitStreaming();
            noteProcessed(join, log, processedBy);
            tables.runChanges();
            noteProcessed(join, log, processedBy);
            int before;
            do {
                before = processedBy.size();
                databases
                        .of(DatabaseKind.MYSQL)
                        .execute(DATASET.left().database().name(), TOUCH_BOTH_SIDES.get(0));
                databases
                        .of(DatabaseKind.POSTGRESQL)
                        .execute(DATASET.right().database().name(), TOUCH_BOTH_SIDES.get(1));
                noteProcessed(join, log, processedBy);
            } while (!certainlyMeet(spec.options().windows(), log, before, processedBy));

            log.await(events -> violations(spec, tables, events, processedBy).isEmpty());

            assertThat(violations(spec, tables, log.events(), processedBy)).isEmpty();
            Outcome live = LiveScenario.outcome(log.events());
            assertThat(values(live.joined()))
                    .anyMatch(row -> row.left() != null && row.right() != null);
            assertThat(live.malformed()).isEmpty();
        }
    }

    /** All that has arrived so far has now been processed. */
    private static void noteProcessed(LiveJoin join, EventLog log, List<Long> processedBy)
            throws Exception {
        join.awaitCaptured();
        long now = System.currentTimeMillis();
        int arrived = arrivals(log.events()).size();
        while (processedBy.size() < arrived) {
            processedBy.add(now);
        }
    }

    private static List<LiveEvent.Arrival> arrivals(List<LiveEvent> events) {
        return events.stream()
                .filter(LiveEvent.Arrival.class::isInstance)
                .map(LiveEvent.Arrival.class::cast)
                .toList();
    }

    /** Whether all that arrived since must have shared a window, whenever exactly it arrived. */
    private static boolean certainlyMeet(
            JoinOptions.Windows windows, EventLog log, int since, List<Long> processedBy) {
        long first = arrivals(log.events()).get(since).at();
        long last = processedBy.get(processedBy.size() - 1);
        if (windows.size() == null) {
            return last - first <= windows.gap().toMillis();
        }
        long step = (windows.slide() == null ? windows.size() : windows.slide()).toMillis();
        return Math.floorDiv(first, step) * step + windows.size().toMillis() > last;
    }

    private static List<String> violations(
            LiveJoin.Spec spec, LiveTables tables, List<LiveEvent> events, List<Long> processedBy) {
        List<Step> steps = new ArrayList<>();
        Map<Integer, TimedOutcome.Span> performed = new HashMap<>();
        Scenario scenario =
                LiveScenario.of(DATASET, tables.left(), tables.right(), spec, events, false);
        List<LiveEvent.Arrival> arrivals = arrivals(events);
        for (int i = 0; i < arrivals.size(); i++) {
            Step step = scenario.steps().get(i);
            steps.add(step);
            performed.put(
                    step.number(), new TimedOutcome.Span(arrivals.get(i).at(), processedBy.get(i)));
        }
        // Long enough for every window to close.
        steps.add(new Step.Clock(steps.size() + 1, 0, Duration.ofDays(1).toMillis()));
        return ProcessingTimeDefinition.violations(
                new Scenario(
                        null,
                        scenario.title(),
                        scenario.about(),
                        scenario.variant(),
                        scenario.options(),
                        scenario.parallelism(),
                        scenario.pace(),
                        scenario.dataset(),
                        scenario.left(),
                        scenario.right(),
                        steps,
                        scenario.expect()),
                new TimedOutcome(LiveScenario.outcome(events), performed));
    }

    private static LiveJoin.Spec spec(Variant variant, Map<String, String> given) {
        Map<String, String> read = new HashMap<>(given);
        List<String> required = variant.required().stream().map(option -> option.label()).toList();
        read.keySet().retainAll(required);
        VariantOptions options = VariantOptions.read("this test", read, variant, DATASET);
        return new LiveJoin.Spec(
                variant, options.options(), options.parallelism(), JobSettings.ONE_ATTEMPT);
    }

    private static LiveTables tables() throws Exception {
        CaptureOptions capture =
                new CaptureOptions(
                        DATASET.left().defaultRecording().schema().decimal(),
                        databases.of(DatabaseKind.MYSQL).timeZone(),
                        StartupMode.INITIAL);
        return LiveTables.create(
                DATASET,
                List.of(
                        LiveTable.of(
                                DATASET.left(),
                                DATASET.left().defaultRecording(),
                                databases,
                                capture),
                        LiveTable.of(
                                DATASET.right(),
                                DATASET.right().defaultRecording(),
                                databases,
                                capture)));
    }

    private static <T> List<T> values(List<Emission<T>> emissions) {
        return emissions.stream().map(Emission::value).toList();
    }
}
