package io.joinlab.job;

import io.joinlab.yaml.InputException;
import io.joinlab.yaml.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job's arguments as they were given: {@code --name value}, a name more than once where it may
 * have several values.
 */
final class Arguments {

    /** Where an error is, for its message. */
    static final String ORIGIN = "arguments";

    private static final String PREFIX = "--";
    private static final String SECRET = "password";

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private Arguments() {}

    /**
     * Reads arguments.
     *
     * @param names the names that there are
     * @throws InputException if there are others, if a value is missing, or if one is a password
     */
    static Arguments read(String[] arguments, List<String> names) {
        Arguments read = new Arguments();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!arguments[i].startsWith(PREFIX)) {
                throw error("expected --NAME, got '" + arguments[i] + "'");
            }
            String name = arguments[i].substring(PREFIX.length());
            if (name.endsWith(SECRET)) {
                throw error(
                        "--"
                                + name
                                + ": a password is not taken as an argument, since the process list"
                                + " and Flink's web UI show those; set it in the file of"
                                + " --connections or in the environment");
            }
            if (!names.contains(name)) {
                throw error(
                        "--"
                                + name
                                + " is no argument"
                                + Nearest.hint(name, names)
                                + "; there are --"
                                + String.join(", --", names));
            }
            if (i + 1 == arguments.length) {
                throw error("--" + name + " has no value");
            }
            read.values.computeIfAbsent(name, n -> new ArrayList<>()).add(arguments[i + 1]);
        }
        return read;
    }

    static InputException error(String problem) {
        return new InputException(ORIGIN, 0, problem);
    }

    /** A value that has to be there. */
    String get(String name) {
        return find(name).orElseThrow(() -> error("--" + name + " is missing"));
    }

    /** A value that may be there. */
    Optional<String> find(String name) {
        List<String> all = all(name);
        if (all.size() > 1) {
            throw error("--" + name + " is there " + all.size() + " times");
        }
        return all.stream().findFirst();
    }

    /** Each value of a name. */
    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** Each value of a name, {@code KEY=VALUE}, by its key, in order. */
    Map<String, String> pairs(String name) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String value : all(name)) {
            int equals = value.indexOf('=');
            if (equals < 1) {
                throw error("--" + name + ": expected NAME=VALUE, got '" + value + "'");
            }
            String key = value.substring(0, equals);
            if (pairs.put(key, value.substring(equals + 1)) != null) {
                throw error("--" + name + ": " + key + " is there twice");
            }
        }
        return pairs;
    }
}
