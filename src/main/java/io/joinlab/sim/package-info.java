/**
 * A simulator for whole {@code DataStream} pipelines: one thread, virtual time, exact order. It
 * knows Flink only, and any Flink project can use it in its tests.
 *
 * <p>Start with {@link io.joinlab.sim.Simulation}: it compiles the pipeline of an ordinary
 * environment and starts a {@link io.joinlab.sim.SimulatedJob}, which is driven by verbs.
 *
 * <h2>Feeding and reading</h2>
 *
 * <pre>{@code
 * SimulatedSource<Order> orders = job.source("orders"); // the name given to fromSource(...)
 * orders.send(order, 1_000);      // a record with the time that the real source would give it
 * orders.watermark(1_000);        // for sources that make their own watermarks
 * orders.idle();                  // silent from here on
 * orders.subtask(2).send(order);  // at parallelism 3
 * orders.end();                   // bounded input: MAX watermark, then the end of input
 *
 * SimulatedSink<Total> totals = job.sink("totals"); // the name given to sinkTo(...).name(...)
 * totals.values();                // all that arrived
 * totals.takeNewValues();         // what arrived since it was last taken: what the last verb led to
 * }</pre>
 *
 * <h2>Moving the clock</h2>
 *
 * <pre>{@code
 * job.advanceClockTo(3_000);      // fires timers on the way, in order, each at its own time
 * job.nextTimer();                // when there is something to wait for
 * }</pre>
 *
 * <h2>Crashing</h2>
 *
 * <pre>{@code
 * Checkpoint checkpoint = job.checkpoint();
 * orders.send(lost, 2_000);
 * SimulatedJob recovered = simulation.restore(checkpoint);
 * // Go on with the element of this index, as a source that is rewound does:
 * long next = checkpoint.sourcePosition("orders");
 * }</pre>
 *
 * <h2>Choosing the order</h2>
 *
 * <p>Between subtasks, elements wait in channels. By default they are delivered in the order in
 * which they were emitted. A scheduler can choose any order that a cluster could have come up with:
 * within a channel first in, first out; between channels, free. With {@link
 * io.joinlab.sim.Schedulers#manual()} the driver chooses, and can try them all, as {@code
 * io.joinlab.explore} does:
 *
 * <pre>{@code
 * try (SimulatedJob job = simulation.withScheduler(Schedulers.manual()).start()) {
 *     job.source("left").send(a, 1);
 *     job.source("right").send(b, 2);
 *     List<Choice> choices = job.choices(); // deliver from left, deliver from right
 *     job.take(choices.get(1));
 *     job.drain();
 * }
 * }</pre>
 *
 * <h2>What it can't show</h2>
 *
 * <p>Back-pressure (channels are unbounded), unaligned checkpoints, rescaling, watermark alignment
 * between sources, and everything that real sources, sinks and state backends do by themselves.
 */
package io.joinlab.sim;
