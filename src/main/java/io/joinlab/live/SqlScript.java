package io.joinlab.live;

import io.joinlab.yaml.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements of a SQL file. A statement ends with a semicolon outside of quotes and comments;
 * line comments ({@code --}) and block comments are understood, bodies of stored routines are not.
 */
public record SqlScript(Path file, List<SqlStatement> statements) {

    public SqlScript {
        statements = List.copyOf(statements);
    }

    /** One statement, without its semicolon, and the line on which it begins, counted from 1. */
    public record SqlStatement(int line, String sql) {}

    public static SqlScript read(Path file) {
        try {
            return parse(file, Files.readString(file));
        } catch (IOException e) {
            throw new InputException(file, "can't be read: " + e, e);
        }
    }

    static SqlScript parse(Path file, String text) {
        return new SqlScript(file, new Splitter(file, text).split());
    }

    /**
     * Runs the statements one after the other, each in a transaction of its own unless the script
     * says {@code BEGIN}.
     *
     * @throws InputException on the first that fails, with its file, line and the database's
     *     message
     */
    public void run(Connection connection) {
        for (SqlStatement statement : statements) {
            try (var jdbc = connection.createStatement()) {
                jdbc.execute(statement.sql());
            } catch (SQLException e) {
                throw new InputException(
                        file.toString(),
                        statement.line(),
                        "the database refuses the statement: " + e.getMessage(),
                        e);
            }
        }
    }

    private static final class Splitter {
        private final Path file;
        private final String text;
        private final List<SqlStatement> statements = new ArrayList<>();
        private final StringBuilder current = new StringBuilder();
        private int position;
        private int line = 1;
        private int firstLine;

        Splitter(Path file, String text) {
            this.file = file;
            this.text = text;
        }

        List<SqlStatement> split() {
            while (position < text.length()) {
                char c = text.charAt(position);
                if (text.startsWith("--", position)) {
                    skipTo("\n", 0);
                } else if (text.startsWith("/*", position)) {
                    skipTo("*/", 2);
                } else if (c == '\'' || c == '"' || c == '`') {
                    quoted(c);
                } else if (c == ';') {
                    position++;
                    finish();
                } else {
                    take();
                }
            }
            finish();
            return statements;
        }

        private void skipTo(String end, int length) {
            int at = text.indexOf(end, position);
            int next = at < 0 ? text.length() : at + length;
            line += (int) text.substring(position, next).chars().filter(c -> c == '\n').count();
            position = next;
        }

        private void quoted(char quote) {
            int opened = line;
            take();
            while (position < text.length() && text.charAt(position) != quote) {
                take();
            }
            if (position == text.length()) {
                throw new InputException(
                        file.toString(), opened, "the quote " + quote + " is never closed");
            }
            take();
        }

        private void take() {
            char c = text.charAt(position++);
            if (current.isEmpty() && Character.isWhitespace(c)) {
                line += c == '\n' ? 1 : 0;
                return;
            }
            if (current.isEmpty()) {
                firstLine = line;
            }
            current.append(c);
            line += c == '\n' ? 1 : 0;
        }

        private void finish() {
            String sql = current.toString().strip();
            current.setLength(0);
            if (!sql.isEmpty()) {
                statements.add(new SqlStatement(firstLine, sql));
            }
        }
    }
}
