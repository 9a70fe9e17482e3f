package io.joinlab.report;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * What the reader's terminal can show.
 *
 * @param columns its width
 * @param charset what it takes bytes for; only UTF-8 gets line-drawing characters
 * @param colour whether it understands ANSI colours
 */
public record Terminal(int columns, Charset charset, boolean colour) {

    /** A narrow terminal would leave nothing but broken words. */
    private static final int FEWEST_COLUMNS = 60;

    /** A picture wider than this is no easier to read. */
    private static final int MOST_COLUMNS = 140;

    /** Makes the width reasonable. */
    public Terminal {
        columns = Math.max(FEWEST_COLUMNS, Math.min(MOST_COLUMNS, columns));
    }

    /** 80 columns, UTF-8, no colour. */
    public static Terminal plain() {
        return new Terminal(80, StandardCharsets.UTF_8, false);
    }

    /** Whether characters beyond the charset's letters, such as line-drawing ones, are safe. */
    public boolean unicode() {
        return charset.equals(StandardCharsets.UTF_8);
    }

    /** The one or the other text, depending on {@link #unicode()}. */
    String either(String unicode, String ascii) {
        return unicode() ? unicode : ascii;
    }

    /**
     * Somebody's data as text that is safe to print: what the terminal would obey or can't show is
     * escaped.
     */
    public String text(String data) {
        String printable = DisplayText.printable(data);
        if (unicode()) {
            return printable;
        }
        CharsetEncoder encoder = charset.newEncoder();
        StringBuilder out = new StringBuilder(printable.length());
        printable
                .codePoints()
                .forEach(
                        point -> {
                            String character = Character.toString(point);
                            out.append(
                                    encoder.canEncode(character)
                                            ? character
                                            : DisplayText.escape(point));
                        });
        return out.toString();
    }

    /** The text in colour, if the terminal has colours. */
    public String paint(Ink ink, String text) {
        return colour ? ink.paint(text) : text;
    }
}
