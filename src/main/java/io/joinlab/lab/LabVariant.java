package io.joinlab.lab;

import io.joinlab.join.JoinInput;
import io.joinlab.join.JoinOption;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinOutputs;
import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.join.SideEvent;
import io.joinlab.join.TimeDomain;
import io.joinlab.join.Variant;
import java.util.List;
import java.util.Set;

/**
 * A learner's join in the place of the variant that a scenario names.
 *
 * @param place the variant whose inputs and options it gets
 * @param join the learner's join
 */
record LabVariant(Variant place, LabJoin join) implements Variant {

    @Override
    public JoinOutputs join(JoinInput left, JoinInput right, JoinOptions options) {
        JoinOutputs outputs = join.join(left, right, options);
        if (outputs == null || outputs.joined() == null) {
            throw new IllegalArgumentException(
                    "join(...) returned no joined rows; return new JoinOutputs(joined, late)");
        }
        return outputs.late() == null
                ? new JoinOutputs(
                        outputs.joined(),
                        left.events()
                                .filter(event -> false)
                                .map(event -> new SideEvent(Side.LEFT, event))
                                .name("no late rows"))
                : outputs;
    }

    @Override
    public String family() {
        return place.family();
    }

    @Override
    public TimeDomain time() {
        return place.time();
    }

    @Override
    public JoinType type() {
        return place.type();
    }

    @Override
    public boolean appendOnly() {
        return place.appendOnly();
    }

    @Override
    public Class<? extends JoinedRow.Relation> relation() {
        return place.relation();
    }

    @Override
    public String summary() {
        return place.summary();
    }

    @Override
    public List<String> since() {
        return place.since();
    }

    @Override
    public Set<JoinOption> required() {
        return place.required();
    }

    @Override
    public Set<JoinOption> optional() {
        return place.optional();
    }
}
