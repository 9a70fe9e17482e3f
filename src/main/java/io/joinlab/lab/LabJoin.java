package io.joinlab.lab;

import io.joinlab.join.JoinInput;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinOutputs;

/** The join that a learner writes. Its class needs a public constructor without parameters. */
@FunctionalInterface
public interface LabJoin {

    /**
     * Builds the join, under the conditions of {@link io.joinlab.join.Variant#join}.
     *
     * @return the joined rows, and the late ones; {@link JoinOutputs#late()} may be {@code null} if
     *     the join has no output for them
     */
    JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options);
}
