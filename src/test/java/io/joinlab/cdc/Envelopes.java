package io.joinlab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

/** A table with a column of every type, and envelopes of it to take apart. */
final class Envelopes {
    static final Path FIXTURES = Path.of("fixtures");

    private Envelopes() {}

    static ColumnType type(String text) {
        return ColumnType.parse(text).orElseThrow();
    }

    /** A PostgreSQL table {@code t} with the given columns, {@code name type} each. */
    static TableSchema schema(DecimalMode decimal, String... columns) {
        return schema(DatabaseKind.POSTGRESQL, decimal, columns);
    }

    static TableSchema schema(DatabaseKind database, DecimalMode decimal, String... columns) {
        return new TableSchema(
                database,
                "t",
                List.of(columns).stream()
                        .map(column -> column.split(" "))
                        .map(parts -> new Column(parts[0], type(parts[1])))
                        .toList(),
                List.of(),
                decimal);
    }

    /** An insert of the given row image into {@code t}. */
    static String insert(String after) {
        return "{\"before\":null,\"after\":"
                + after
                + ",\"source\":{\"connector\":\"postgresql\",\"ts_ms\":1000,\"snapshot\":\"false\","
                + "\"db\":\"d\",\"schema\":\"public\",\"table\":\"t\",\"lsn\":39296928},"
                + "\"op\":\"c\",\"ts_ms\":1001,\"transaction\":null}";
    }

    static ChangeEvent parsed(ParseResult result) {
        assertThat(result).isInstanceOf(ParseResult.Parsed.class);
        return ((ParseResult.Parsed) result).event();
    }

    static String reason(ParseResult result) {
        assertThat(result).isInstanceOf(ParseResult.Malformed.class);
        return ((ParseResult.Malformed) result).reason();
    }
}
