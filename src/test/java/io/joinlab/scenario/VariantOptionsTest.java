package io.joinlab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.Dataset;
import io.joinlab.join.Catalogue;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.Variant;
import io.joinlab.yaml.InputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A variant's options without a scenario")
class VariantOptionsTest {

    private static final Dataset DATASET = Dataset.read(Path.of("fixtures/product-order"));

    @Test
    @DisplayName("have defaults where the join can't do without one")
    void defaults() {
        for (Variant variant : Catalogue.all()) {
            JoinOptions options = read(variant.name(), Map.of()).options();
            assertThat(options.keys()).isEqualTo(new JoinOptions.Keys("id", "product_id"));
        }
        JoinOptions.Times times = read("interval-event-full", Map.of()).options().times();
        assertThat(times.outOfOrderness()).isEqualTo(Duration.ofSeconds(1));
        assertThat(read("sliding-processing-left", Map.of()).options().windows())
                .isEqualTo(
                        new JoinOptions.Windows(
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(5),
                                null,
                                Duration.ZERO,
                                Duration.ZERO));
    }

    @Test
    @DisplayName("are read as in a scenario")
    void given() {
        VariantOptions options =
                read(
                        "tumbling-event-inner",
                        Map.of("size", "3s", "parallelism", "2", "keys", "{left: name}"));

        assertThat(options.options().windows().size()).isEqualTo(Duration.ofSeconds(3));
        assertThat(options.options().keys()).isEqualTo(new JoinOptions.Keys("name", "product_id"));
        assertThat(options.parallelism()).isEqualTo(2);
    }

    @Test
    @DisplayName("name what the join does not read")
    void unread() {
        assertThatThrownBy(() -> read("tumbling-event-inner", Map.of("gap", "3s")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--set")
                .hasMessageContaining("tumbling-event-inner does not read 'gap'");
    }

    private static VariantOptions read(String variant, Map<String, String> given) {
        return VariantOptions.read(
                "--set", given, Catalogue.byName(variant).orElseThrow(), DATASET);
    }
}
