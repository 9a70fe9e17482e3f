package io.joinlab.yaml;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/** A list of values. */
public final class YamlList extends YamlNode implements Iterable<YamlNode> {
    private final List<YamlNode> items;
    private final long size;

    YamlList(Place place, List<YamlNode> items) {
        super(place);
        this.items = List.copyOf(items);
        this.size = 1 + items.stream().mapToLong(YamlNode::size).sum();
    }

    /** The items in order. */
    public List<YamlNode> items() {
        return items;
    }

    /** The items in order, each read by the given function. */
    public <T> List<T> map(Function<YamlNode, T> read) {
        return items.stream().map(read).toList();
    }

    @Override
    public Iterator<YamlNode> iterator() {
        return items.iterator();
    }

    @Override
    public YamlList asList() {
        return this;
    }

    @Override
    String describe() {
        return "a list";
    }

    @Override
    long size() {
        return size;
    }
}
