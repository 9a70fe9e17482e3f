package io.joinlab.live;

import java.util.Locale;

/** Where the databases are that a command works on. */
public enum DatabaseChoice {
    /** Started for the command, from the binaries of Maven's profile {@code live}. */
    EMBEDDED,
    /** Started for the command, in Docker containers. */
    DOCKER,
    /** Yours: as {@link ConnectionSettings} say. */
    EXTERNAL;

    /** The name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
