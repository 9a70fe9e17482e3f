package io.joinlab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Text as a terminal shows it: Chinese characters and emoji take two columns, combining marks none.
 * Widths follow Unicode's East Asian Width (wide and full-width are two columns, ambiguous is one)
 * and count a whole grapheme cluster, such as an emoji with its modifiers, once.
 */
public final class DisplayText {
    private static final Pattern CLUSTER = Pattern.compile("\\X");

    private static final int EMOJI_VARIATION = 0xFE0F;
    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;

    /** First and last code point of each run of wide characters, from EastAsianWidth.txt. */
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3,
        0x23F3, 0x25FD, 0x25FE, 0x2614, 0x2615, 0x2648, 0x2653, 0x267F, 0x267F, 0x2693, 0x2693,
        0x26A1, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4,
        0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD,
        0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753,
        0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C,
        0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x303E, 0x3041, 0x4DBF, 0x4E00, 0xA4CF, 0xA960,
        0xA97C, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6F, 0xFF01, 0xFF60,
        0xFFE0, 0xFFE6, 0x16FE0, 0x18D08, 0x1AFF0, 0x1B2FB, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF,
        0x1F18E, 0x1F18E, 0x1F191, 0x1F19A, 0x1F1E6, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C,
        0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4,
        0x1F3F8, 0x1F43E, 0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E,
        0x1F550, 0x1F567, 0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F,
        0x1F680, 0x1F6C5, 0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D7, 0x1F6DC, 0x1F6DF,
        0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7EB, 0x1F7F0, 0x1F7F0, 0x1F90C, 0x1F93A,
        0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD
    };

    private DisplayText() {}

    /** How many columns the text takes. */
    public static int width(String text) {
        int width = 0;
        for (String cluster : clusters(text)) {
            width += clusterWidth(cluster);
        }
        return width;
    }

    /**
     * The text with everything that a terminal would obey rather than show (control characters, a
     * change of the reading direction, half a surrogate pair) written as an escape.
     */
    public static String printable(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints()
                .forEach(
                        point -> {
                            if (isShown(point)) {
                                out.appendCodePoint(point);
                            } else {
                                out.append(escape(point));
                            }
                        });
        return out.toString();
    }

    /** A code point as Java and JSON write it: {@code \n}, {@code \u005cu5f20}. */
    static String escape(int point) {
        return switch (point) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> {
                StringBuilder out = new StringBuilder();
                for (char unit : Character.toChars(point)) {
                    out.append(String.format("\\u%04x", (int) unit));
                }
                yield out.toString();
            }
        };
    }

    /** As much of the text as fits, with the mark at its end if something is left out. */
    public static String cut(String text, int columns, String mark) {
        if (width(text) <= columns) {
            return text;
        }
        int room = columns - width(mark);
        StringBuilder out = new StringBuilder();
        for (String cluster : clusters(text)) {
            room -= clusterWidth(cluster);
            if (room < 0) {
                break;
            }
            out.append(cluster);
        }
        return out.append(mark).toString();
    }

    /** The text followed by blanks up to the given width. */
    static String pad(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - width(text)));
    }

    /**
     * The text in lines no wider than the given columns (at least 2), broken at blanks, and inside
     * words that are wider than a line.
     *
     * @return at least one line
     */
    static List<String> wrap(String text, int columns) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int used = 0;
        for (String word : text.split(" ", -1)) {
            int needed = width(word);
            if (used > 0 && used + 1 + needed > columns) {
                lines.add(line.toString());
                line.setLength(0);
                used = 0;
            } else if (used > 0) {
                line.append(' ');
                used++;
            }
            for (String cluster : clusters(word)) {
                int wide = clusterWidth(cluster);
                if (used + wide > columns) {
                    lines.add(line.toString());
                    line.setLength(0);
                    used = 0;
                }
                line.append(cluster);
                used += wide;
            }
        }
        lines.add(line.toString());
        return lines;
    }

    private static List<String> clusters(String text) {
        return CLUSTER.matcher(text).results().map(MatchResult::group).toList();
    }

    private static int clusterWidth(String cluster) {
        int width = 0;
        for (int point : cluster.codePoints().toArray()) {
            width = point == EMOJI_VARIATION ? 2 : Math.max(width, pointWidth(point));
        }
        return width;
    }

    private static int pointWidth(int point) {
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(point) ? 2 : 1;
        };
    }

    private static boolean isWide(int point) {
        for (int i = 0; i < WIDE.length && WIDE[i] <= point; i += 2) {
            if (point <= WIDE[i + 1]) {
                return true;
            }
        }
        return false;
    }

    private static boolean isShown(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            case Character.FORMAT ->
                    point == ZERO_WIDTH_JOINER
                            || point == ZERO_WIDTH_NON_JOINER
                            || (point >= 0xE0020 && point <= 0xE007F); // the tags of flag emoji
            default -> true;
        };
    }
}
