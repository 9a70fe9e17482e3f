package io.joinlab.yaml;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keys and their values. Keys are text. For each type there is a getter for keys that must be
 * there; for those that may be absent, {@code find(key).map(YamlNode::asDuration)}.
 */
public final class YamlMap extends YamlNode {
    private final Map<String, YamlNode> entries;
    private final Map<String, Integer> keyLines;
    private final long size;

    YamlMap(Place place, Map<String, YamlNode> entries, Map<String, Integer> keyLines) {
        super(place);
        this.entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        this.keyLines = Map.copyOf(keyLines);
        this.size = 1 + entries.values().stream().mapToLong(YamlNode::size).sum();
    }

    /** The keys in the file's order. */
    public Set<String> keys() {
        return entries.keySet();
    }

    /** The entries in the file's order. */
    public Map<String, YamlNode> entries() {
        return entries;
    }

    /** Whether the key is there, be its value null or not. */
    public boolean has(String key) {
        return entries.containsKey(key);
    }

    /**
     * The line that the key itself stands on, from 1.
     *
     * @throws IllegalArgumentException if there is no such key
     */
    public int keyLine(String key) {
        if (!has(key)) {
            throw new IllegalArgumentException("no key " + key + " in " + keys());
        }
        return keyLines.get(key);
    }

    /** The key's value, which may be YAML's null; empty if there is no such key. */
    public Optional<YamlNode> find(String key) {
        return Optional.ofNullable(entries.get(key));
    }

    /**
     * The key's value, which may be YAML's null.
     *
     * @throws InputException if there is no such key
     */
    public YamlNode get(String key) {
        YamlNode value = entries.get(key);
        if (value == null) {
            throw error("missing key '" + key + "'" + Nearest.hint(key, keys()));
        }
        return value;
    }

    /** {@link YamlNode#asString()} of the key's value. */
    public String string(String key) {
        return get(key).asString();
    }

    /** {@link YamlNode#asString()} of the key's value, if there is such a key. */
    public Optional<String> optionalString(String key) {
        return find(key).map(YamlNode::asString);
    }

    /** {@link YamlNode#asInt()} of the key's value. */
    public int integer(String key) {
        return get(key).asInt();
    }

    /** {@link YamlNode#asDuration()} of the key's value. */
    public Duration duration(String key) {
        return get(key).asDuration();
    }

    /** {@link YamlNode#asMap()} of the key's value. */
    public YamlMap map(String key) {
        return get(key).asMap();
    }

    /** {@link YamlNode#asList()} of the key's value. */
    public YamlList list(String key) {
        return get(key).asList();
    }

    /** {@link YamlNode#asChoice(Map)} of the key's value. */
    public <T> T choice(String key, Map<String, T> choices) {
        return get(key).asChoice(choices);
    }

    /**
     * Refuses every key but these.
     *
     * @throws InputException naming the first other key, the known ones and the nearest of them
     */
    public void rejectUnknown(String... known) {
        List<String> unknown = new ArrayList<>(keys());
        unknown.removeAll(Arrays.asList(known));
        if (!unknown.isEmpty()) {
            String key = unknown.get(0);
            throw new InputException(
                    file(),
                    keyLine(key),
                    (path().isEmpty() ? "" : path() + ": ")
                            + "unknown key '"
                            + key
                            + "'"
                            + Nearest.hint(key, Arrays.asList(known))
                            + "; known here: "
                            + String.join(", ", known));
        }
    }

    @Override
    public YamlMap asMap() {
        return this;
    }

    @Override
    String describe() {
        return "a map";
    }

    @Override
    long size() {
        return size;
    }
}
