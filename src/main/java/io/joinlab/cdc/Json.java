package io.joinlab.cdc;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONFactory;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON into {@code null}, {@link Boolean}, {@link Long} (integers that fit), {@link
 * BigDecimal} (all other numbers, exact), {@link String}, {@link List} and {@link Map}.
 *
 * <p>fastjson2 is the tokenizer only. Its own object reader takes more than JSON: it keeps the last
 * of two equal keys, reads {@code 1e400} as null, follows {@code $ref}, and creates sets and dates.
 * Here nothing in a message can name a type; duplicate keys, numbers that aren't JSON's and
 * anything after the value are refused. Comments and a few escapes that JSON doesn't have are let
 * through.
 */
final class Json {
    /** What fastjson2 takes for the end of its input, wherever it stands. */
    private static final char END_OF_INPUT = 0x1A;

    private static final int MAX_DEPTH = 64;
    private static final int MAX_NUMBER_LENGTH = 1_100;
    private static final int MAX_EXPONENT_DIGITS = 4;
    private static final int LONGEST_SHOWN = 40;
    private static final int MAX_LONG_DIGITS = 19;

    private final String text;
    private final JSONReader reader;

    private Json(String text, JSONReader reader) {
        this.text = text;
        this.reader = reader;
    }

    /** The value that is the whole of the text. */
    static Object read(String text) throws MalformedException {
        int end = text.indexOf(END_OF_INPUT);
        if (end >= 0) {
            throw new MalformedException(
                    "not JSON: a control character, U+001A, at character " + (end + 1));
        }
        int position = 1;
        try (JSONReader reader = JSONReader.of(text, JSONFactory.createReadContext())) {
            try {
                return new Json(text, reader).document();
            } catch (RuntimeException e) {
                position = reader.getOffset();
                throw e;
            }
        } catch (RuntimeException e) {
            // fastjson2 throws several kinds for what isn't JSON, index errors among them.
            throw new MalformedException("not JSON: nothing can be read at character " + position);
        }
    }

    /** JSON text of a value that {@link #read} gave. */
    static String write(Object value) {
        return JSON.toJSONString(value, JSONWriter.Feature.WriteNulls);
    }

    /** A value for an error message. */
    static String show(Object value) {
        if (value instanceof Map<?, ?>) {
            return "an object";
        }
        if (value instanceof List<?>) {
            return "an array";
        }
        if (value instanceof String string) {
            return '"' + shorten(string) + '"';
        }
        return shorten(String.valueOf(value));
    }

    private static String shorten(String string) {
        return string.codePointCount(0, string.length()) <= LONGEST_SHOWN
                ? string
                : string.substring(0, string.offsetByCodePoints(0, LONGEST_SHOWN)) + "...";
    }

    private Object document() throws MalformedException {
        Object value = value(0);
        if (!reader.isEnd() || afterComma()) {
            throw unexpected();
        }
        return value;
    }

    private Object value(int depth) throws MalformedException {
        if (depth > MAX_DEPTH) {
            throw new MalformedException(
                    "nested deeper than " + MAX_DEPTH + " levels at character " + position());
        }
        return switch (reader.current()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't', 'f', 'n' -> word();
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw unexpected();
        };
    }

    private Map<String, Object> object(int depth) throws MalformedException {
        Map<String, Object> object = new LinkedHashMap<>();
        reader.nextIfObjectStart();
        if (reader.nextIfObjectEnd()) {
            return object;
        }
        do {
            int start = position();
            String name = name();
            int size = object.size();
            object.put(name, value(depth + 1));
            if (object.size() == size) {
                throw new MalformedException(
                        "the name \"" + shorten(name) + "\" is used again at character " + start);
            }
        } while (afterComma());
        if (!reader.nextIfObjectEnd()) {
            throw unexpected();
        }
        return object;
    }

    private List<Object> array(int depth) throws MalformedException {
        List<Object> array = new ArrayList<>();
        reader.nextIfArrayStart();
        if (reader.nextIfArrayEnd()) {
            return array;
        }
        do {
            array.add(value(depth + 1));
        } while (afterComma());
        if (!reader.nextIfArrayEnd()) {
            throw unexpected();
        }
        return array;
    }

    private String name() throws MalformedException {
        if (reader.current() != '"') {
            throw unexpected();
        }
        int start = position();
        try {
            return reader.readFieldName();
        } catch (RuntimeException e) {
            throw new MalformedException(
                    "not JSON: no name and colon can be read at character " + start);
        }
    }

    private String string() throws MalformedException {
        int start = position();
        try {
            return reader.readString();
        } catch (RuntimeException e) {
            throw new MalformedException(
                    "not JSON: the text that starts at character "
                            + start
                            + " has no end, or is followed by something else than , ] or }");
        }
    }

    private Boolean word() throws MalformedException {
        int start = position() - 1;
        Boolean word = null;
        if (text.startsWith("true", start)) {
            word = true;
        } else if (text.startsWith("false", start)) {
            word = false;
        } else if (!text.startsWith("null", start)) {
            throw unexpected();
        }
        skip(start + String.valueOf((Object) word).length());
        return word;
    }

    /** Reads what JSON's grammar takes for a number, digit by digit, since fastjson2 takes more. */
    private Number number() throws MalformedException {
        int start = position() - 1;
        int at = text.charAt(start) == '-' ? start + 1 : start;
        int end = digits(at);
        boolean valid = end > at && (end == at + 1 || text.charAt(at) != '0');
        boolean integer = true;
        if (is(end, '.')) {
            integer = false;
            int fraction = end + 1;
            end = digits(fraction);
            valid &= end > fraction;
        }
        int exponentDigits = 0;
        if (is(end, 'e') || is(end, 'E')) {
            integer = false;
            int exponent = is(end + 1, '+') || is(end + 1, '-') ? end + 2 : end + 1;
            end = digits(exponent);
            exponentDigits = end - exponent;
            valid &= exponentDigits > 0;
        }
        if (!valid) {
            throw new MalformedException(
                    "not JSON: no number can be read at character " + (start + 1));
        }
        if (end - start > MAX_NUMBER_LENGTH || exponentDigits > MAX_EXPONENT_DIGITS) {
            throw new MalformedException(
                    "the number at character "
                            + (start + 1)
                            + " is out of range: "
                            + shorten(text.substring(start, end)));
        }
        skip(end);
        BigDecimal number = null;
        if (!integer || end - at >= MAX_LONG_DIGITS) {
            number = new BigDecimal(text.substring(start, end));
            if (!integer || number.unscaledValue().bitLength() >= Long.SIZE) {
                return number;
            }
        }
        return number != null ? number.longValue() : Long.parseLong(text, start, end, 10);
    }

    private int digits(int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private boolean is(int at, char expected) {
        return at < text.length() && text.charAt(at) == expected;
    }

    /** Moves the reader past a number or word, which must end just before {@code end}. */
    private void skip(int end) throws MalformedException {
        int start = position();
        if (end < text.length() && " \t\r\n,]}".indexOf(text.charAt(end)) < 0) {
            throw new MalformedException(
                    "not JSON: unexpected "
                            + show(text.substring(end, end + 1))
                            + " at character "
                            + (end + 1));
        }
        try {
            reader.skipValue();
        } catch (RuntimeException e) {
            throw new MalformedException("not JSON: no value can be read at character " + start);
        }
    }

    /**
     * Whether the reader has just passed a comma. Its own {@code hasComma} keeps an older answer
     * after the end of an object or array.
     */
    private boolean afterComma() {
        int at = (reader.isEnd() ? text.length() : position() - 1) - 1;
        while (at >= 0 && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at--;
        }
        return at >= 0 && text.charAt(at) == ',';
    }

    /** The place of the current character, from 1. */
    private int position() {
        return reader.getOffset();
    }

    private MalformedException unexpected() {
        if (reader.isEnd()) {
            return new MalformedException(
                    "not JSON: it ends early, after character " + text.length());
        }
        return new MalformedException(
                "not JSON: unexpected "
                        + show(String.valueOf(reader.current()))
                        + " at character "
                        + position());
    }
}
