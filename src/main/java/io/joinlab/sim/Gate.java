package io.joinlab.sim;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;

/**
 * One input of a task: all its channels (several edges when it is a union) behind one watermark
 * valve.
 */
final class Gate {

    final int input;
    final List<Channel> channels = new ArrayList<>();
    StatusWatermarkValve valve;
    InputPort port;
    private int ended;

    Gate(int input) {
        this.input = input;
    }

    void connected() {
        valve = new StatusWatermarkValve(channels.size());
    }

    /** Counts a channel's end of data; true if it was the last one. */
    boolean endChannel() {
        ended++;
        return hasEnded();
    }

    boolean hasEnded() {
        return ended == channels.size();
    }
}
