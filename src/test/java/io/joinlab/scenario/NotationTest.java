package io.joinlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.ByteString;
import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.yaml.Yaml;
import io.joinlab.yaml.YamlScalar;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotationTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "3000, 3s",
        "-1000, -1s",
        "2999, 2999ms",
        "300000, 5m",
        "1698402600000, 2023-10-27T10:30:00Z",
        "1698402599999, 2023-10-27T10:29:59.999Z"
    })
    void a_time_is_short_near_the_epoch_and_a_date_in_our_days(long millis, String written) {
        assertThat(Notation.time(millis)).isEqualTo(written);
    }

    @Test
    void an_event_is_written_as_a_scenario_writes_it() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", "001");
        row.put("name", "张三");
        row.put("age", 7L);
        row.put("rate", 0.5);
        row.put("price", new BigDecimal("80.00"));
        row.put("at", LocalDateTime.parse("2023-10-27T10:30"));
        row.put("zoned", Instant.parse("2023-10-27T10:30:00Z"));
        row.put("ok", true);
        row.put("note", null);
        row.put("bytes", ByteString.copyOf(new byte[] {0, -1}));

        assertThat(Notation.event(new ChangeEvent(Op.UPDATE, null, RowImage.of(row), null, 0)))
                .isEqualTo(
                        "{u: {id: '001', name: 张三, age: 7, rate: 0.5, price: '80.00', at:"
                                + " '2023-10-27T10:30:00.000', zoned: '2023-10-27T10:30:00Z', ok:"
                                + " true, note: null, bytes: '0x00ff'}}");
    }

    @Test
    void a_delete_shows_the_row_before_it() {
        RowImage row = RowImage.of(Map.of("id", "001"));

        assertThat(Notation.event(new ChangeEvent(Op.DELETE, row, null, null, 0)))
                .isEqualTo("{d: {id: '001'}}");
        assertThat(Notation.event(new ChangeEvent(Op.DELETE, null, null, null, 0)))
                .isEqualTo("{d: null}");
    }

    @ParameterizedTest
    @CsvSource({
        "true, '''true'''",
        "null, '''null'''",
        "12, '''12'''",
        "a: b, '''a: b'''",
        "'{\"op\":\"c\"', '''{\"op\":\"c\"'''",
        "join key c_tid is NULL, join key c_tid is NULL"
    })
    void text_is_quoted_where_yaml_would_take_it_for_something_else(String text, String written) {
        assertThat(Notation.text(text)).isEqualTo(written);
    }

    @Property
    void any_text_reads_back_as_itself(@ForAll String text) {
        YamlScalar read =
                Yaml.parse("t.yaml", "t: [" + Notation.text(text) + "]")
                        .list("t")
                        .items()
                        .get(0)
                        .asScalar();

        assertThat(read.asString()).isEqualTo(text);
    }
}
