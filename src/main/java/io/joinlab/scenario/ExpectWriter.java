package io.joinlab.scenario;

import io.joinlab.yaml.InputException;
import io.joinlab.yaml.Yaml;
import io.joinlab.yaml.YamlMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Writes an outcome into a scenario's file as its {@code expect}. Everything else in the file stays
 * as it is, byte for byte; comments within {@code expect} go.
 */
public final class ExpectWriter {
    private final ScenarioReader reader;

    /** A writer for files that this reader reads. */
    public ExpectWriter(ScenarioReader reader) {
        this.reader = reader;
    }

    /**
     * Rewrites the file, unless it says the same already.
     *
     * @return whether the file changed
     * @throws InputException if the file can't be rewritten; it is then as it was
     */
    public boolean update(Path file, Outcome outcome) {
        if (OutcomeComparison.of(reader.read(file), outcome).equal()) {
            return false;
        }
        String rewritten = rewrite(file, read(file), outcome);
        Scenario after = reader.parse(file, rewritten);
        if (!OutcomeComparison.of(after, outcome).equal()) {
            throw new InputException(
                    file,
                    "this outcome can't be written as expect: "
                            + OutcomeComparison.of(after, outcome).explanation());
        }
        try {
            Files.writeString(file, rewritten);
        } catch (IOException e) {
            throw new InputException(file, "can't be written: " + e, e);
        }
        return true;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new InputException(file, "can't be read: " + e, e);
        }
    }

    /**
     * The file's text with another {@code expect}.
     *
     * @param file for error messages
     */
    static String rewrite(Path file, String text, Outcome outcome) {
        YamlMap root = Yaml.parse(file.toString(), text);
        root.get("expect");
        List<String> lines = linesWithEnds(text);
        int start = root.keyLine("expect") - 1;
        if (!lines.get(start).startsWith("expect")) {
            throw new InputException(
                    file.toString(),
                    start + 1,
                    "can't rewrite an expect that does not begin at the start of a line");
        }
        int end = end(lines, start);
        String newline = lines.get(start).endsWith("\r\n") ? "\r\n" : "\n";
        StringBuilder rewritten = new StringBuilder();
        lines.subList(0, start).forEach(rewritten::append);
        expect(outcome).forEach(line -> rewritten.append(line).append(newline));
        lines.subList(end, lines.size()).forEach(rewritten::append);
        return rewritten.toString();
    }

    /**
     * Where the next key begins, or the text ends. Comments and blank lines in front of it belong
     * to what follows.
     */
    private static int end(List<String> lines, int start) {
        int next = start + 1;
        while (next < lines.size() && !startsSomething(lines.get(next))) {
            next++;
        }
        int end = next;
        while (end - 1 > start && lines.get(end - 1).matches("(#.*)?\\R?")) {
            end--;
        }
        return end;
    }

    private static boolean startsSomething(String line) {
        return !line.isBlank() && !Character.isWhitespace(line.charAt(0)) && line.charAt(0) != '#';
    }

    private static List<String> linesWithEnds(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int newline = text.indexOf('\n', from);
            int to = newline < 0 ? text.length() : newline + 1;
            lines.add(text.substring(from, to));
            from = to;
        }
        return lines;
    }

    private static List<String> expect(Outcome outcome) {
        List<String> lines = new ArrayList<>();
        add(lines, "joined", outcome.joined(), Notation::joined);
        add(lines, "late", outcome.late(), Notation::late);
        add(lines, "dropped", outcome.dropped(), Notation::dropped);
        add(lines, "malformed", outcome.malformed(), Notation::malformed);
        if (outcome.ignored() > 0) {
            lines.add("  ignored: " + outcome.ignored());
        }
        lines.add(0, lines.isEmpty() ? "expect: {}" : "expect:");
        return lines;
    }

    private static <T> void add(
            List<String> lines,
            String section,
            List<Emission<T>> rows,
            Function<Emission<T>, String> show) {
        if (!rows.isEmpty()) {
            lines.add("  " + section + ":");
            rows.forEach(row -> lines.add("    - " + show.apply(row)));
        }
    }
}
