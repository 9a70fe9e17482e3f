package io.joinlab.live;

import io.joinlab.cdc.Recording;
import io.joinlab.cdc.TableSpec;

/**
 * One of a dataset's tables on a real server.
 *
 * @param spec the table
 * @param recording the conditions under which its changes are captured: types, decimals, replica
 *     identity
 * @param captured where it is
 */
record LiveTable(TableSpec spec, Recording recording, CapturedTable captured) {

    static LiveTable of(
            TableSpec spec, Recording recording, Databases databases, CaptureOptions options) {
        return new LiveTable(
                spec,
                recording,
                new CapturedTable(
                        databases.of(spec.database().kind()),
                        spec.database().name(),
                        spec.database().schema(),
                        spec.table(),
                        options));
    }
}
