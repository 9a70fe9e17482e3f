package io.joinlab.cdc;

import static io.joinlab.cdc.Envelopes.insert;
import static io.joinlab.cdc.Envelopes.parsed;
import static io.joinlab.cdc.Envelopes.reason;
import static io.joinlab.cdc.Envelopes.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.ParseResult.Ignored;
import io.joinlab.cdc.ParseResult.Malformed;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeParserTest {
    private static final EnvelopeParser PARSER =
            new EnvelopeParser(schema(DecimalMode.PRECISE, "id int", "name string"));

    private static final String INSERT = insert("{\"id\":1,\"name\":\"a\"}");

    private static ParseResult parse(String message) {
        return PARSER.parse(message);
    }

    private static String replaced(String part, String by) {
        assertThat(INSERT).contains(part);
        return INSERT.replace(part, by);
    }

    @Test
    void anEnvelopeIsAChangeEvent() {
        assertThat(parsed(parse(INSERT)))
                .isEqualTo(
                        new ChangeEvent(
                                Op.CREATE,
                                null,
                                RowImage.of(List.of("id", "name"), List.of(1L, "a")),
                                new SourceInfo(
                                        "postgresql", "d", "public", "t", 1000, false, "0/2579FA0"),
                                1001));
    }

    @Test
    void anEnvelopeBesideItsSchemaIsTheSameEvent() {
        assertThat(parse("{\"schema\":{\"type\":\"struct\"},\"payload\":" + INSERT + "}"))
                .isEqualTo(parse(INSERT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "r | null | {\"id\":1} | null | 1",
                "c | null | {\"id\":1} | null | 1",
                "u | null | {\"id\":1} | null | 1",
                "u | {\"id\":2} | {\"id\":1} | 2 | 1",
                "d | {\"id\":2} | null | 2 | null",
                "d | null | null | null | null",
                "t | null | null | null | null",
            })
    void rowImagesFitTheOp(String op, String before, String after, String old, String now) {
        ChangeEvent event =
                parsed(
                        parse(
                                insert(after)
                                        .replace("\"op\":\"c\"", "\"op\":\"" + op + "\"")
                                        .replace("\"before\":null", "\"before\":" + before)));

        assertThat(event.op().code()).isEqualTo(op);
        assertThat(event.before()).isEqualTo(row(old));
        assertThat(event.after()).isEqualTo(row(now));
    }

    private static RowImage row(String id) {
        return id.equals("null") ? null : RowImage.of(Map.of("id", Long.valueOf(id)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "r | null | null | field after: expected a row for op r, got null",
                "c | null | null | field after: expected a row for op c, got null",
                "u | {} | null | field after: expected a row for op u, got null",
                "d | {} | {} | field after: expected null for op d, got an object",
                "t | null | {} | field after: expected null for op t, got an object",
                "t | {} | null | field before: expected null for op t, got an object",
                "c | {} | {} | field before: expected null for op c, got an object",
                "r | {} | {} | field before: expected null for op r, got an object",
                "c | null | [] | field after: expected a row or null, got an array",
                "d | \"x\" | null | field before: expected a row or null, got \"x\"",
            })
    void rowImagesThatDoNotFitTheOpAreMalformed(
            String op, String before, String after, String reason) {
        String message =
                insert(after)
                        .replace("\"op\":\"c\"", "\"op\":\"" + op + "\"")
                        .replace("\"before\":null", "\"before\":" + before);

        assertThat(reason(parse(message))).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"op\":\"c\" | \"op\":\"x\" | field op: expected one of r, c, u, d, t, got \"x\"",
                "\"op\":\"c\" | \"op\":\"C\" | field op: expected one of r, c, u, d, t, got \"C\"",
                "\"op\":\"c\" | \"op\":null | field op: expected one of r, c, u, d, t, got null",
                "\"op\":\"c\" | \"op\":[\"c\"] | field op: expected one of r, c, u, d, t, got an"
                        + " array",
                "\"op\":\"c\" | \"o\":\"c\" | field op: missing",
                "\"ts_ms\":1001 | \"ts\":1001 | field ts_ms: missing",
                "\"ts_ms\":1001 | \"ts_ms\":null | field ts_ms: expected epoch milliseconds, got"
                        + " null",
                "\"ts_ms\":1001 | \"ts_ms\":\"1001\" | field ts_ms: expected epoch milliseconds,"
                        + " got \"1001\"",
                "\"ts_ms\":1001 | \"ts_ms\":1001.0 | field ts_ms: expected epoch milliseconds, got"
                        + " 1001.0",
                "\"ts_ms\":1001 | \"ts_ms\":9223372036854775808 | field ts_ms: expected epoch"
                        + " milliseconds, got 9223372036854775808",
                "\"ts_ms\":1000 | \"ts\":1000 | field source.ts_ms: missing",
                "\"ts_ms\":1000 | \"ts_ms\":null | field source.ts_ms: expected epoch milliseconds,"
                        + " got null",
                "\"source\": | \"sauce\": | field source: missing",
                "\"db\":\"d\" | \"db\":1 | field source.db: expected a string, got 1",
                "\"db\":\"d\" | \"dd\":1 | field source.db: missing",
                "\"connector\":\"postgresql\" | \"connector\":null | field source.connector:"
                        + " expected a string, got null",
                "\"table\":\"t\" | \"table\":\"u\" | field source.table: expected \"t\", got \"u\"",
                "\"schema\":\"public\" | \"schema\":{} | field source.schema: expected a string,"
                        + " got an object",
            })
    void everyFieldOfTheEnvelopeIsChecked(String part, String by, String reason) {
        assertThat(parse(replaced(part, by))).isEqualTo(new Malformed(replaced(part, by), reason));
    }

    @Test
    void aSourceThatIsNoObjectIsMalformed() {
        assertThat(reason(parse("{\"op\":\"c\",\"source\":7,\"ts_ms\":1}")))
                .isEqualTo("field source: expected an object, got 7");
    }

    @Test
    void fieldsThatNoJoinNeedsAreNotLookedAt() {
        assertThat(
                        parse(
                                replaced(
                                        "\"transaction\":null",
                                        "\"transaction\":{\"id\":7},\"ts_us\":\"?\"")))
                .isEqualTo(parse(INSERT));
        assertThat(parse(replaced(",\"transaction\":null", ""))).isEqualTo(parse(INSERT));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "\n", "null", "{\"schema\":null,\"payload\":null}"})
    void anEmptyMessageIsATombstone(String message) {
        assertThat(parse(message)).isEqualTo(new Ignored(Ignored.Kind.TOMBSTONE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HEARTBEAT | {\"ts_ms\":1}",
                "HEARTBEAT | {\"schema\":{},\"payload\":{\"ts_ms\":1}}",
                "TRANSACTION |"
                    + " {\"status\":\"BEGIN\",\"id\":\"571\",\"event_count\":null,\"data_collections\":null}",
                "TRANSACTION |"
                    + " {\"status\":\"END\",\"id\":\"571\",\"event_count\":2,\"data_collections\":[]}",
                "SCHEMA_CHANGE |"
                    + " {\"source\":{\"table\":\"x\"},\"databaseName\":\"d\",\"ddl\":\"ALTER TABLE"
                    + " t\",\"tableChanges\":[]}",
                "SCHEMA_CHANGE | {\"source\":{},\"historyRecord\":\"{}\"}",
                "LOGICAL_MESSAGE |"
                    + " {\"op\":\"m\",\"ts_ms\":1,\"source\":{},\"message\":{\"prefix\":\"p\",\"content\":\"YQ==\"}}",
            })
    void otherRecordsOfDebeziumAreIgnored(Ignored.Kind kind, String message) {
        assertThat(parse(message)).isEqualTo(new Ignored(kind));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | field op: missing",
                "{\"status\":\"BEGINNING\",\"id\":\"1\"} | field op: missing",
                "{\"ts_ms\":1,\"more\":2} | field op: missing",
                "[] | expected an envelope, got an array",
                "7 | expected an envelope, got 7",
                "\"text\" | expected an envelope, got \"text\"",
                "true | expected an envelope, got true",
                "{\"schema\":{},\"payload\":[]} | expected an envelope, got an array",
            })
    void jsonThatIsNoRecordOfDebeziumIsMalformed(String message, String reason) {
        assertThat(reason(parse(message))).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hello | not JSON: unexpected \"h\" at character 1",
                "{\"op\":\"c\" | not JSON: it ends early, after character 9",
                "{\"op\":\"c\", | not JSON: it ends early, after character 10",
                "{\"op\":\"c | not JSON: the text that starts at character 7 has no end, or is"
                        + " followed by something else than , ] or }",
                "{\"op\" | not JSON: no name and colon can be read at character 2",
                "{\"op\":\"c\"}} | not JSON: unexpected \"}\" at character 11",
                "{\"op\":\"c\"}, | not JSON: it ends early, after character 11",
                "{\"op\":\"c\",} | not JSON: unexpected \"}\" at character 11",
                "{\"op\" \"c\"} | not JSON: no name and colon can be read at character 2",
                "{op:\"c\"} | not JSON: unexpected \"o\" at character 2",
                "{'op':'c'} | not JSON: unexpected \"'\" at character 2",
                "{\"op\":'c'} | not JSON: unexpected \"'\" at character 7",
                "{\"a\":[1,]} | not JSON: no value can be read at character 7",
                "{\"a\":NaN} | not JSON: unexpected \"N\" at character 6",
                "{\"a\":-Infinity} | not JSON: no number can be read at character 6",
                "{\"a\":nul} | not JSON: unexpected \"n\" at character 6",
                "{\"a\":truely} | not JSON: unexpected \"l\" at character 10",
                "{\"a\":01} | not JSON: no number can be read at character 6",
                "{\"a\":+1} | not JSON: unexpected \"+\" at character 6",
                "{\"a\":1.} | not JSON: no number can be read at character 6",
                "{\"a\":.5} | not JSON: unexpected \".\" at character 6",
                "{\"a\":1e} | not JSON: no number can be read at character 6",
                "{\"a\":1L} | not JSON: unexpected \"L\" at character 7",
                "{\"a\":0x1F} | not JSON: unexpected \"x\" at character 7",
                "{\"a\":1 \"b\":2} | not JSON: no value can be read at character 6",
                "{\"a\":Set[1]} | not JSON: unexpected \"S\" at character 6",
                "{\"a\":new Date(1)} | not JSON: unexpected \"n\" at character 6",
                "/{\"a\":1} | not JSON: nothing can be read at character 1",
                "{\"op\":\"c\",\"op\":\"d\"} | the name \"op\" is used again at character 11",
                "{\"a\":{\"b\":null,\"b\":null}} | the name \"b\" is used again at character 16",
                "{\"a\":1e99999} | the number at character 6 is out of range: 1e99999",
            })
    void whatIsNotJsonIsMalformed(String message, String reason) {
        assertThat(parse(message)).isEqualTo(new Malformed(message, reason));
    }

    @Test
    void everyPrefixOfAnEnvelopeIsMalformed() {
        for (int length = 1; length < INSERT.length(); length++) {
            assertThat(reason(parse(INSERT.substring(0, length)))).startsWith("not JSON: ");
        }
    }

    @Test
    void deepNestingIsMalformed() {
        String deep = "[".repeat(100_000);

        assertThat(reason(parse(replaced("\"a\"", deep))))
                .isEqualTo("nested deeper than 64 levels at character 102");
        assertThat(reason(parse(replaced("\"a\"", "{\"a\":".repeat(100_000)))))
                .startsWith("nested deeper than 64 levels at character ");
    }

    @Test
    void anEndOfInputCharacterDoesNotHideWhatFollows() {
        assertThat(reason(parse(INSERT + "\u001A garbage")))
                .isEqualTo(
                        "not JSON: a control character, U+001A, at character "
                                + (INSERT.length() + 1));
    }

    @Test
    void aNumberOfAMillionDigitsIsRefusedBeforeItIsRead() {
        assertThat(reason(parse(replaced("\"id\":1", "\"id\":" + "9".repeat(1_000_000)))))
                .isEqualTo("the number at character 30 is out of range: " + "9".repeat(40) + "...");
    }

    @Test
    void textOfAMegabyteIsKept() {
        String text = "张😀".repeat(350_000);

        assertThat(parsed(parse(replaced("\"a\"", '"' + text + '"'))).after().get("name"))
                .isEqualTo(text);
    }

    @Test
    void unpairedSurrogatesAreKept() {
        assertThat(parsed(parse(replaced("\"a\"", "\"\\ud800x\""))).after().get("name"))
                .isEqualTo("\ud800x");
        assertThat(parsed(parse(replaced("\"a\"", "\"\udc00\""))).after().get("name"))
                .isEqualTo("\udc00");
    }

    @Test
    void escapedTextIsTheSameText() {
        assertThat(
                        parsed(parse(replaced("\"a\"", "\"\\uD83D\\uDE00 \\\"\\\\\\/\\n\\t\"")))
                                .after()
                                .get("name"))
                .isEqualTo("😀 \"\\/\n\t");
    }

    @Test
    void anAddedColumnIsKeptWithItsJsonValue() {
        RowImage row =
                parsed(
                                parse(
                                        insert(
                                                "{\"a\":true,\"b\":\"x\",\"c\":12,\"d\":1.50,"
                                                    + "\"name\":\"n\",\"e\":12345678901234567890,"
                                                    + "\"f\":1e400,\"g\":null,\"id\":1,"
                                                    + "\"h\":{\"k\":[1,null,\"é\"]},\"i\":[]}")))
                        .after();

        assertThat(row.columns())
                .containsExactly("id", "name", "a", "b", "c", "d", "e", "f", "g", "h", "i");
        assertThat(row.toMap().values())
                .containsExactly(
                        1L,
                        "n",
                        true,
                        "x",
                        12L,
                        new BigDecimal("1.50"),
                        new BigDecimal("12345678901234567890"),
                        new BigDecimal("1E+400"),
                        null,
                        "{\"k\":[1,null,\"é\"]}",
                        "[]");
    }

    @Test
    void aColumnThatTheEnvelopeDoesNotHaveIsAbsentAndNotNull() {
        RowImage row = parsed(parse(insert("{\"id\":1}"))).after();

        assertThat(row.has("name")).isFalse();
        assertThat(row.columns()).containsExactly("id");
    }

    @Test
    void aToastedValueThatAnUpdateLeftAloneIsAbsent() {
        String after = "{\"id\":1,\"name\":\"__debezium_unavailable_value\"}";

        assertThat(parsed(parse(insert(after))).after().columns()).containsExactly("id");
    }

    @Test
    void aRowImageHasNoMoreColumnsThanATableCanHave() {
        StringBuilder columns = new StringBuilder("{\"id\":1");
        for (int i = 0; i < 4096; i++) {
            columns.append(",\"c").append(i).append("\":0");
        }

        assertThat(reason(parse(insert(columns + "}"))))
                .isEqualTo("field after: 4097 columns, more than 4096");
    }

    @Test
    void theSnapshotMarkIsTakenAsItStands() {
        assertThat(parsed(parse(replaced("\"false\"", "\"true\""))).source().snapshot()).isTrue();
        assertThat(parsed(parse(replaced("\"false\"", "\"last\""))).source().snapshot()).isTrue();
        assertThat(parsed(parse(replaced("\"false\"", "true"))).source().snapshot()).isTrue();
        assertThat(parsed(parse(replaced("\"false\"", "false"))).source().snapshot()).isFalse();
        assertThat(parsed(parse(replaced("\"false\"", "null"))).source().snapshot()).isFalse();
    }

    @Test
    void thePositionIsWrittenAsTheDatabasesToolsWriteIt() {
        String lsn = "\"lsn\":39296928";
        assertThat(parsed(parse(replaced(lsn, "\"lsn\":4294967296"))).source().position())
                .isEqualTo("1/0");
        assertThat(parsed(parse(replaced(lsn, "\"lsn\":0"))).source().position()).isEmpty();
        assertThat(
                        parsed(parse(replaced(lsn, "\"file\":\"binlog.000001\",\"pos\":4113")))
                                .source()
                                .position())
                .isEqualTo("binlog.000001:4113");
        assertThat(parsed(parse(replaced(lsn, "\"file\":\"\",\"pos\":0"))).source().position())
                .isEmpty();
    }
}
