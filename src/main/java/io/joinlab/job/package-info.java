/**
 * A join of the catalogue as a job for a Flink cluster: what {@code flink run} takes. {@link
 * io.joinlab.job.JoinJob} is the jar's main class.
 */
package io.joinlab.job;
