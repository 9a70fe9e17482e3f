package io.joinlab.sim;

/**
 * A channel's queue: Flink stream elements and {@link Element.Barrier}, {@link Element.EndOfData}.
 */
final class Channel extends Line<Object> {

    final ChannelId id;
    final SimulatedTask target;
    final Gate gate;

    /** Among the channels of the gate. */
    final int index;

    private final Choice.Deliver choice;

    Channel(ChannelId id, SimulatedTask target, Gate gate, int index) {
        this.id = id;
        this.target = target;
        this.gate = gate;
        this.index = index;
        this.choice = new Choice.Deliver(id);
    }

    @Override
    Choice choice() {
        return choice;
    }
}
