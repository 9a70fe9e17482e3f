package io.joinlab.cdc;

import java.io.Serializable;

/**
 * A column of a table.
 *
 * @param name its name
 * @param type its type
 */
public record Column(String name, ColumnType type) implements Serializable {}
