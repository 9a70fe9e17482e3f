package io.joinlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Text as a terminal shows it")
class DisplayTextTest {

    @ParameterizedTest
    @CsvSource({
        "'',0",
        "abc,3",
        "张三,4",
        "体育🏀,6",
        "（上）,6",
        "é,1", // with a combining accent
        "👩‍👩‍👧,2", // three emoji joined to one
        "❤️,2", // a heart made an emoji by a variation selector
        "🇨🇳,2",
        "한국,4",
        "ｶﾅ,2", // half-width katakana
        "𠮷,2", // beyond the basic plane
        "│─▸∅,4"
    })
    @DisplayName("takes so many columns")
    void width(String text, int columns) {
        assertThat(DisplayText.width(text)).isEqualTo(columns);
    }

    @Test
    @DisplayName("never obeys what is in somebody's data")
    void printable() {
        assertThat(DisplayText.printable("a\nb\t\u001b[31m\u202e\ud800 张😀"))
                .isEqualTo("a\\nb\\t\\u001b[31m\\u202e\\ud800 张😀");
    }

    @Test
    @DisplayName("is cut between characters, never within one")
    void cut() {
        assertThat(DisplayText.cut("古诗（上）", 10, "…")).isEqualTo("古诗（上）");
        assertThat(DisplayText.cut("古诗（上）", 9, "…")).isEqualTo("古诗（上…");
        assertThat(DisplayText.cut("古诗（上）", 8, "…")).isEqualTo("古诗（…");
        assertThat(DisplayText.cut("古诗（上）", 6, "...")).isEqualTo("古...");
    }

    @Test
    @DisplayName("is broken at blanks, and inside words only where it must")
    void wrap() {
        assertThat(DisplayText.wrap("one two three", 7)).isEqualTo(List.of("one two", "three"));
        assertThat(DisplayText.wrap("语文数学 abc", 5)).isEqualTo(List.of("语文", "数学", "abc"));
        assertThat(DisplayText.wrap("", 5)).isEqualTo(List.of(""));
    }

    @Property
    @Label("keeps all its characters when broken into lines that fit")
    void wrapLosesNothing(@ForAll String text, @ForAll @IntRange(min = 2, max = 20) int columns) {
        List<String> lines = DisplayText.wrap(text, columns);

        assertThat(lines).allMatch(line -> DisplayText.width(line) <= columns);
        assertThat(String.join("", lines).replace(" ", "")).isEqualTo(text.replace(" ", ""));
    }
}
