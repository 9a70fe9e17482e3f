package io.joinlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The time axis")
class TimeAxisTest {
    private static final Terminal ASCII = new Terminal(80, StandardCharsets.US_ASCII, false);

    @Test
    @DisplayName("is to scale")
    void toScale() {
        TimeAxis axis = TimeAxis.of(List.of(0L, 1_000L, 3_000L, 4_000L), 41);

        assertThat(List.of(axis.column(0), axis.column(1_000), axis.column(3_000)))
                .isEqualTo(List.of(0, 10, 30));
        assertThat(axis.lines(List.of(), ASCII))
                .isEqualTo(
                        List.of(
                                "0s        1s                  3s       4s",
                                "+---------+-------------------+---------+"));
    }

    @Test
    @DisplayName("keeps the last millisecond of a window apart from its end")
    void neighbours() {
        TimeAxis axis = TimeAxis.of(List.of(0L, 2_999L, 3_000L, 6_000L), 41);

        assertThat(axis.column(3_000)).isEqualTo(axis.column(2_999) + 1);
        assertThat(axis.lines(List.of(3_000L), ASCII))
                .isEqualTo(
                        List.of(
                                "0s                  3s                 6s",
                                "+-------------------+-------------------+"));
    }

    @Test
    @DisplayName("goes below zero")
    void negative() {
        assertThat(TimeAxis.of(List.of(-3_000L, 0L, 500L), 36).lines(List.of(), ASCII))
                .isEqualTo(
                        List.of(
                                "-3s                           0s",
                                "+-----------------------------+-----"));
    }

    @Test
    @DisplayName("cuts a silence short that would squeeze everything else")
    void silence() {
        List<Long> times = List.of(0L, 100L, 200L, 3_600_000L, 3_600_100L);

        assertThat(TimeAxis.of(times, 41).lines(List.of(), ASCII))
                .isEqualTo(
                        List.of(
                                "0s         100ms      200ms 1h 3600100ms",
                                "+----------+----------+--~--+----------+-"));
    }

    @Test
    @DisplayName("shows dates as dates, the day above")
    void dates() {
        long midnight = 1_698_364_800_000L; // 2023-10-27T00:00:00Z

        assertThat(TimeAxis.of(List.of(midnight - 500, midnight), 41).lines(List.of(), ASCII))
                .isEqualTo(
                        List.of(
                                "2023-10-26                     2023-10-27",
                                "23:59:59.500                        00:00",
                                "+---------------------------------------+"));
    }

    @Test
    @DisplayName("has a place for the end of time")
    void end() {
        assertThat(TimeAxis.of(List.of(0L, 10L, TimeAxis.END), 26).lines(List.of(), ASCII))
                .isEqualTo(List.of("0s               10ms  end", "+----------------+-------+"));
    }

    @Test
    @DisplayName("can hold one time, or none")
    void small() {
        assertThat(TimeAxis.of(List.of(5_000L), 10).lines(List.of(), ASCII))
                .isEqualTo(List.of("5s", "+---------"));
        assertThat(TimeAxis.of(List.of(), 10).lines(List.of(), ASCII))
                .isEqualTo(List.of("", "----------"));
    }

    @Property
    @Label("keeps the order of times, within its width, and different times apart")
    void order(
            @ForAll @Size(max = 60) Set<Long> times,
            @ForAll @IntRange(min = 70, max = 120) int width) {
        TimeAxis axis = TimeAxis.of(times, width);

        int last = -1;
        for (long time : new TreeSet<>(times)) {
            assertThat(axis.column(time)).isGreaterThan(last).isLessThan(width);
            last = axis.column(time);
        }
    }
}
