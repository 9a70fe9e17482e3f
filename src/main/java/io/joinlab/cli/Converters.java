package io.joinlab.cli;

import io.joinlab.cdc.DecimalMode;
import io.joinlab.join.Catalogue;
import io.joinlab.join.Variant;
import io.joinlab.live.DatabaseChoice;
import io.joinlab.live.StartupMode;
import io.joinlab.live.StateBackend;
import io.joinlab.yaml.Durations;
import io.joinlab.yaml.Nearest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads arguments that are more than text, under the names that they have everywhere else. */
final class Converters {

    private Converters() {}

    static void register(CommandLine commands) {
        commands.registerConverter(Variant.class, Converters::variant)
                .registerConverter(Duration.class, Converters::duration)
                .registerConverter(
                        DatabaseChoice.class, oneOf(DatabaseChoice.values(), DatabaseChoice::label))
                .registerConverter(
                        StartupMode.class, oneOf(StartupMode.values(), StartupMode::label))
                .registerConverter(
                        StateBackend.class, oneOf(StateBackend.values(), StateBackend::label))
                .registerConverter(
                        DecimalMode.class, oneOf(DecimalMode.values(), DecimalMode::label));
    }

    private static Variant variant(String name) {
        List<String> names = Catalogue.all().stream().map(Variant::name).toList();
        return Catalogue.byName(name)
                .orElseThrow(
                        () ->
                                new TypeConversionException(
                                        "there is no join '"
                                                + name
                                                + "'"
                                                + Nearest.hint(name, names)
                                                + "; see joinlab list"));
    }

    private static Duration duration(String text) {
        return Durations.parse(text)
                .filter(duration -> !duration.isNegative())
                .orElseThrow(
                        () ->
                                new TypeConversionException(
                                        "expected a duration such as 500ms, 60s or 5m, got '"
                                                + text
                                                + "'"));
    }

    private static <E> ITypeConverter<E> oneOf(E[] values, Function<E, String> label) {
        return text ->
                Arrays.stream(values)
                        .filter(value -> label.apply(value).equals(text))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new TypeConversionException(
                                                "expected one of "
                                                        + Arrays.stream(values)
                                                                .map(label)
                                                                .collect(Collectors.joining(", "))
                                                        + ", got '"
                                                        + text
                                                        + "'"));
    }
}
