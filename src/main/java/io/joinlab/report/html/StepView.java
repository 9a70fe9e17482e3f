package io.joinlab.report.html;

import io.joinlab.cdc.JsonText;
import io.joinlab.report.DisplayText;
import io.joinlab.report.Ink;
import io.joinlab.report.StepTable;
import io.joinlab.report.Story;
import io.joinlab.scenario.Step;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A row of the table of steps.
 *
 * @param number the step
 * @param happened what it does
 * @param envelope what it delivers, as JSON where it is JSON; {@code null} if it is no delivery
 * @param outputs what came out
 */
record StepView(int number, String happened, String envelope, List<OutputView> outputs) {

    /**
     * One thing that came out.
     *
     * @param ink how to colour it, a CSS class
     */
    record OutputView(String text, String ink) {}

    static List<StepView> of(Story story, StepTable table) {
        return story.scenario().steps().stream()
                .map(
                        step ->
                                new StepView(
                                        step.number(),
                                        table.happened(step),
                                        envelope(step),
                                        table.outputs(step).stream().map(StepView::view).toList()))
                .toList();
    }

    private static OutputView view(StepTable.Output output) {
        return new OutputView(output.text(), ink(output.ink()));
    }

    private static String ink(Ink ink) {
        return "ink-" + ink.name().toLowerCase(Locale.ROOT);
    }

    private static String envelope(Step step) {
        if (!(step instanceof Step.Deliver deliver)) {
            return null;
        }
        if (deliver.raw() == null) {
            return "null (a tombstone)";
        }
        return JsonText.indented(deliver.raw())
                .orElse(deliver.raw())
                .lines()
                .map(DisplayText::printable)
                .collect(Collectors.joining("\n"));
    }
}
