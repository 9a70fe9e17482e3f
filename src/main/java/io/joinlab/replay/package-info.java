/**
 * Feeding a job on a real Flink runtime one element at a time, and running scenarios that way: the
 * proof that the simulator tells the truth. Knows scenarios.
 */
package io.joinlab.replay;
