package io.joinlab.scenario;

import io.joinlab.cdc.Dataset;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.TimeDomain;
import io.joinlab.join.Variant;
import io.joinlab.yaml.Yaml;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A variant's options where no scenario gives them, under the names and in the notation that they
 * have in one.
 *
 * @param options the join's options
 * @param parallelism of the join's operators
 * @param written the same options by name, those that were given and defaults
 */
public record VariantOptions(JoinOptions options, int parallelism, Map<String, String> written) {

    /** What a join gets that needs the option and is not told it. */
    private static final Map<String, String> DEFAULTS =
            Map.of("size", "10s", "slide", "5s", "gap", "5s", "lower", "-5s", "upper", "5s");

    private static final String DEFAULT_OUT_OF_ORDERNESS = "1s";

    /**
     * Reads options; a join that needs one which is not among them gets a default. Where it goes by
     * event time, the pipeline makes the watermarks.
     *
     * @param origin where they come from, for error messages
     * @param given the options by name
     * @throws io.joinlab.yaml.InputException if the variant does not read one, or can't use it
     */
    public static VariantOptions read(
            String origin, Map<String, String> given, Variant variant, Dataset dataset) {
        Map<String, String> all = new LinkedHashMap<>();
        variant.required().stream()
                .map(option -> option.label())
                .filter(DEFAULTS::containsKey)
                .forEach(name -> all.put(name, DEFAULTS.get(name)));
        if (variant.time() == TimeDomain.EVENT) {
            all.put("out-of-orderness", DEFAULT_OUT_OF_ORDERNESS);
        }
        all.putAll(given);
        StringBuilder yaml = new StringBuilder();
        all.forEach(
                (name, value) -> yaml.append(name).append(": ").append(value.strip()).append('\n'));
        OptionsReader reader =
                new OptionsReader(
                        Yaml.parse(origin, yaml.isEmpty() ? "{}" : yaml.toString()),
                        variant,
                        dataset);
        return new VariantOptions(
                reader.options(), reader.parallelism(), Collections.unmodifiableMap(all));
    }

    /** The written options of a scenario whose steps give the watermarks that the pipeline made. */
    public Map<String, String> writtenWithWatermarks() {
        Map<String, String> steps = new LinkedHashMap<>(written);
        steps.keySet().removeAll(List.of("out-of-orderness", "idleness", "pace"));
        return steps;
    }
}
