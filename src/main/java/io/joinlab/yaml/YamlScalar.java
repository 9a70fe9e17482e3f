package io.joinlab.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** A single value: null, a boolean, a number or text. */
public final class YamlScalar extends YamlNode {

    /** What YAML 1.2's core schema takes a scalar for. Anything quoted is text. */
    public enum Kind {
        NULL,
        BOOLEAN,
        INTEGER,
        FLOAT,
        STRING
    }

    private static final int LONGEST_SHOWN = 40;

    private final Kind kind;
    private final String text;
    private final boolean quoted;

    YamlScalar(Place place, Kind kind, String text, boolean quoted) {
        super(place);
        this.kind = kind;
        this.text = text;
        this.quoted = quoted;
    }

    /** What YAML takes it for. */
    public Kind kind() {
        return kind;
    }

    /** The value as it stands in the file, without quotes. */
    public String text() {
        return text;
    }

    /** Whether it is written in quotes or as a block ({@code |}, {@code >}). */
    public boolean quoted() {
        return quoted;
    }

    /**
     * The value as YAML's core schema has it: {@code null}, a {@link Boolean}, a {@link Long} (a
     * {@link BigInteger} if it is too large), a {@link BigDecimal} (a {@link Double} for {@code
     * .nan} and {@code .inf}) or a {@link String}.
     */
    public Object value() {
        return switch (kind) {
            case NULL -> null;
            case BOOLEAN -> text.equalsIgnoreCase("true");
            case INTEGER -> shortest(integer());
            case FLOAT -> number();
            case STRING -> text;
        };
    }

    @Override
    public boolean isNull() {
        return kind == Kind.NULL;
    }

    @Override
    public YamlScalar asScalar() {
        return this;
    }

    @Override
    public String asString() {
        if (kind == Kind.STRING) {
            return text;
        }
        if (kind == Kind.NULL) {
            throw expected("text");
        }
        throw error("expected text, got " + describe() + "; put it in quotes if text is meant");
    }

    @Override
    public boolean asBoolean() {
        if (kind == Kind.BOOLEAN) {
            return text.equalsIgnoreCase("true");
        }
        throw expected("true or false");
    }

    @Override
    public int asInt() {
        if (kind == Kind.INTEGER) {
            BigInteger value = integer();
            if (value.bitLength() < Integer.SIZE) {
                return value.intValue();
            }
        }
        throw expected("a whole number");
    }

    @Override
    public Duration asDuration() {
        if (kind == Kind.INTEGER) {
            throw error(
                    "expected a duration, got "
                            + describe()
                            + " without a unit; write "
                            + text
                            + "ms or "
                            + text
                            + "s");
        }
        return Durations.parse(text).orElseThrow(() -> expected(Durations.expected(text)));
    }

    @Override
    public <T> T asChoice(Map<String, T> choices) {
        T choice = kind == Kind.STRING ? choices.get(text) : null;
        if (choice == null) {
            throw error(
                    "expected one of "
                            + String.join(", ", choices.keySet())
                            + ", got "
                            + describe()
                            + Nearest.hint(text, choices.keySet()));
        }
        return choice;
    }

    @Override
    String describe() {
        String shown =
                text.codePointCount(0, text.length()) > LONGEST_SHOWN
                        ? text.substring(0, text.offsetByCodePoints(0, LONGEST_SHOWN)) + "..."
                        : text;
        return switch (kind) {
            case NULL -> "nothing";
            case STRING -> "'" + shown + "'";
            default -> shown;
        };
    }

    @Override
    long size() {
        return 1;
    }

    private BigInteger integer() {
        if (text.startsWith("0x")) {
            return new BigInteger(text.substring(2), 16);
        }
        if (text.startsWith("0o")) {
            return new BigInteger(text.substring(2), 8);
        }
        return new BigInteger(text);
    }

    private Number number() {
        String word = text.toLowerCase(Locale.ROOT);
        if (word.endsWith(".nan")) {
            return Double.NaN;
        }
        if (word.endsWith(".inf")) {
            return word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return new BigDecimal(text);
    }

    private static Number shortest(BigInteger value) {
        if (value.bitLength() < Long.SIZE) {
            return value.longValue();
        }
        return value;
    }
}
