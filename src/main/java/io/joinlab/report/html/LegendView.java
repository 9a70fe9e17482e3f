package io.joinlab.report.html;

import io.joinlab.report.Delivery;
import io.joinlab.report.Terminal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One sign of a picture and its meaning.
 *
 * @param classes how it is coloured, CSS classes
 * @param shape the name of its shape
 * @param sign inside the shape; empty for none
 * @param text its meaning
 */
record LegendView(String classes, String shape, String sign, String text) {

    /** The signs that the picture shows, each once. */
    static List<LegendView> of(PictureView picture, String progress) {
        Set<LegendView> legend = new LinkedHashSet<>();
        legend.add(new LegendView("mark left", "shape-left", "", "left"));
        legend.add(new LegendView("mark right", "shape-right", "", "right"));
        for (PictureView.Row row : picture.rows()) {
            if (row.reached() != null) {
                legend.add(new LegendView("reached", "shape-reached", "", progress));
            }
        }
        for (Delivery.Fate fate : Delivery.Fate.values()) {
            picture.rows().stream()
                    .map(PictureView.Row::mark)
                    .filter(mark -> mark != null && !mark.sign().isEmpty())
                    .filter(mark -> mark.sign().equals(fate.sign(Terminal.plain())))
                    .map(mark -> mark(mark, fate))
                    .limit(1)
                    .forEach(legend::add);
        }
        for (PictureView.Row row : picture.rows()) {
            row.outputs().forEach(output -> legend.add(output(output)));
        }
        return List.copyOf(legend);
    }

    private static LegendView mark(PictureView.Mark mark, Delivery.Fate fate) {
        return new LegendView(
                "mark " + mark.side() + " " + mark.fate(),
                "shape-" + mark.side(),
                mark.sign(),
                fate.meaning());
    }

    private static LegendView output(PictureView.Output output) {
        String meaning =
                switch (output.kind()) {
                    case "pair" -> "joined";
                    case "padded" -> "padded: no match";
                    default -> "taken back";
                };
        return new LegendView("output " + output.kind(), "shape-row", "", meaning);
    }
}
