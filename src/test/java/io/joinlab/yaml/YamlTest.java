package io.joinlab.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTest {

    private static YamlMap parse(String text) {
        return Yaml.parse("f.yaml", text);
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(InputException.class).hasMessage(message);
    }

    private static void refused(String text, String message) {
        refused(() -> parse(text), message);
    }

    @Test
    void everyNodeKnowsItsLineAndItsPath() {
        YamlMap root =
                parse(
                        """
                        title: A sentence
                        # a comment

                        steps:
                          - left: 3
                          - {right: 2,
                             at: 2s}
                        """);

        assertThat(root.line()).isEqualTo(1);
        assertThat(root.keyLine("steps")).isEqualTo(4);
        YamlMap second = root.list("steps").items().get(1).asMap();
        assertThat(second.line()).isEqualTo(6);
        assertThat(second.get("at").line()).isEqualTo(7);
        assertThat(second.get("at").path()).isEqualTo("steps[2].at");
        assertThat(second.get("at").file()).isEqualTo("f.yaml");
    }

    @Test
    void scalarsHaveTheTypesOfTheCoreSchema() {
        YamlMap root =
                parse(
                        """
                        nulls: [null, Null, ~, ]
                        booleans: [true, False]
                        integers: [7, -3, +4, 010, 0x1F, 0o17, 92233720368547758080]
                        floats: [1.50, 1e3, -.5, .inf, -.inf, .nan]
                        strings: ['1', "true", yes, 3s, 1_000, 2023-10-27, '']
                        """);

        Function<String, Object[]> values =
                key -> root.list(key).map(node -> node.asScalar().value()).toArray();
        assertThat(values.apply("nulls")).containsExactly(null, null, null);
        assertThat(values.apply("booleans")).containsExactly(true, false);
        assertThat(values.apply("integers"))
                .containsExactly(
                        7L, -3L, 4L, 10L, 31L, 15L, new BigInteger("92233720368547758080"));
        assertThat(values.apply("floats"))
                .containsExactly(
                        new BigDecimal("1.50"),
                        new BigDecimal("1e3"),
                        new BigDecimal("-0.5"),
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        Double.NaN);
        assertThat(values.apply("strings"))
                .containsExactly("1", "true", "yes", "3s", "1_000", "2023-10-27", "");
    }

    @Test
    void aValueThatIsAbsentIsNull() {
        YamlMap root = parse("a:\nb: ''\n");

        assertThat(root.get("a").isNull()).isTrue();
        assertThat(root.get("b").isNull()).isFalse();
        assertThat(root.find("c")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "3s, 3000",
        "-1s, -1000",
        "500ms, 500",
        "0ms, 0",
        "5m, 300000",
        "1h, 3600000",
        "2d, 172800000",
        "'\"3s\"', 3000",
        "365000000d, 31536000000000000",
        "-31536000000000000ms, -31536000000000000"
    })
    void durationsAreAWholeNumberAndAUnit(String text, long millis) {
        assertThat(parse("size: " + text).duration("size")).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"3", "1.5s", "3 s", "3S", "s", "+3s", "1m30s", "", "[3s]", "true", "3us"})
    void nothingElseIsADuration(String text) {
        assertThatThrownBy(() -> parse("size: " + text).duration("size"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("f.yaml:1: size: expected a duration");
    }

    @Test
    void aDurationWithoutAUnitIsRefusedWithWhatToWrite() {
        refused(
                () -> parse("size: 3").duration("size"),
                "f.yaml:1: size: expected a duration, got 3 without a unit; write 3ms or 3s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "31536000000000001ms",
                "-31536000000000001ms",
                "365000001d",
                "9223372036854775807ms",
                "-9223372036854775808ms",
                "99999999999999999999d"
            })
    void aDurationOfMoreThanAMillionYearsIsRefused(String text) {
        refused(
                () -> parse("size: " + text).duration("size"),
                "f.yaml:1: size: expected a duration of at most 365000000d, got '" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "1, 1ms",
        "-1500, -1500ms",
        "3000, 3s",
        "60000, 1m",
        "90000, 90s",
        "3600000, 1h",
        "86400000, 1d",
        "-7200000, -2h"
    })
    void durationsAreFormattedAsTheyAreRead(long millis, String text) {
        assertThat(Durations.format(Duration.ofMillis(millis))).isEqualTo(text);
        assertThat(Durations.parse(text)).contains(Duration.ofMillis(millis));
    }

    @Test
    void aWrongTypeIsAnErrorThatSaysWhatStandsThere() {
        YamlMap root =
                parse("text: abc\nnumber: 12\nlist: [1]\nmap: {a: 1}\nnothing:\nbig: 2147483648\n");

        refused(() -> root.integer("text"), "f.yaml:1: text: expected a whole number, got 'abc'");
        refused(
                () -> root.string("number"),
                "f.yaml:2: number: expected text, got 12; put it in quotes if text is meant");
        refused(() -> root.string("list"), "f.yaml:3: list: expected text, got a list");
        refused(() -> root.map("list"), "f.yaml:3: list: expected a map (key: value), got a list");
        refused(() -> root.integer("map"), "f.yaml:4: map: expected a whole number, got a map");
        refused(() -> root.string("nothing"), "f.yaml:5: nothing: expected text, got nothing");
        refused(
                () -> root.integer("big"),
                "f.yaml:6: big: expected a whole number, got 2147483648");
        refused(
                () -> root.get("text").asBoolean(),
                "f.yaml:1: text: expected true or false, got 'abc'");
    }

    @Test
    void longTextIsShortenedInErrorsWithoutSplittingACharacter() {
        refused(
                () -> parse("a: " + "😀".repeat(50)).integer("a"),
                "f.yaml:1: a: expected a whole number, got '" + "😀".repeat(40) + "...'");
    }

    @Test
    void anUnknownKeyIsRefusedWithTheKnownOnesAndTheNearest() {
        refused(
                () -> parse("a: 1\nopts: {szie: 3s}\n").map("opts").rejectUnknown("size", "slide"),
                "f.yaml:2: opts: unknown key 'szie' (did you mean 'size'?); known here: size,"
                        + " slide");
        refused(
                () -> parse("a: 1\nzzzzzz: 2\n").rejectUnknown("a", "size"),
                "f.yaml:2: unknown key 'zzzzzz'; known here: a, size");
    }

    @Test
    void aMissingKeyIsRefusedWithTheKeyThatWasProbablyMeant() {
        refused(
                () -> parse("o:\n  varaint: x\n").map("o").string("variant"),
                "f.yaml:2: o: missing key 'variant' (did you mean 'varaint'?)");
    }

    @Test
    void aChoiceIsOneOfTheGivenWords() {
        Map<String, Integer> choices = new LinkedHashMap<>();
        choices.put("left", 1);
        choices.put("right", 2);

        assertThat(parse("idle: right").choice("idle", choices)).isEqualTo(2);
        refused(
                () -> parse("idle: rigth").choice("idle", choices),
                "f.yaml:1: idle: expected one of left, right, got 'rigth' (did you mean"
                        + " 'right'?)");
        refused(
                () -> parse("idle: [left]").choice("idle", choices),
                "f.yaml:1: idle: expected one of left, right, got a list");
    }

    @Test
    void duplicateKeysAreRefused() {
        refused("o:\n  a: 1\n  b: 2\n  a: 3\n", "f.yaml:4: o: duplicate key 'a', first on line 2");
        refused("'a': 1\na: 3\n", "f.yaml:2: duplicate key 'a', first on line 1");
    }

    @Test
    void keysAreText() {
        refused("1: a", "f.yaml:1: a key must be text, got 1; put it in quotes");
        refused("[a]: a", "f.yaml:1: a key must be text, got a list; put it in quotes");
        refused("~: a", "f.yaml:1: a key must be text, got nothing; put it in quotes");
        refused(
                "b: {<<: {a: 1}}",
                "f.yaml:1: b: merge keys (<<) are not YAML 1.2; write the keys out");
    }

    @Test
    void noTypeIsEverInstantiated() {
        refused(
                "a: !!javax.script.ScriptEngineManager [x]",
                "f.yaml:1: tags are not supported, remove !!javax.script.ScriptEngineManager");
        refused("a: 1\nb: !local x", "f.yaml:2: tags are not supported, remove !local");
        refused("a: !!str 1", "f.yaml:1: tags are not supported, remove !!str");
        refused(
                "a: !<tag:example.com,2000:x> {}",
                "f.yaml:1: tags are not supported, remove tag:example.com,2000:x");
    }

    @Test
    void whatIsNotYamlIsRefusedWithItsLine() {
        assertThatThrownBy(() -> parse("a: 1\nb: [1, 2\n"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("f.yaml:3: not YAML: while parsing a flow sequence");
        assertThatThrownBy(() -> parse("a: 1\n\tb: 2\n"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("f.yaml:2: not YAML: ");
        assertThatThrownBy(() -> parse("a: \u0000"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("f.yaml: not YAML: ");
        refused("", "f.yaml: the file is empty");
        refused("# only a comment\n", "f.yaml: the file is empty");
        refused("- 1\n- 2\n", "f.yaml:1: expected a map (key: value), got a list");
        refused("a: 1\n---\nb: 2\n", "f.yaml:2: a second document; one a file");
    }

    @Test
    void anAliasStandsForTheAnchoredValue() {
        YamlMap root = parse("a: &row {id: 1}\nb: *row\n");

        assertThat(root.map("b").integer("id")).isEqualTo(1);
    }

    @Test
    void cyclesAreRefused() {
        refused(
                "a: &a [1, *a]",
                "f.yaml:1: the alias *a stands before the end of what it names (&a), or there is"
                        + " no such anchor");
    }

    @Test
    void aliasBombsAreRefusedBeforeTheyAreWrittenOut() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n");
        for (int i = 1; i < 40; i++) {
            String alias = "*a" + (i - 1);
            bomb.append("a").append(i).append(": &a").append(i).append(" [");
            bomb.append((alias + ",").repeat(9)).append(alias).append("]\n");
        }

        assertThatThrownBy(() -> parse(bomb.toString()))
                .isInstanceOf(InputException.class)
                .hasMessageMatching("f\\.yaml:\\d+: more than 100000 values, aliases written out");
    }

    @Test
    void deepNestingIsRefused() {
        refused("a: " + "[".repeat(100_000), "f.yaml:1: nested deeper than 64 levels");
        assertThat(parse("a: " + "[".repeat(60) + "]".repeat(60)).list("a").items()).hasSize(1);
    }

    @Test
    void filesAreUtf8(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("x.yaml");
        Files.writeString(file, "\uFEFFname: 张三😀\n");
        assertThat(Yaml.read(file).string("name")).isEqualTo("张三😀");

        Files.write(file, "name: Müller\n".getBytes(StandardCharsets.ISO_8859_1));
        refused(() -> Yaml.read(file), file + ": not UTF-8; save it as UTF-8");
    }

    @Test
    void aMissingFileIsNamed(@TempDir Path directory) {
        refused(
                () -> Yaml.read(directory.resolve("no.yaml")),
                directory.resolve("no.yaml") + ": no such file");
    }
}
