package io.joinlab.scenario;

import java.util.List;

/**
 * What can be seen of a run from outside and inside.
 *
 * @param outcome what came out
 * @param watermarks how far the watermark of the join had come, at every step that moved it, by
 *     step; {@link Long#MAX_VALUE} when both inputs have ended
 */
public record Trace(Outcome outcome, List<Emission<Long>> watermarks) {}
