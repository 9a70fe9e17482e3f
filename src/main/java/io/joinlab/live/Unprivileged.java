package io.joinlab.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How to run a program that refuses to run as root, as PostgreSQL does, whoever joinlab itself runs
 * as.
 */
enum Unprivileged {
    /** joinlab doesn't run as root; nothing is to be done. */
    AS_IS(List.of()),
    /** In a user namespace without mappings root is nobody, and yet owns its files. */
    USER_NAMESPACE(List.of("unshare", "--user")),
    /** Where namespaces are forbidden, as in most containers: truly as nobody. */
    NOBODY(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));

    private static final int NOBODY_ID = 65534;

    private final List<String> prefix;

    Unprivileged(List<String> prefix) {
        this.prefix = prefix;
    }

    /**
     * The first way that works here.
     *
     * @param file a file that joinlab created
     */
    static Unprivileged find(Path file) throws IOException, InterruptedException {
        if (!isRoot(file)) {
            return AS_IS;
        }
        for (Unprivileged way : List.of(USER_NAMESPACE, NOBODY)) {
            if (way.works()) {
                return way;
            }
        }
        throw new IOException(
                "it refuses to run as root, and neither 'unshare --user' nor 'setpriv' (Debian:"
                        + " package util-linux) works here; run joinlab as another user");
    }

    static boolean isRoot(Path file) throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(file, "unix:uid"));
    }

    private boolean works() throws InterruptedException {
        try {
            ServerProcess.run(command(List.of("true")), java.util.Map.of(), Path.of("/"));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    List<String> command(List<String> command) {
        return Stream.concat(prefix.stream(), command.stream()).toList();
    }

    /** Makes a directory and all in it the program's own. */
    void giveAway(Path directory) throws IOException {
        if (this == NOBODY) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : (Iterable<Path>) all::iterator) {
                    if (!Files.isSymbolicLink(path)) {
                        Files.setAttribute(path, "unix:uid", NOBODY_ID);
                    }
                }
            }
        }
    }
}
