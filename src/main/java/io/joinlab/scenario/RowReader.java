package io.joinlab.scenario;

import io.joinlab.cdc.ByteString;
import io.joinlab.cdc.Column;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.TableSchema;
import io.joinlab.yaml.InputException;
import io.joinlab.yaml.YamlMap;
import io.joinlab.yaml.YamlNode;
import io.joinlab.yaml.YamlScalar;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads row images: {@code {t_id: '001', t_name: 张三}}, each value typed by its column. */
final class RowReader {
    private static final Pattern DECIMAL = Pattern.compile("-?\\d+(\\.\\d+)?");
    private static final Pattern BYTES = Pattern.compile("0x([0-9a-f]{2})*");

    private final TableSchema schema;
    private final Set<String> known;
    private final Set<String> required;

    /** A reader of complete rows of a table. */
    RowReader(TableSchema schema) {
        this(schema, schema.columnNames(), schema.columnNames());
    }

    /**
     * A reader of rows as they came over the wire: they may have columns that the table has not,
     * and lack some that it has.
     */
    RowReader(TableSchema schema, Iterable<String> known, Iterable<String> required) {
        this.schema = schema;
        this.known = new LinkedHashSet<>(schema.columnNames());
        known.forEach(this.known::add);
        this.required = new LinkedHashSet<>();
        required.forEach(this.required::add);
    }

    /** The row image; {@code null} for YAML's null. */
    RowImage read(YamlNode node) {
        if (node.isNull()) {
            return null;
        }
        YamlMap map = node.asMap();
        map.rejectUnknown(known.toArray(String[]::new));
        List<String> columns = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (String name : known) {
            if (map.has(name)) {
                columns.add(name);
                values.add(value(map.get(name), name));
            } else if (required.contains(name)) {
                throw map.error(
                        "missing column '"
                                + name
                                + "' of table "
                                + schema.table()
                                + "; write "
                                + name
                                + ": null for NULL");
            }
        }
        return RowImage.of(columns, values);
    }

    private Object value(YamlNode node, String name) {
        YamlScalar scalar = node.asScalar();
        if (scalar.isNull()) {
            return null;
        }
        return schema.column(name).map(column -> typed(scalar, column)).orElseGet(scalar::value);
    }

    private Object typed(YamlScalar scalar, Column column) {
        return switch (column.type().kind()) {
            case BOOLEAN -> scalar.asBoolean();
            case TINYINT -> integer(scalar, column, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> integer(scalar, column, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> integer(scalar, column, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> integer(scalar, column, Long.MIN_VALUE, Long.MAX_VALUE);
            case DOUBLE -> number(scalar, column);
            case DECIMAL -> decimal(scalar, column);
            case STRING -> scalar.asString();
            case DATE -> time(scalar, column, LocalDate::parse, "'2023-10-27'");
            case TIME -> time(scalar, column, LocalTime::parse, "'10:30:00.000'");
            case TIMESTAMP ->
                    time(scalar, column, LocalDateTime::parse, "'2023-10-27T10:30:00.000'");
            case TIMESTAMPTZ -> time(scalar, column, Instant::parse, "'2023-10-27T10:30:00Z'");
            case BYTES -> bytes(scalar, column);
        };
    }

    private Long integer(YamlScalar scalar, Column column, long min, long max) {
        if (scalar.value() instanceof Long number && number >= min && number <= max) {
            return number;
        }
        throw wrong(scalar, column, "a whole number from " + min + " to " + max + ", not quoted");
    }

    private Double number(YamlScalar scalar, Column column) {
        if (scalar.value() instanceof Number number) {
            return number.doubleValue();
        }
        throw wrong(scalar, column, "a number such as 88.88, not quoted");
    }

    private BigDecimal decimal(YamlScalar scalar, Column column) {
        int scale = column.type().scale();
        if (scalar.kind() == YamlScalar.Kind.STRING && DECIMAL.matcher(scalar.text()).matches()) {
            BigDecimal decimal = new BigDecimal(scalar.text());
            if (decimal.scale() == scale) {
                return decimal;
            }
        }
        throw wrong(
                scalar,
                column,
                "a number in quotes with "
                        + scale
                        + " digits after the point, such as '"
                        + BigDecimal.valueOf(8, 0).setScale(scale).toPlainString()
                        + "'");
    }

    private static <T> T time(
            YamlScalar scalar, Column column, Function<CharSequence, T> parse, String example) {
        try {
            return parse.apply(scalar.text());
        } catch (DateTimeException e) {
            throw wrong(scalar, column, "a value such as " + example);
        }
    }

    private static ByteString bytes(YamlScalar scalar, Column column) {
        if (scalar.kind() == YamlScalar.Kind.STRING && BYTES.matcher(scalar.text()).matches()) {
            return ByteString.copyOf(HexFormat.of().parseHex(scalar.text().substring(2)));
        }
        throw wrong(scalar, column, "bytes in quotes such as '0x00ff'");
    }

    private static InputException wrong(YamlScalar scalar, Column column, String expected) {
        return scalar.error(
                "column "
                        + column.name()
                        + " is of type "
                        + column.type()
                        + ": expected "
                        + expected
                        + ", got "
                        + (scalar.quoted() ? "'" + scalar.text() + "'" : scalar.text()));
    }
}
