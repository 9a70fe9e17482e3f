package io.joinlab.yaml;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/**
 * Reads one YAML 1.2 document into {@linkplain YamlNode nodes that know their line}. Strict:
 * duplicate keys, keys that aren't text, tags, merge keys and a second document are refused.
 *
 * <p>Anchors and aliases are allowed, but not without bound: nesting ends at {@value #MAX_DEPTH}
 * levels and a document, its aliases written out, at {@value #MAX_NODES} nodes.
 */
public final class Yaml {
    private static final int MAX_DEPTH = 64;
    private static final long MAX_NODES = 100_000;

    private static final ScalarResolver CORE_SCHEMA = new CoreScalarResolver(false);

    private final String file;
    private final Iterator<Event> events;
    private final Map<Anchor, YamlNode> anchors = new HashMap<>();

    private Yaml(String file, Iterator<Event> events) {
        this.file = file;
        this.events = events;
    }

    /**
     * The map that is the whole of the file, which is UTF-8.
     *
     * @throws InputException if the file can't be read, isn't YAML, or breaks a rule of this class
     */
    public static YamlMap read(Path file) {
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new InputException(file, "no such file", e);
        } catch (CharacterCodingException e) {
            throw new InputException(file, "not UTF-8; save it as UTF-8", e);
        } catch (IOException e) {
            throw new InputException(file, "can't be read: " + e, e);
        }
    }

    /**
     * The map that is the whole of the text.
     *
     * @param file the name for error messages
     * @throws InputException if the text isn't YAML, or breaks a rule of this class
     */
    public static YamlMap parse(String file, String text) {
        LoadSettings settings = LoadSettings.builder().setLabel(file).build();
        try {
            return new Yaml(file, new Parse(settings).parseString(text).iterator()).document();
        } catch (MarkedYamlEngineException e) {
            int line =
                    e.getProblemMark()
                            .or(e::getContextMark)
                            .map(mark -> mark.getLine() + 1)
                            .orElse(0);
            String context = e.getContext() == null ? "" : e.getContext() + ", ";
            throw new InputException(file, line, "not YAML: " + context + e.getProblem(), e);
        } catch (YamlEngineException e) {
            throw new InputException(file, 0, "not YAML: " + e.getMessage(), e);
        }
    }

    private YamlMap document() {
        next(Event.ID.StreamStart);
        Event first = events.next();
        if (first.getEventId() == Event.ID.StreamEnd) {
            throw new InputException(file, 0, "the file is empty");
        }
        YamlNode root = node(events.next(), "", 0);
        next(Event.ID.DocumentEnd);
        Event after = events.next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw new InputException(file, line(after), "a second document; one a file");
        }
        return root.asMap();
    }

    private YamlNode node(Event event, String path, int depth) {
        if (event instanceof AliasEvent alias) {
            YamlNode target = anchors.get(alias.getAlias());
            if (target == null) {
                throw new InputException(
                        file,
                        line(event),
                        "the alias *"
                                + alias.getAlias()
                                + " stands before the end of what it names (&"
                                + alias.getAlias()
                                + "), or there is no such anchor");
            }
            return target;
        }
        if (depth > MAX_DEPTH) {
            throw new InputException(
                    file, line(event), "nested deeper than " + MAX_DEPTH + " levels");
        }
        YamlNode node =
                switch (event.getEventId()) {
                    case Scalar -> scalar((ScalarEvent) event, path);
                    case SequenceStart -> list((CollectionStartEvent) event, path, depth);
                    case MappingStart -> map((CollectionStartEvent) event, path, depth);
                    default -> throw new IllegalStateException("unexpected " + event);
                };
        if (node.size() > MAX_NODES) {
            throw node.error("more than " + MAX_NODES + " values, aliases written out");
        }
        ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
        return node;
    }

    private YamlScalar scalar(ScalarEvent event, String path) {
        event.getTag().ifPresent(tag -> refuseTag(event, tag));
        Tag tag = CORE_SCHEMA.resolve(event.getValue(), event.isPlain());
        YamlScalar.Kind kind =
                !event.isPlain() ? YamlScalar.Kind.STRING : kind(tag, event.getValue());
        return new YamlScalar(place(event, path), kind, event.getValue(), !event.isPlain());
    }

    private static YamlScalar.Kind kind(Tag tag, String text) {
        if (tag.equals(Tag.NULL)) {
            return YamlScalar.Kind.NULL;
        }
        if (tag.equals(Tag.BOOL)) {
            return YamlScalar.Kind.BOOLEAN;
        }
        if (tag.equals(Tag.INT)) {
            return YamlScalar.Kind.INTEGER;
        }
        return tag.equals(Tag.FLOAT) ? YamlScalar.Kind.FLOAT : YamlScalar.Kind.STRING;
    }

    private YamlList list(CollectionStartEvent start, String path, int depth) {
        start.getTag().ifPresent(tag -> refuseTag(start, tag));
        List<YamlNode> items = new ArrayList<>();
        long size = 1;
        Event event = events.next();
        while (event.getEventId() != Event.ID.SequenceEnd) {
            items.add(node(event, path + "[" + (items.size() + 1) + "]", depth + 1));
            size = limit(start, size + items.get(items.size() - 1).size());
            event = events.next();
        }
        return new YamlList(place(start, path), items);
    }

    private YamlMap map(CollectionStartEvent start, String path, int depth) {
        start.getTag().ifPresent(tag -> refuseTag(start, tag));
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        Map<String, Integer> keyLines = new HashMap<>();
        long size = 1;
        Event event = events.next();
        while (event.getEventId() != Event.ID.MappingEnd) {
            String key = key(event, path);
            if (keyLines.putIfAbsent(key, line(event)) != null) {
                throw new InputException(
                        file,
                        line(event),
                        (path.isEmpty() ? "" : path + ": ")
                                + "duplicate key '"
                                + key
                                + "', first on line "
                                + keyLines.get(key));
            }
            YamlNode value =
                    node(events.next(), path.isEmpty() ? key : path + "." + key, depth + 1);
            entries.put(key, value);
            size = limit(start, size + value.size());
            event = events.next();
        }
        return new YamlMap(place(start, path), entries, keyLines);
    }

    private String key(Event event, String path) {
        YamlNode key = node(event, path, 0);
        if (key instanceof YamlScalar scalar && scalar.kind() == YamlScalar.Kind.STRING) {
            if (!scalar.quoted() && scalar.text().equals("<<")) {
                throw key.error("merge keys (<<) are not YAML 1.2; write the keys out");
            }
            return scalar.text();
        }
        throw key.error("a key must be text, got " + key.describe() + "; put it in quotes");
    }

    private long limit(Event event, long size) {
        if (size > MAX_NODES) {
            throw new InputException(
                    file, line(event), "more than " + MAX_NODES + " values, aliases written out");
        }
        return size;
    }

    private void refuseTag(Event event, String tag) {
        throw new InputException(
                file,
                line(event),
                "tags are not supported, remove " + tag.replaceFirst("^tag:yaml.org,2002:", "!!"));
    }

    private void next(Event.ID expected) {
        Event event = events.next();
        if (event.getEventId() != expected) {
            throw new IllegalStateException("expected " + expected + ", got " + event);
        }
    }

    private YamlNode.Place place(Event event, String path) {
        return new YamlNode.Place(file, line(event), path);
    }

    private static int line(Event event) {
        return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }
}
