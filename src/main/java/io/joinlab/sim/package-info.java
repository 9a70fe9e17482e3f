/**
 * The simulator: whole DataStream pipelines, one thread, virtual time. Knows Flink only.
 *
 * <p>Start with {@link io.joinlab.sim.Simulation}.
 */
package io.joinlab.sim;
