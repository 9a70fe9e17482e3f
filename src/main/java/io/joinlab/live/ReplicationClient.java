package io.joinlab.live;

import java.security.SecureRandom;
import java.util.Random;

/**
 * As whom a source reads a server's log. Two clients of one server must not be the same: MySQL ends
 * the older connection without a word, PostgreSQL refuses the newer one.
 *
 * @param slot PostgreSQL's replication slot: lower-case letters, digits and underscores
 * @param serverId MySQL's server id of the client
 */
public record ReplicationClient(String slot, long serverId) {

    /** Beyond what people give their servers, and what Flink CDC chooses by itself. */
    private static final long LOWEST_SERVER_ID = 1L << 30;

    private static final Random RANDOM = new SecureRandom();

    /** With a server id that nobody else is likely to have. */
    public static ReplicationClient of(String slot) {
        return new ReplicationClient(slot, LOWEST_SERVER_ID + RANDOM.nextInt(1 << 30));
    }
}
