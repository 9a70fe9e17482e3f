package io.joinlab.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.junit.jupiter.api.Test;

class ReplayEnumeratorTest {

    private final List<String> assignments = new ArrayList<>();

    @Test
    void eachSubtaskGetsItsOwnSplitOnce() {
        ReplayEnumerator enumerator = enumerator();
        enumerator.addReader(1);
        enumerator.addReader(0);
        enumerator.addReader(1);

        assertThat(assignments)
                .containsExactly(
                        "1 <- ReplaySplit[subtask=1, position=0]",
                        "0 <- ReplaySplit[subtask=0, position=0]");
        assertThat(enumerator.snapshotState(1)).containsExactly(0, 1);
    }

    @Test
    void aRestoredEnumeratorLeavesAssignedSplitsToTheirReaders() {
        ReplayEnumerator enumerator = enumerator(0, 1);
        enumerator.addReader(0);
        enumerator.addReader(2);

        assertThat(assignments).containsExactly("2 <- ReplaySplit[subtask=2, position=0]");
    }

    @Test
    void aSplitThatComesBackGoesToTheSameSubtaskAgainAtItsPosition() {
        ReplayEnumerator enumerator = enumerator(0, 1);
        enumerator.addSplitsBack(List.of(new ReplaySplit(1, 4)), 1);
        assertThat(enumerator.snapshotState(1)).containsExactly(0);
        enumerator.addReader(1);

        assertThat(assignments).containsExactly("1 <- ReplaySplit[subtask=1, position=4]");
        assertThat(enumerator.snapshotState(2)).containsExactly(0, 1);
    }

    private ReplayEnumerator enumerator(Integer... assigned) {
        return new ReplayEnumerator(new Context(assignments), new TreeSet<>(List.of(assigned)));
    }

    /** Only takes assignments. */
    private record Context(List<String> assignments)
            implements SplitEnumeratorContext<ReplaySplit> {

        @Override
        public void assignSplits(SplitsAssignment<ReplaySplit> assignment) {
            assignment
                    .assignment()
                    .forEach(
                            (subtask, splits) ->
                                    splits.forEach(s -> assignments.add(subtask + " <- " + s)));
        }

        @Override
        public org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup metricGroup() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void sendEventToSourceReader(
                int subtaskId, org.apache.flink.api.connector.source.SourceEvent event) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int currentParallelism() {
            throw new UnsupportedOperationException();
        }

        @Override
        public java.util.Map<Integer, org.apache.flink.api.connector.source.ReaderInfo>
                registeredReaders() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void signalNoMoreSplits(int subtask) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> void callAsync(
                java.util.concurrent.Callable<T> callable,
                java.util.function.BiConsumer<T, Throwable> handler) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> void callAsync(
                java.util.concurrent.Callable<T> callable,
                java.util.function.BiConsumer<T, Throwable> handler,
                long initialDelayMillis,
                long periodMillis) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void runInCoordinatorThread(Runnable runnable) {
            throw new UnsupportedOperationException();
        }
    }
}
