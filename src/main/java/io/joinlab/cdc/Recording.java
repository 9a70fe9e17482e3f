package io.joinlab.cdc;

import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The change events of one table as they were recorded: a file with one raw envelope a line. It is
 * read when a line is first asked for, and kept. Safe for use by several threads.
 */
public final class Recording {
    private final String name;
    private final Path file;
    private final TableSchema schema;
    private final ReplicaIdentity replicaIdentity;
    private List<String> lines;

    Recording(String name, Path file, TableSchema schema, ReplicaIdentity replicaIdentity) {
        this.name = name;
        this.file = file;
        this.schema = schema;
        this.replicaIdentity = replicaIdentity;
    }

    /** Its name in the dataset, such as {@code default}. */
    public String name() {
        return name;
    }

    /** The file. */
    public Path file() {
        return file;
    }

    /** How its lines are to be read. */
    public TableSchema schema() {
        return schema;
    }

    /** The same recording, with its decimals written in another way. */
    public Recording withDecimal(DecimalMode decimal) {
        return new Recording(
                name,
                file,
                new TableSchema(
                        schema.database(),
                        schema.table(),
                        schema.columns(),
                        schema.primaryKey(),
                        decimal),
                replicaIdentity);
    }

    /** What the database logged of old rows; {@link ReplicaIdentity#FULL} for MySQL. */
    public ReplicaIdentity replicaIdentity() {
        return replicaIdentity;
    }

    /**
     * How many lines there are.
     *
     * @throws InputException if the file can't be read
     */
    public int lineCount() {
        return lines().size();
    }

    /**
     * One line, the raw envelope.
     *
     * @param number from 1
     * @throws InputException if the file can't be read or has no such line
     */
    public String line(int number) {
        if (number < 1 || number > lineCount()) {
            throw new InputException(
                    file, "no line " + number + "; there are lines 1 to " + lineCount());
        }
        return lines().get(number - 1);
    }

    /**
     * One line as a change event.
     *
     * @param number from 1
     * @throws InputException if the file can't be read, has no such line, or if the line is not a
     *     change event of this table
     */
    public ChangeEvent event(int number) {
        ParseResult result = new EnvelopeParser(schema).parse(line(number));
        if (result instanceof ParseResult.Parsed parsed) {
            return parsed.event();
        }
        String problem =
                result instanceof ParseResult.Malformed malformed
                        ? malformed.reason()
                        : "not a change event";
        throw new InputException(file.toString(), number, problem);
    }

    /** All lines, the raw envelopes, in order. */
    public synchronized List<String> lines() {
        if (lines == null) {
            try {
                lines = List.copyOf(Files.readAllLines(file));
            } catch (NoSuchFileException e) {
                throw new InputException(file, "no such file; record the dataset", e);
            } catch (CharacterCodingException e) {
                throw new InputException(file, "not UTF-8", e);
            } catch (IOException e) {
                throw new InputException(file, "can't be read: " + e, e);
            }
        }
        return lines;
    }
}
