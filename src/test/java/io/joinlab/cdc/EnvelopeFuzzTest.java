package io.joinlab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.ParseResult.Malformed;
import io.joinlab.cdc.ParseResult.Parsed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Whatever becomes of a recorded line on its way, parsing it has one result and never throws. */
class EnvelopeFuzzTest {
    /** A recorded line and the parser that it is meant for. */
    record Line(EnvelopeParser parser, String text) {
        @Override
        public String toString() {
            return text;
        }
    }

    /** A way to damage a text. */
    record Damage(String name, UnaryOperator<String> apply) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Line> RECORDED =
            Stream.of("teacher-course", "product-order", "business-order")
                    .map(name -> Dataset.read(Envelopes.FIXTURES.resolve(name)))
                    .flatMap(dataset -> Stream.of(dataset.left(), dataset.right()))
                    .flatMap(table -> table.recordings().values().stream())
                    .flatMap(EnvelopeFuzzTest::lines)
                    .toList();

    private static final Pattern VALUE =
            Pattern.compile("(?<=:)(null|true|false|-?[0-9][0-9.E+-]*|\"(?:[^\"\\\\]|\\\\.)*\")");

    private static Stream<Line> lines(Recording recording) {
        EnvelopeParser parser = new EnvelopeParser(recording.schema());
        return recording.lines().stream().map(line -> new Line(parser, line));
    }

    @Provide
    Arbitrary<Line> recorded() {
        return Arbitraries.of(RECORDED);
    }

    /** Characters and pieces that mean something to a reader of JSON, and a few that don't. */
    private static Arbitrary<String> piece() {
        return Arbitraries.oneOf(
                Arbitraries.of(
                        "{",
                        "}",
                        "[",
                        "]",
                        "\"",
                        "'",
                        ",",
                        ":",
                        "\\",
                        "\\u",
                        "\\ud800",
                        "\\x",
                        "\u0000",
                        "\u001A",
                        "\ud800",
                        "\udc00",
                        "😀",
                        "/*",
                        "//",
                        "*/",
                        "null",
                        "NaN",
                        "1e999",
                        "-",
                        "0",
                        ".",
                        "e",
                        "L",
                        "Set",
                        "new",
                        "x'",
                        "\n",
                        " ",
                        "$ref",
                        "@type",
                        "\"op\":\"d\",",
                        "[[[[[[[[",
                        "{\"a\":",
                        "🏸".repeat(40)),
                Arbitraries.strings().all().ofMinLength(1).ofMaxLength(4));
    }

    @Provide
    Arbitrary<List<Damage>> damages() {
        Arbitrary<Double> place = Arbitraries.doubles().between(0, 1);
        Arbitrary<Integer> length = Arbitraries.integers().between(1, 40);
        Arbitrary<Damage> cut =
                place.map(
                        at -> new Damage("cut at " + at, text -> text.substring(0, at(text, at))));
        Arbitrary<Damage> remove =
                Combinators.combine(place, length)
                        .as(
                                (at, n) ->
                                        new Damage(
                                                "remove " + n + " at " + at,
                                                text ->
                                                        text.substring(0, at(text, at))
                                                                + text.substring(
                                                                        end(text, at, n))));
        Arbitrary<Damage> insert =
                Combinators.combine(place, piece())
                        .as(
                                (at, piece) ->
                                        new Damage(
                                                "insert " + piece + " at " + at,
                                                text ->
                                                        text.substring(0, at(text, at))
                                                                + piece
                                                                + text.substring(at(text, at))));
        Arbitrary<Damage> replace =
                Combinators.combine(place, piece())
                        .as(
                                (at, piece) ->
                                        new Damage(
                                                "replace by " + piece + " at " + at,
                                                text ->
                                                        text.substring(0, at(text, at))
                                                                + piece
                                                                + text.substring(
                                                                        end(text, at, 1))));
        Arbitrary<Damage> repeat =
                Combinators.combine(place, place, length)
                        .as(
                                (from, to, n) ->
                                        new Damage(
                                                "copy " + n + " from " + from + " to " + to,
                                                text ->
                                                        text.substring(0, at(text, to))
                                                                + text.substring(
                                                                        at(text, from),
                                                                        end(text, from, n))
                                                                + text.substring(at(text, to))));
        return Arbitraries.oneOf(cut, remove, insert, replace, repeat)
                .list()
                .ofMinSize(1)
                .ofMaxSize(5);
    }

    private static int at(String text, double place) {
        return (int) (place * text.length());
    }

    private static int end(String text, double place, int length) {
        return Math.min(text.length(), at(text, place) + length);
    }

    @Provide
    Arbitrary<String> jsonValues() {
        Arbitrary<String> scalars =
                Arbitraries.oneOf(
                        Arbitraries.of(
                                "null",
                                "true",
                                "0",
                                "-1",
                                "1.5",
                                "9223372036854775807",
                                "-9223372036854775808",
                                "9223372036854775808",
                                "1e400",
                                "-1e-9999",
                                "123456789012345678901234567890.5",
                                "\"\"",
                                "\"Irg=\"",
                                "\"NaN\"",
                                "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAA\"",
                                "\"1E+999\"",
                                "\"__debezium_unavailable_value\"",
                                "\"\\ud800\"",
                                "{}",
                                "[]"),
                        Arbitraries.longs().map(String::valueOf),
                        Arbitraries.doubles().map(String::valueOf),
                        Arbitraries.strings().ofMaxLength(12).map(text -> Json.write(text)));
        return Arbitraries.lazyOf(
                () -> scalars,
                () -> scalars,
                () -> scalars,
                () ->
                        jsonValues()
                                .list()
                                .ofMaxSize(3)
                                .map(items -> "[" + String.join(",", items) + "]"),
                () ->
                        jsonValues()
                                .list()
                                .ofMaxSize(3)
                                .map(
                                        items -> {
                                            List<String> entries = new ArrayList<>();
                                            for (String item : items) {
                                                entries.add("\"k" + entries.size() + "\":" + item);
                                            }
                                            return "{" + String.join(",", entries) + "}";
                                        }));
    }

    @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
    void aDamagedLineHasOneResult(
            @ForAll("recorded") Line line, @ForAll("damages") List<Damage> damages) {
        String text = line.text();
        for (Damage damage : damages) {
            text = damage.apply().apply(text);
        }

        check(line.parser(), text);
    }

    @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
    void aLineWithOtherValuesHasOneResult(
            @ForAll("recorded") Line line,
            @ForAll("jsonValues") String value,
            @ForAll("jsonValues") String another,
            @ForAll int place) {
        String text = replaceValue(replaceValue(line.text(), place, value), place / 31, another);

        check(line.parser(), text);
    }

    private static String replaceValue(String text, int place, String value) {
        List<MatchResult> values = VALUE.matcher(text).results().toList();
        MatchResult match = values.get(Math.floorMod(place, values.size()));
        return text.substring(0, match.start()) + value + text.substring(match.end());
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void anyTextHasOneResult(@ForAll("recorded") Line line, @ForAll String text) {
        check(line.parser(), text);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void anyJsonHasOneResult(@ForAll("recorded") Line line, @ForAll("jsonValues") String json) {
        check(line.parser(), json);
    }

    private static void check(EnvelopeParser parser, String text) {
        ParseResult result = parser.parse(text);

        Statistics.collect(result.getClass().getSimpleName());
        assertThat(parser.parse(text)).isEqualTo(result);
        if (result instanceof Malformed malformed) {
            assertThat(malformed.raw()).isEqualTo(text);
            assertThat(malformed.reason()).isNotBlank().hasSizeLessThan(400);
        } else if (result instanceof Parsed parsed) {
            assertThat(copy(parsed.event())).isEqualTo(parsed.event());
        }
    }

    /** What Flink does with an event between two tasks. */
    private static ChangeEvent copy(ChangeEvent event) {
        try {
            DataOutputSerializer out = new DataOutputSerializer(512);
            ChangeEventSerializer.INSTANCE.serialize(event, out);
            return ChangeEventSerializer.INSTANCE.deserialize(
                    new DataInputDeserializer(out.getSharedBuffer(), 0, out.length()));
        } catch (IOException e) {
            throw new AssertionError("a parsed event that can't be sent: " + event, e);
        }
    }
}
