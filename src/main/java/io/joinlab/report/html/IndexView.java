package io.joinlab.report.html;

import io.joinlab.join.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The index ready to be written.
 *
 * @param verdict how many scenarios there are, and whether all are as expected
 * @param holds whether all are as expected
 * @param families the catalogue
 */
record IndexView(
        Inline style, Inline script, String verdict, boolean holds, List<FamilyView> families) {

    /** A family with its variants. */
    record FamilyView(String name, String summary, List<VariantView> variants) {}

    /**
     * A variant with its scenarios.
     *
     * @param since the claims and articles that it matters for
     */
    record VariantView(
            String name, String time, String type, String since, List<EntryView> scenarios) {}

    /**
     * A scenario.
     *
     * @param differs whether something is not as expected
     */
    record EntryView(String path, String title, String summary, boolean differs) {}

    static IndexView of(
            List<Variant> catalogue, List<ScenarioPage> pages, Inline style, Inline script) {
        Map<String, List<EntryView>> entries = new LinkedHashMap<>();
        for (ScenarioPage page : pages) {
            entries.computeIfAbsent(page.scenario().variant().name(), name -> new ArrayList<>())
                    .add(entry(page));
        }
        Map<String, List<Variant>> families = new LinkedHashMap<>();
        catalogue.forEach(
                variant ->
                        families.computeIfAbsent(variant.family(), name -> new ArrayList<>())
                                .add(variant));
        List<FamilyView> views = new ArrayList<>();
        families.forEach(
                (family, variants) ->
                        views.add(
                                new FamilyView(
                                        family,
                                        variants.get(0).summary(),
                                        variants.stream()
                                                .map(variant -> view(variant, entries))
                                                .toList())));
        long differ = pages.stream().filter(page -> page.problem() != null).count();
        return new IndexView(style, script, verdict(pages.size(), differ), differ == 0, views);
    }

    private static String verdict(int count, long differ) {
        String scenarios = count == 1 ? "1 scenario" : count + " scenarios";
        return differ == 0
                ? scenarios + ", all as expected."
                : scenarios + ", " + differ + " not as expected.";
    }

    private static VariantView view(Variant variant, Map<String, List<EntryView>> entries) {
        return new VariantView(
                variant.name(),
                variant.time().label(),
                variant.type().label(),
                String.join(", ", variant.since()),
                entries.getOrDefault(variant.name(), List.of()));
    }

    private static EntryView entry(ScenarioPage page) {
        return new EntryView(page.path(), page.title(), page.summary(), page.problem() != null);
    }
}
