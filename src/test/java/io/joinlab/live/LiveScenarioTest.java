package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.DatabaseKind;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.ParseResult;
import io.joinlab.cdc.TableSpec;
import io.joinlab.join.Catalogue;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import io.joinlab.join.Variant;
import io.joinlab.scenario.Outcome;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import io.joinlab.scenario.VariantOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What happened in a live join, as a scenario")
class LiveScenarioTest {

    private static final Dataset DATASET =
            Dataset.read(RecordedFixtures.DIRECTORY.resolve("product-order"));
    private static final String PRODUCT = DATASET.left().defaultRecording().line(1);
    private static final String ORDER = DATASET.right().defaultRecording().line(1);

    /** An order whose every column but its key and its product is NULL. */
    private static final String ORDER_WITHOUT_DATE = DATASET.right().defaultRecording().line(7);

    private final TestTables tables = new TestTables();

    @Test
    @DisplayName("has every envelope in order, with the time that the join gave it")
    void eventTime() {
        Scenario scenario =
                scenario(
                        "interval-event-inner",
                        Map.of("time", "{left: ts_ms, right: order_date}"),
                        true,
                        new LiveEvent.Arrival(Side.RIGHT, ORDER, 1),
                        new LiveEvent.Arrival(Side.LEFT, PRODUCT, 2),
                        new LiveEvent.Watermark(Side.RIGHT, 1_698_402_598_999L),
                        new LiveEvent.Watermark(Side.LEFT, 7),
                        new LiveEvent.Idle(Side.LEFT),
                        new LiveEvent.Active(Side.LEFT),
                        new LiveEvent.Arrival(Side.LEFT, null, 3));

        long product = DATASET.left().defaultRecording().event(1).tsMs();
        assertThat(scenario.steps())
                .containsExactly(
                        // 2023-10-27 10:30:00
                        new Step.Deliver(1, 0, Side.RIGHT, ORDER, 1_698_402_600_000L),
                        new Step.Deliver(2, 0, Side.LEFT, PRODUCT, product),
                        new Step.Watermark(3, 0, null, 1_698_402_598_999L),
                        new Step.Watermark(4, 0, 7L, null),
                        new Step.Idle(5, 0, List.of(Side.LEFT)),
                        new Step.Active(6, 0, List.of(Side.LEFT)),
                        new Step.Deliver(7, 0, Side.LEFT, null, null),
                        new Step.End(8, 0, List.of(Side.LEFT, Side.RIGHT)));
        assertThat(scenario.options().times().outOfOrderness()).isNull();
        assertThat(scenario.options().times().right().column()).isEqualTo("order_date");
    }

    @Test
    @DisplayName("leaves out a row whose time is NULL: the join drops it, a scenario can't time it")
    void withoutTime() {
        Scenario scenario =
                scenario(
                        "interval-event-inner",
                        Map.of("time", "{left: ts_ms, right: order_date}"),
                        false,
                        new LiveEvent.Arrival(Side.RIGHT, ORDER_WITHOUT_DATE, 1),
                        new LiveEvent.Arrival(Side.LEFT, PRODUCT, 2));

        assertThat(scenario.steps()).hasSize(1);
        assertThat(((Step.Deliver) scenario.steps().get(0)).raw()).isEqualTo(PRODUCT);
    }

    @Test
    @DisplayName("gives rows no time where the join goes by the clock")
    void processingTime() {
        Scenario scenario =
                scenario(
                        "tumbling-processing-inner",
                        Map.of(),
                        false,
                        new LiveEvent.Arrival(Side.LEFT, PRODUCT, 1));

        assertThat(scenario.steps())
                .containsExactly(new Step.Deliver(1, 0, Side.LEFT, PRODUCT, null));
    }

    @Test
    @DisplayName("has an outcome of all that came out, arrivals and watermarks aside")
    void outcome() {
        JoinedRow joined =
                new JoinedRow(
                        DATASET.left().defaultRecording().event(1),
                        null,
                        new JoinedRow.Window(0, 1));
        SideEvent late = new SideEvent(Side.RIGHT, DATASET.right().defaultRecording().event(1));
        ParseResult.Malformed broken =
                (ParseResult.Malformed)
                        new EnvelopeParser(DATASET.left().defaultRecording().schema()).parse("{");

        Outcome outcome =
                LiveScenario.outcome(
                        List.of(
                                new LiveEvent.Arrival(Side.LEFT, PRODUCT, 1),
                                new LiveEvent.Joined(joined),
                                new LiveEvent.Watermark(Side.LEFT, 7),
                                new LiveEvent.Late(late),
                                new LiveEvent.Malformed(Side.LEFT, broken),
                                new LiveEvent.Ignored(Side.RIGHT),
                                new LiveEvent.Ignored(Side.RIGHT)));

        assertThat(outcome.joined()).extracting("value").containsExactly(joined);
        assertThat(outcome.late()).extracting("value").containsExactly(late);
        assertThat(outcome.dropped()).isEmpty();
        assertThat(outcome.malformed())
                .extracting("value")
                .containsExactly(new Outcome.SideMalformed(Side.LEFT, broken));
        assertThat(outcome.ignored()).isEqualTo(2);
    }

    private Scenario scenario(
            String name, Map<String, String> given, boolean ended, LiveEvent... events) {
        Variant variant = Catalogue.byName(name).orElseThrow();
        VariantOptions options = VariantOptions.read("this test", given, variant, DATASET);
        return LiveScenario.of(
                DATASET,
                tables.left(),
                tables.right(),
                new LiveJoin.Spec(variant, options.options(), 1, JobSettings.ONE_ATTEMPT),
                List.of(events),
                ended);
    }

    /** Two tables that nobody connects to. */
    private static final class TestTables {
        LiveTable left() {
            return table(DATASET.left());
        }

        LiveTable right() {
            return table(DATASET.right());
        }

        private static LiveTable table(TableSpec spec) {
            Login nobody = new Login("nobody", Secret.of(""));
            LiveDatabase server =
                    spec.database().kind() == DatabaseKind.MYSQL
                            ? new MySqlDatabase("localhost", 1, nobody, nobody)
                            : new PostgresDatabase("localhost", 1, nobody, nobody);
            return new LiveTable(
                    spec,
                    spec.defaultRecording(),
                    new CapturedTable(
                            server,
                            spec.database().name(),
                            spec.database().schema(),
                            spec.table(),
                            null));
        }
    }
}
