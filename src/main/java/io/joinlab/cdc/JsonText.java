package io.joinlab.cdc;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes JSON. Values are {@code null}, {@link Boolean}, {@link String}, numbers, {@link List}s and
 * {@link Map}s with text keys, in the map's order.
 */
public final class JsonText {
    private JsonText() {}

    /** The value as JSON, indented, decimals with all their digits. */
    public static String of(Object value) {
        return JSON.toJSONString(
                value,
                JSONWriter.Feature.PrettyFormatWith2Space,
                JSONWriter.Feature.WriteMapNullValue,
                JSONWriter.Feature.WriteBigDecimalAsPlain);
    }

    /** The value as JSON on one line, decimals with all their digits. */
    public static String line(Object value) {
        return JSON.toJSONString(
                value,
                JSONWriter.Feature.WriteMapNullValue,
                JSONWriter.Feature.WriteBigDecimalAsPlain);
    }

    /** The same JSON, indented, with all its digits; empty if the text is no JSON. */
    public static Optional<String> indented(String json) {
        try {
            return Optional.of(of(Json.read(json)));
        } catch (MalformedException noJson) {
            return Optional.empty();
        }
    }
}
