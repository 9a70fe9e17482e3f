package io.joinlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("joinlab live, wrongly used")
class LiveCommandTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    live | Missing VARIANT
                    live tumbling-event-full | Missing --dataset; there are business-order, product-order, teacher-course
                    live tumbling-event-ful --dataset teacher-course | there is no join 'tumbling-event-ful' (did you mean 'tumbling-event-full'?)
                    live tumbling-event-full --dataset teacher-cours | no such dataset (did you mean 'teacher-course'?)
                    live tumbling-event-full --dataset teacher-course --set gap=3s | tumbling-event-full does not read 'gap'
                    live tumbling-event-full --dataset teacher-course --set size=3 | expected a duration, got 3 without a unit
                    live tumbling-event-full --dataset teacher-course --for 60 | expected a duration such as 500ms, 60s or 5m, got '60'
                    live tumbling-event-full --dataset teacher-course --startup earliest | expected one of initial, latest-offset, got 'earliest'
                    live tumbling-event-full --dataset teacher-course --state-backend disk | expected one of heap, rocksdb, got 'disk'
                    live tumbling-event-full --dataset teacher-course --db mine | expected one of embedded, docker, external, got 'mine'
                    live salary-department --salary-port 65536 | expected a port from 1 to 65535, got 65536
                    live salary-department --window 0s | expected a duration longer than 0s
                    """)
    @DisplayName("says in one line what is wrong")
    void usage(String arguments, String problem) {
        CommandLineRun run = CommandLineRun.of(arguments.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(problem).hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }
}
