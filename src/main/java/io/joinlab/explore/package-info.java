/**
 * Explores what a pipeline can bring out over all schedules and crashes. It knows the simulator
 * only, and any Flink project can use it in its tests.
 */
package io.joinlab.explore;
