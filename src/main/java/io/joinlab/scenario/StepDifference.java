package io.joinlab.scenario;

import java.util.List;

/**
 * What differs between two outcomes at one step, in one section.
 *
 * @param step the step's number; {@link #WHOLE_RUN} if it concerns no single step
 * @param section {@code joined}, {@code late}, {@code dropped}, {@code malformed} or {@code
 *     ignored}
 * @param expected the expected rows of the step and section, in order, as in a scenario's file
 * @param actual the actual ones
 * @param lines all of them, marked: {@code -} is missing, {@code +} is not expected, a blank is
 *     both; if all are both, the order of rows of one key differs
 */
public record StepDifference(
        int step, String section, List<String> expected, List<String> actual, List<String> lines) {

    /** Stands for the number of a step where a count over the whole run differs. */
    public static final int WHOLE_RUN = Integer.MAX_VALUE;

    static StepDifference ignored(long expected, long actual) {
        return new StepDifference(
                WHOLE_RUN,
                "ignored",
                List.of("ignored: " + expected),
                List.of("ignored: " + actual),
                List.of("- ignored: " + expected, "+ ignored: " + actual));
    }

    static String place(int step) {
        return step == WHOLE_RUN ? "the count of ignored records" : "step " + step;
    }

    /** The difference for people to read; several lines. */
    public String explanation() {
        if (step == WHOLE_RUN) {
            return "ignored records in the whole run:" + indented(lines);
        }
        if (lines.stream().allMatch(line -> line.startsWith(" "))) {
            return "step %d, %s: the same rows, but those of one key in another order"
                            .formatted(step, section)
                    + "\n  expected:"
                    + indented(expected)
                    + "\n  got:"
                    + indented(actual);
        }
        return "step %d, %s: expected %s, got %d"
                        .formatted(step, section, rows(expected.size()), actual.size())
                + indented(lines);
    }

    private static String rows(int count) {
        return count == 1 ? "1 row" : count + " rows";
    }

    private static String indented(List<String> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append("\n    ").append(line));
        return text.toString();
    }
}
