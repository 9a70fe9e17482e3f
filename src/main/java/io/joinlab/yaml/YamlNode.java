package io.joinlab.yaml;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A value in a YAML file, together with its place there. The {@code as...} methods give it a type,
 * or throw an {@link InputException} that names the place, what was expected and what stands there.
 */
public abstract sealed class YamlNode permits YamlMap, YamlList, YamlScalar {
    private final Place place;

    /**
     * Where a node stands.
     *
     * @param file as the reader was given it
     * @param line where the node starts, from 1
     * @param path how to reach it from the root, such as {@code steps[2].left}; empty for the root
     */
    record Place(String file, int line, String path) {}

    YamlNode(Place place) {
        this.place = place;
    }

    /** The file, as the reader was given it. */
    public final String file() {
        return place.file;
    }

    /** The line on which the value starts, from 1. */
    public final int line() {
        return place.line;
    }

    /** How to reach the value from the root, such as {@code steps[2].left}; empty for the root. */
    public final String path() {
        return place.path;
    }

    /** An exception about this value; it names the file, the line and the path. */
    public final InputException error(String problem) {
        return new InputException(
                place.file,
                place.line,
                place.path.isEmpty() ? problem : place.path + ": " + problem);
    }

    /** Whether this is YAML's null: {@code null}, {@code ~} or nothing at all. */
    public boolean isNull() {
        return false;
    }

    /** The value as a map. */
    public YamlMap asMap() {
        throw expected("a map (key: value)");
    }

    /** The value as a list. */
    public YamlList asList() {
        throw expected("a list ([a, b], or one \"- \" a line)");
    }

    /** The value as a scalar: anything but a map and a list. */
    public YamlScalar asScalar() {
        throw expected("a single value");
    }

    /** The value as text: quoted, or plain and neither null, true, false nor a number. */
    public String asString() {
        throw expected("text");
    }

    /** The value as a boolean: {@code true} or {@code false}, not quoted. */
    public boolean asBoolean() {
        throw expected("true or false");
    }

    /** The value as a whole number, not quoted. */
    public int asInt() {
        throw expected("a whole number");
    }

    /**
     * The value as a duration: a whole number and a unit, {@code ms}, {@code s}, {@code m}, {@code
     * h} or {@code d}; may be negative. A number without a unit is refused.
     */
    public Duration asDuration() {
        throw expected(Durations.EXPECTED);
    }

    /** The value as one of the given words, each standing for something. */
    public <T> T asChoice(Map<String, T> choices) {
        throw expected("one of " + String.join(", ", choices.keySet()));
    }

    /** The value as one of the given words. */
    public final String asChoice(String... choices) {
        Map<String, String> same = new LinkedHashMap<>();
        List.of(choices).forEach(choice -> same.put(choice, choice));
        return asChoice(same);
    }

    final InputException expected(String what) {
        return error("expected " + what + ", got " + describe());
    }

    /** The value for an error message. */
    abstract String describe();

    /** The number of nodes it is made of, those reached through aliases counted every time. */
    abstract long size();
}
