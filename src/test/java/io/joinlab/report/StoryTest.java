package io.joinlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The story of a run")
class StoryTest {

    @Test
    @DisplayName("knows that a crash undoes watermarks, but for those that are delivered again")
    void crashes() {
        Story story =
                HandMadeRun.of(
                                """
                                title: t
                                variant: tumbling-event-inner
                                options: {size: 3s}
                                steps:
                                  - watermark: 1s
                                  - snapshot
                                  - watermark: 2s
                                  - crash
                                  - watermark: 3s
                                  - snapshot
                                  - crash
                                  - left: 1
                                    at: 1s
                                  - watermark: 2500ms
                                """)
                        .watermark(1, Duration.ofSeconds(1))
                        .watermark(3, Duration.ofSeconds(2))
                        .watermark(5, Duration.ofSeconds(3))
                        .watermark(9, Duration.ofMillis(2_500))
                        .story();

        assertThat(IntStream.rangeClosed(1, 9).mapToObj(story::progressAfter))
                .containsExactly(
                        1_000L, 1_000L, 2_000L, 2_000L, 3_000L, 3_000L, null, null, 2_500L);
    }
}
