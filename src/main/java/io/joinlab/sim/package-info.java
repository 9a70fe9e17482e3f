/** The simulator: whole DataStream pipelines, one thread, virtual time. Knows Flink only. */
package io.joinlab.sim;
