package io.joinlab.join;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The catalogue")
class CatalogueTest {

    @Test
    @DisplayName(
            "has every window family in both times and all four types, interval joins in event"
                    + " time only, regular joins, and temporal joins, which never pad a right row")
    void allVariants() {
        assertThat(Catalogue.all())
                .extracting(Variant::name)
                .containsExactly(
                        "tumbling-event-inner",
                        "tumbling-event-left",
                        "tumbling-event-right",
                        "tumbling-event-full",
                        "tumbling-processing-inner",
                        "tumbling-processing-left",
                        "tumbling-processing-right",
                        "tumbling-processing-full",
                        "sliding-event-inner",
                        "sliding-event-left",
                        "sliding-event-right",
                        "sliding-event-full",
                        "sliding-processing-inner",
                        "sliding-processing-left",
                        "sliding-processing-right",
                        "sliding-processing-full",
                        "session-event-inner",
                        "session-event-left",
                        "session-event-right",
                        "session-event-full",
                        "session-processing-inner",
                        "session-processing-left",
                        "session-processing-right",
                        "session-processing-full",
                        "interval-event-inner",
                        "interval-event-left",
                        "interval-event-right",
                        "interval-event-full",
                        "regular-changelog-inner",
                        "regular-changelog-left",
                        "regular-changelog-right",
                        "regular-changelog-full",
                        "temporal-event-inner",
                        "temporal-event-left",
                        "temporal-processing-inner",
                        "temporal-processing-left");
    }

    @Test
    @DisplayName("finds a variant by its name, and nothing by a wrong one")
    void byName() {
        assertThat(Catalogue.byName("session-event-full"))
                .contains(new SessionWindowJoin(TimeDomain.EVENT, JoinType.FULL));
        assertThat(Catalogue.byName("interval-processing-full")).isEmpty();
    }
}
