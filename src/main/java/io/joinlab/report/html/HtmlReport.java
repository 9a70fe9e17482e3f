package io.joinlab.report.html;

import com.samskivert.mustache.Template;
import io.joinlab.join.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The report: {@code index.html} and {@code <dataset>/<scenario>.html}. Each file stands for
 * itself: it loads nothing, and its Content Security Policy forbids it to.
 */
public final class HtmlReport {
    private final List<Variant> catalogue;
    private final List<ScenarioPage> pages;
    private final Inline style = Templates.inline("report.css");
    private final Inline script = Templates.inline("report.js");

    /**
     * A report.
     *
     * @param catalogue every variant, in the order in which the index shows them
     * @param pages the scenarios
     */
    public HtmlReport(List<Variant> catalogue, List<ScenarioPage> pages) {
        this.catalogue = List.copyOf(catalogue);
        this.pages = inOrder(this.catalogue, pages);
    }

    /** By variant, as the index shows them. */
    private static List<ScenarioPage> inOrder(List<Variant> catalogue, List<ScenarioPage> pages) {
        List<ScenarioPage> ordered = new ArrayList<>();
        for (Variant variant : catalogue) {
            pages.stream()
                    .filter(page -> page.scenario().variant().name().equals(variant.name()))
                    .forEach(ordered::add);
        }
        return ordered;
    }

    /**
     * Writes all files, and removes the pages of an earlier report.
     *
     * @param directory made if it is not there
     * @return the index
     * @throws UncheckedIOException if a file can't be written
     */
    public Path write(Path directory) {
        Path index = directory.resolve("index.html");
        try {
            removePages(directory);
            write(index, Templates.named("index"), IndexView.of(catalogue, pages, style, script));
            Template template = Templates.named("scenario");
            for (int i = 0; i < pages.size(); i++) {
                ScenarioPage page = pages.get(i);
                write(
                        directory.resolve(page.path()),
                        template,
                        ScenarioView.of(
                                page, neighbour(i, i - 1), neighbour(i, i + 1), style, script));
            }
            return index;
        } catch (IOException e) {
            throw new UncheckedIOException("the report can't be written: " + e, e);
        }
    }

    /** The page at the other index, if there is one and it is of the same family. */
    private ScenarioPage neighbour(int index, int other) {
        if (other < 0 || other >= pages.size()) {
            return null;
        }
        String family = pages.get(index).scenario().variant().family();
        return pages.get(other).scenario().variant().family().equals(family)
                ? pages.get(other)
                : null;
    }

    private static void removePages(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory, 2)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".html")).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void write(Path file, Template template, Object view) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, template.execute(view));
    }
}
