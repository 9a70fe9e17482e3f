package io.joinlab.join;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;

/**
 * How long state is kept that nobody writes, as {@code table.exec.state.ttl} in Flink SQL: by
 * processing time, from the last write on, and never seen again when it has expired.
 *
 * @param duration {@code null} for ever
 */
record StateTtl(Duration duration) implements Serializable {

    /** The descriptor, limited to this time. */
    <T extends StateDescriptor<?, ?>> T limit(T descriptor) {
        if (duration != null) {
            descriptor.enableTimeToLive(StateTtlConfig.newBuilder(duration).build());
        }
        return descriptor;
    }
}
