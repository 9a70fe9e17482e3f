package io.joinlab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.explore.Footprint.Part;
import io.joinlab.sim.ChannelId;
import io.joinlab.sim.TaskId;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Two transitions are independent")
class FootprintTest {
    private static final TaskId JOIN = new TaskId(2, "join", 0);
    private static final TaskId LEFT = new TaskId(0, "left", 0);
    private static final ChannelId ONWARD = new ChannelId(3, JOIN, new TaskId(3, "next", 0), 0);

    private static final Map<String, Footprint> FOOTPRINTS =
            Map.ofEntries(
                    Map.entry("anything at the join", at(JOIN, new Part.Whole(false))),
                    Map.entry("end at the join", at(JOIN, new Part.Whole(true))),
                    Map.entry("anything at a source", at(LEFT, new Part.Whole(false))),
                    Map.entry("key 1", at(JOIN, new Part.Processing(1, Set.of()))),
                    Map.entry("key 2", at(JOIN, new Part.Processing(2, Set.of()))),
                    Map.entry("key 1 and on", at(JOIN, new Part.Processing(1, Set.of(ONWARD)))),
                    Map.entry("key 2 and on", at(JOIN, new Part.Processing(2, Set.of(ONWARD)))),
                    Map.entry("any key", at(JOIN, new Part.Processing(null, Set.of()))),
                    Map.entry("held watermark", at(JOIN, Part.Progress.INSTANCE)),
                    Map.entry("one of two ends", at(JOIN, Part.Ending.INSTANCE)),
                    Map.entry(
                            "key 1 by the clock",
                            new Footprint(
                                    Set.of(JOIN), new Part.Processing(1, Set.of()), true, false)),
                    Map.entry(
                            "time passes",
                            new Footprint(Set.of(), new Part.Whole(false), false, true)),
                    Map.entry("crash", Footprint.EVERYTHING));

    private static Footprint at(TaskId task, Part part) {
        return new Footprint(Set.of(task), part, false, false);
    }

    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource({
        "anything at the join, anything at a source, yes",
        "anything at the join, anything at the join, no",
        "anything at the join, key 1, no",
        "anything at the join, held watermark, no",
        "anything at the join, one of two ends, yes",
        "end at the join, one of two ends, no",
        "key 1, key 2, yes",
        "key 1, key 1, no",
        "key 1, any key, no",
        "key 1 and on, key 2, yes",
        "key 1 and on, key 2 and on, no",
        "key 1, held watermark, yes",
        "any key, held watermark, yes",
        "key 1, one of two ends, yes",
        "held watermark, held watermark, no",
        "held watermark, one of two ends, yes",
        "one of two ends, one of two ends, no",
        "key 1, time passes, yes",
        "key 1 by the clock, time passes, no",
        "key 1 by the clock, key 2, yes",
        "time passes, time passes, no",
        "crash, anything at a source, no",
        "crash, time passes, no"
    })
    @DisplayName("if they touch nothing in common, in either order:")
    void independent(String one, String other, String independent) {
        Footprint first = FOOTPRINTS.get(one);
        Footprint second = FOOTPRINTS.get(other);

        assertThat(first.isIndependentOf(second)).isEqualTo(independent.equals("yes"));
        assertThat(second.isIndependentOf(first)).isEqualTo(independent.equals("yes"));
    }
}
