package io.joinlab.cli;

import io.joinlab.join.Catalogue;
import io.joinlab.join.Variant;
import io.joinlab.report.Ink;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code joinlab list}: the catalogue. */
@Command(
        name = "list",
        description = "List the catalogue: every join, and the articles and claims it matters for.",
        mixinStandardHelpOptions = true,
        versionProvider = Joinlab.Version.class)
final class ListCommand implements Callable<Integer> {
    private final Console console;
    private final Path home;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Option(names = "--scenarios", description = "List the scenarios of each join, too.")
    private boolean scenarios;

    private final Map<String, List<Scenario>> scenariosOf = new HashMap<>();

    ListCommand(Console console, Path home) {
        this.console = console;
        this.home = home;
    }

    @Override
    public Integer call() {
        if (scenarios) {
            ScenarioCatalogue.of(home)
                    .all()
                    .forEach(
                            scenario ->
                                    scenariosOf
                                            .computeIfAbsent(
                                                    scenario.variant().name(),
                                                    variant -> new ArrayList<>())
                                            .add(scenario));
        }
        if (json) {
            console.printJson(
                    Map.of(
                            "variants",
                            Catalogue.all().stream().map(variant -> document(variant)).toList()));
        } else {
            printTable();
        }
        return Joinlab.OK;
    }

    private Map<String, Object> document(Variant variant) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("variant", variant.name());
        document.put("family", variant.family());
        document.put("time", variant.time().label());
        document.put("type", variant.type().label());
        document.put("summary", variant.summary());
        document.put("since", variant.since());
        if (scenarios) {
            document.put(
                    "scenarios", scenariosOf(variant).stream().map(ListCommand::document).toList());
        }
        return document;
    }

    private List<Scenario> scenariosOf(Variant variant) {
        return scenariosOf.getOrDefault(variant.name(), List.of());
    }

    private static Map<String, Object> document(Scenario scenario) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", ScenarioSelection.name(scenario.file()));
        document.put("file", scenario.file().toString());
        document.put("dataset", scenario.dataset().name());
        document.put("title", scenario.title());
        return document;
    }

    private void printTable() {
        Map<String, List<Variant>> families =
                Catalogue.all().stream()
                        .collect(
                                Collectors.groupingBy(
                                        Variant::family, LinkedHashMap::new, Collectors.toList()));
        families.forEach(
                (family, variants) -> {
                    console.print(
                            console.paint(Ink.STRONG, family) + ": " + variants.get(0).summary());
                    for (Variant variant : variants) {
                        console.print(
                                "  %-26s %-10s %-5s  %s"
                                        .formatted(
                                                variant.name(),
                                                variant.time().label(),
                                                variant.type().label(),
                                                since(variant)));
                        for (Scenario scenario : scenariosOf(variant)) {
                            console.print(
                                    "    "
                                            + ScenarioSelection.name(scenario.file())
                                            + ": "
                                            + console.terminal().text(scenario.title()));
                        }
                    }
                    console.print("");
                });
        console.print("What the articles and claims are: docs/claims.md");
    }

    /** {@code articles A B, claims 2 7}: the names without their repetitions. */
    private static String since(Variant variant) {
        Map<String, List<String>> kinds =
                variant.since().stream()
                        .map(name -> name.split(" ", 2))
                        .collect(
                                Collectors.groupingBy(
                                        words -> words[0],
                                        LinkedHashMap::new,
                                        Collectors.mapping(
                                                words -> words[1], Collectors.toList())));
        return kinds.entrySet().stream()
                .map(
                        kind ->
                                kind.getKey()
                                        + (kind.getValue().size() > 1 ? "s " : " ")
                                        + String.join(" ", kind.getValue()))
                .collect(Collectors.joining(", "));
    }
}
