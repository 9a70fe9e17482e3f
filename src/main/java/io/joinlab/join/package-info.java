/**
 * The catalogue: every join as a plain function over two streams of change events, one file per
 * family. Start with {@link io.joinlab.join.TumblingWindowJoin}, {@link
 * io.joinlab.join.IntervalJoin}, {@link io.joinlab.join.RegularJoin} and {@link
 * io.joinlab.join.TemporalJoin}.
 */
package io.joinlab.join;
