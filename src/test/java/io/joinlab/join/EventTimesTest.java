package io.joinlab.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.SourceInfo;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTimesTest {
    private static final long A_MILLION_YEARS = 31_536_000_000_000_000L;

    private static ChangeEvent event(long tsMs, long sourceTsMs, Object column) {
        return new ChangeEvent(
                Op.CREATE,
                null,
                RowImage.of(Map.of("at", column)),
                new SourceInfo("mysql", "d", null, "t", sourceTsMs, false, ""),
                tsMs);
    }

    @ParameterizedTest
    @ValueSource(longs = {-A_MILLION_YEARS, -1, 0, A_MILLION_YEARS})
    void timesUpToAMillionYearsFromTheEpochAreRead(long time) {
        assertThat(EventTimes.of(event(time, 1, 2L), EventTimeField.TS_MS)).isEqualTo(time);
        assertThat(EventTimes.of(event(1, time, 2L), EventTimeField.SOURCE_TS_MS)).isEqualTo(time);
        assertThat(EventTimes.of(event(1, 2, time), EventTimeField.column("at"))).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {Long.MIN_VALUE, -A_MILLION_YEARS - 1, A_MILLION_YEARS + 1, Long.MAX_VALUE})
    void timesThatWouldWrapAroundInAWindowAreRefused(long time) {
        refused(event(time, 1, 2L), EventTimeField.TS_MS, time);
        refused(event(1, time, 2L), EventTimeField.SOURCE_TS_MS, time);
        refused(event(1, 2, time), EventTimeField.column("at"), time);
    }

    static Stream<Object> datesBeyondALongOfMilliseconds() {
        return Stream.of(LocalDateTime.MAX, LocalDateTime.MIN, LocalDate.MAX, Instant.MIN);
    }

    @ParameterizedTest
    @MethodSource("datesBeyondALongOfMilliseconds")
    void datesThatDoNotFitInALongOfMillisecondsAreRefused(Object date) {
        assertThatThrownBy(() -> EventTimes.of(event(1, 2, date), EventTimeField.column("at")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("event time at is more than a million years from 1970: ");
    }

    private static void refused(ChangeEvent event, EventTimeField field, long time) {
        assertThatThrownBy(() -> EventTimes.of(event, field))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "event time " + field + " is more than a million years from 1970: " + time);
    }
}
