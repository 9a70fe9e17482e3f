package io.joinlab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.junit.jupiter.api.Test;

class ReplaySourceTest {

    private final ReplayGate<String> gate = new ReplayGate<>("orders", 0);
    private final Recorder output = new Recorder();

    @Test
    void nothingIsEmittedBeforeItIsReleased() throws Exception {
        ReplayReader<String> reader = readerAt(0);
        gate.add(data("a", 1L));

        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        assertThat(reader.isAvailable()).isNotDone();
        assertThat(output.emitted).isEmpty();

        var waiting = reader.isAvailable();
        gate.release();
        assertThat(waiting).isDone();
        assertThat(gate.drained()).isFalse();

        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        assertThat(output.emitted).containsExactly("a@1");
        assertThat(gate.drained()).isTrue();
    }

    @Test
    void oneElementIsEmittedForEachPollSoThatACheckpointFallsBetweenAnyTwo() throws Exception {
        ReplayReader<String> reader = readerAt(0);
        addAndRelease(data("a", 1L), data("b", 2L));

        reader.pollNext(output);
        assertThat(output.emitted).containsExactly("a@1");
        assertThat(reader.snapshotState(1)).containsExactly(new ReplaySplit(0, 1));
        assertThat(reader.isAvailable()).isDone();

        reader.pollNext(output);
        assertThat(output.emitted).containsExactly("a@1", "b@2");
        assertThat(reader.snapshotState(2)).containsExactly(new ReplaySplit(0, 2));
    }

    @Test
    void everyKindOfElementReachesFlinkByItsOwnCall() throws Exception {
        ReplayReader<String> reader = readerAt(0);
        addAndRelease(
                data("a", -7L),
                data("b", null),
                data(null, 3L),
                new ReplayElement.Watermark<>(5),
                new ReplayElement.Idle<>(),
                new ReplayElement.Active<>());

        for (int i = 0; i < 6; i++) {
            reader.pollNext(output);
        }

        assertThat(output.emitted)
                .containsExactly("a@-7", "b", "null@3", "watermark 5", "idle", "active");
    }

    @Test
    void afterTheEndThereIsOnlyTheEnd() throws Exception {
        ReplayReader<String> reader = readerAt(0);
        addAndRelease(data("a", 1L), new ReplayElement.End<>());

        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
        assertThat(reader.isAvailable()).isDone();
        assertThat(gate.reading()).isFalse();
        assertThatThrownBy(() -> gate.add(data("b", 2L)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("source orders[0] has ended: nothing can follow");
    }

    @Test
    void aRestoredReaderGoesOnAtTheCheckpointedPosition() throws Exception {
        addAndRelease(data("a", 1L), data("b", 2L), data("c", 3L));
        ReplayReader<String> first = readerAt(0);
        first.pollNext(output);
        first.pollNext(output);
        ReplaySplit checkpointed = first.snapshotState(1).get(0);
        first.pollNext(output);
        first.close();
        output.emitted.clear();

        ReplayReader<String> restored = readerAt(roundTrip(checkpointed).position());
        restored.pollNext(output);

        assertThat(output.emitted).containsExactly("c@3");
        assertThat(restored.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    }

    @Test
    void aReaderRestoredBehindTheEndEndsAtOnce() throws Exception {
        addAndRelease(data("a", 1L), new ReplayElement.End<>());

        ReplayReader<String> restored = readerAt(2);

        assertThat(restored.isAvailable()).isDone();
        assertThat(restored.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
        assertThat(output.emitted).isEmpty();
    }

    @Test
    void aRewoundGateForgetsWhatCameAfter() throws Exception {
        addAndRelease(data("a", 1L), data("b", 2L));
        ReplayReader<String> first = readerAt(0);
        first.pollNext(output);
        first.pollNext(output);
        gate.rewind(1);
        output.emitted.clear();

        ReplayReader<String> restored = readerAt(1);
        assertThat(restored.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        assertThat(output.emitted).isEmpty();
        addAndRelease(data("c", 3L));
        restored.pollNext(output);

        assertThat(output.emitted).containsExactly("c@3");
    }

    @Test
    void aReaderWithoutASplitWaits() throws Exception {
        addAndRelease(data("a", 1L));
        ReplayReader<String> reader = new ReplayReader<>(gate, new ReplayClock(), 0);
        reader.start();

        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        assertThat(reader.isAvailable()).isNotDone();
        assertThat(reader.snapshotState(1)).isEmpty();
    }

    @Test
    void theSplitOfAnotherSubtaskIsRefused() {
        ReplayReader<String> reader = new ReplayReader<>(gate, new ReplayClock(), 0);

        assertThatThrownBy(() -> reader.addSplits(List.of(new ReplaySplit(1, 0))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another parallelism");
    }

    @Test
    void splitsAndTheEnumeratorsStateSurviveSerialization() throws Exception {
        assertThat(roundTrip(new ReplaySplit(3, 1_000_000)))
                .isEqualTo(new ReplaySplit(3, 1_000_000));

        var state = new ReplayEnumerator.StateSerializer();
        SortedSet<Integer> assigned = new TreeSet<>(List.of(0, 2, 7));
        assertThat(state.deserialize(1, state.serialize(assigned))).isEqualTo(assigned);
        assertThat(state.deserialize(1, state.serialize(new TreeSet<>()))).isEmpty();
        assertThatThrownBy(() -> state.deserialize(2, new byte[0])).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> new ReplaySplit.Serializer().deserialize(1, new byte[3]))
                .isInstanceOf(IOException.class);
    }

    @Test
    void nothingMayBeReleasedThatIsNotThere() {
        assertThatThrownBy(gate::release)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("source orders[0] has no element to release");
    }

    private ReplayReader<String> readerAt(int position) {
        ReplayReader<String> reader = new ReplayReader<>(gate, new ReplayClock(), 0);
        reader.addSplits(List.of(new ReplaySplit(0, position)));
        reader.start();
        return reader;
    }

    @SafeVarargs
    private void addAndRelease(ReplayElement<String>... elements) {
        for (ReplayElement<String> element : elements) {
            gate.add(element);
            gate.release();
        }
    }

    private static ReplayElement<String> data(String value, Long timestamp) {
        return new ReplayElement.Data<>(value, timestamp);
    }

    private static ReplaySplit roundTrip(ReplaySplit split) throws IOException {
        var serializer = new ReplaySplit.Serializer();
        return SimpleVersionedSerialization.readVersionAndDeSerialize(
                serializer,
                SimpleVersionedSerialization.writeVersionAndSerialize(serializer, split));
    }

    private static final class Recorder implements ReaderOutput<String> {
        private final List<String> emitted = new ArrayList<>();

        @Override
        public void collect(String record) {
            emitted.add(record);
        }

        @Override
        public void collect(String record, long timestamp) {
            emitted.add(record + "@" + timestamp);
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            emitted.add("watermark " + watermark.getTimestamp());
        }

        @Override
        public void markIdle() {
            emitted.add("idle");
        }

        @Override
        public void markActive() {
            emitted.add("active");
        }

        @Override
        public SourceOutput<String> createOutputForSplit(String splitId) {
            return this;
        }

        @Override
        public void releaseOutputForSplit(String splitId) {
            throw new UnsupportedOperationException("a replay reader keeps its split");
        }
    }
}
