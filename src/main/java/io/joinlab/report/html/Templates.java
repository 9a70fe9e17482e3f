package io.joinlab.report.html;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The templates beside this class. They are Mustache's: {@code {{name}}} is escaped, and a name
 * that is not there is an error.
 */
final class Templates {
    private static final Mustache.Compiler COMPILER =
            Mustache.compiler()
                    .strictSections(true)
                    .emptyStringIsFalse(true)
                    .withLoader(
                            name ->
                                    new InputStreamReader(
                                            open(name + ".mustache"), StandardCharsets.UTF_8));

    private Templates() {}

    /** The template of this name. */
    static Template named(String name) {
        return COMPILER.loadTemplate(name);
    }

    /** A style sheet or script beside the templates. */
    static Inline inline(String file) {
        try (InputStream in = open(file)) {
            return new Inline(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String file) {
        InputStream in = Templates.class.getResourceAsStream(file);
        if (in == null) {
            throw new IllegalArgumentException("there is no " + file + " among the templates");
        }
        return in;
    }
}
