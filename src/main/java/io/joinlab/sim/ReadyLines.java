package io.joinlab.sim;

import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;

/** The lines that have something to do, as a binary heap by the arrival of their oldest item. */
final class ReadyLines {

    private Line<?>[] heap = new Line<?>[8];
    private int size;

    /** Brings a line to its place after it has changed in any way. */
    void update(Line<?> line) {
        if (!line.isReady()) {
            if (line.readyIndex >= 0) {
                remove(line);
            }
        } else if (line.readyIndex < 0) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            set(size, line);
            siftUp(size++);
        } else {
            int index = line.readyIndex;
            siftUp(index);
            siftDown(line.readyIndex);
        }
    }

    @Nullable
    Line<?> first() {
        return size == 0 ? null : heap[0];
    }

    boolean isEmpty() {
        return size == 0;
    }

    void collectChoices(List<Choice> into) {
        for (int i = 0; i < size; i++) {
            into.add(heap[i].choice());
        }
    }

    private void remove(Line<?> line) {
        int index = line.readyIndex;
        line.readyIndex = -1;
        Line<?> last = heap[--size];
        heap[size] = null;
        if (last != line) {
            set(index, last);
            siftUp(index);
            siftDown(last.readyIndex);
        }
    }

    private void siftUp(int start) {
        int index = start;
        Line<?> line = heap[index];
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            if (heap[parent].headArrival() <= line.headArrival()) {
                break;
            }
            set(index, heap[parent]);
            index = parent;
        }
        set(index, line);
    }

    private void siftDown(int start) {
        int index = start;
        Line<?> line = heap[index];
        while (2 * index + 1 < size) {
            int child = 2 * index + 1;
            if (child + 1 < size && heap[child + 1].headArrival() < heap[child].headArrival()) {
                child++;
            }
            if (line.headArrival() <= heap[child].headArrival()) {
                break;
            }
            set(index, heap[child]);
            index = child;
        }
        set(index, line);
    }

    private void set(int index, Line<?> line) {
        heap[index] = line;
        line.readyIndex = index;
    }
}
