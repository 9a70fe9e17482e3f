package io.joinlab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * The heap always shows the line whose oldest item arrived first, as a search over all lines finds
 * it.
 */
class ReadyLinesTest {

    private static final class TestLine extends Line<Long> {
        @Override
        Choice choice() {
            throw new UnsupportedOperationException();
        }
    }

    @Property(tries = 500)
    void theFirstLineIsTheOneWithTheOldestItem(
            @ForAll @Size(max = 200) List<@IntRange(max = 29) Integer> operations) {
        ReadyLines ready = new ReadyLines();
        List<TestLine> lines = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            lines.add(new TestLine());
        }
        long arrival = 0;
        for (int operation : operations) {
            TestLine line = lines.get(operation % 10);
            switch (operation / 10) {
                case 0 -> line.add(arrival++, arrival);
                case 1 -> {
                    if (!line.isEmpty()) {
                        line.poll();
                    }
                }
                default -> line.setBlocked(!line.isBlocked());
            }
            ready.update(line);
            TestLine expected =
                    lines.stream()
                            .filter(Line::isReady)
                            .min(Comparator.comparingLong(Line::headArrival))
                            .orElse(null);
            assertThat(ready.first()).isSameAs(expected);
            assertThat(ready.isEmpty()).isEqualTo(expected == null);
        }
    }
}
