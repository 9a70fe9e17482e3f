/**
 * The catalogue: every join as a plain function over two streams of change events, one file per
 * family. Start with {@link io.joinlab.join.TumblingWindowJoin}, {@link
 * io.joinlab.join.IntervalJoin} and {@link io.joinlab.join.RegularJoin}.
 */
package io.joinlab.join;
