package io.joinlab.cdc;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONException;
import com.alibaba.fastjson2.JSONObject;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import java.util.function.Consumer;

/**
 * Gives a raw envelope another time and leaves everything else in it as it is: values, exact
 * numbers and the order of the fields. Strings may come out escaped differently.
 */
public final class EnvelopeEditor {
    private EnvelopeEditor() {}

    /**
     * The envelope with another {@code ts_ms}.
     *
     * @throws IllegalArgumentException if the text is not a JSON object
     */
    public static String withTsMs(String raw, long epochMillis) {
        return edit(raw, envelope -> envelope.put("ts_ms", epochMillis));
    }

    /**
     * The envelope with another {@code source.ts_ms}.
     *
     * @throws IllegalArgumentException if the text is not a JSON object with a {@code source}
     */
    public static String withSourceTsMs(String raw, long epochMillis) {
        return edit(
                raw,
                envelope -> {
                    if (!(envelope.get("source") instanceof JSONObject source)) {
                        throw new IllegalArgumentException("the envelope has no source");
                    }
                    source.put("ts_ms", epochMillis);
                });
    }

    /**
     * The envelope with another time in one column of {@code image()}'s row: {@code after}, or
     * {@code before} for a delete.
     *
     * @throws IllegalArgumentException if the text is not a JSON object with such a row, or the
     *     column can't hold the time
     */
    public static String withColumn(
            String raw, String column, long epochMillis, TableSchema schema) {
        Column known =
                schema.column(column)
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "table "
                                                        + schema.table()
                                                        + " has no column "
                                                        + column));
        Object time = ColumnEncoding.encodeTime(epochMillis, known, schema);
        return edit(
                raw,
                envelope -> {
                    String image = Op.DELETE.code().equals(envelope.get("op")) ? "before" : "after";
                    if (!(envelope.get(image) instanceof JSONObject row)) {
                        throw new IllegalArgumentException("the envelope has no row " + image);
                    }
                    row.put(column, time);
                });
    }

    private static String edit(String raw, Consumer<JSONObject> edit) {
        JSONObject root = parse(raw);
        boolean wrapped = root.get("payload") instanceof JSONObject && root.containsKey("schema");
        edit.accept(wrapped ? root.getJSONObject("payload") : root);
        return JSON.toJSONString(root, JSONWriter.Feature.WriteMapNullValue);
    }

    private static JSONObject parse(String raw) {
        try {
            if (JSON.parse(raw, JSONReader.Feature.UseBigDecimalForDoubles)
                    instanceof JSONObject object) {
                return object;
            }
        } catch (JSONException e) {
            throw new IllegalArgumentException("not JSON", e);
        }
        throw new IllegalArgumentException("not a JSON object");
    }
}
