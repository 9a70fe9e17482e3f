package io.joinlab.yaml;

import java.nio.file.Path;

/**
 * Something that a person wrote or gave can't be used. The message is for that person: it starts
 * with the place, {@code file:line: }, and says what is wrong and what to do.
 */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final int line;
    private final String problem;

    /**
     * A problem at one line of a file.
     *
     * @param file as the person named it
     * @param line from 1; 0 if the problem concerns the file as a whole
     * @param problem what is wrong and what to do, without the place
     */
    public InputException(String file, int line, String problem) {
        super(line > 0 ? file + ":" + line + ": " + problem : file + ": " + problem);
        this.file = file;
        this.line = line;
        this.problem = problem;
    }

    /** The same, with what caused it. */
    public InputException(String file, int line, String problem, Throwable cause) {
        this(file, line, problem);
        initCause(cause);
    }

    /** A problem that concerns the file as a whole. */
    public InputException(Path file, String problem) {
        this(file.toString(), 0, problem);
    }

    /** The same, with what caused it. */
    public InputException(Path file, String problem, Throwable cause) {
        this(file, problem);
        initCause(cause);
    }

    /** The file, as the person named it. */
    public String file() {
        return file;
    }

    /** The line, from 1; 0 if the problem concerns the file as a whole. */
    public int line() {
        return line;
    }

    /** What is wrong and what to do, without the place. */
    public String problem() {
        return problem;
    }
}
