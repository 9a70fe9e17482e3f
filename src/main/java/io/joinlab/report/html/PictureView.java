package io.joinlab.report.html;

import java.util.List;

/**
 * A picture ready to be drawn: time, or the rows of a result, from left to right, and a row for
 * each step from top to bottom. Coordinates are pixels from the upper left corner.
 *
 * @param plot where time is drawn
 * @param axis the labels of the axis
 * @param dates the dates above them; none where times are durations
 * @param breaks where a silence is cut short
 * @param windows the windows, each a tint over all rows under a bar with its label
 * @param rows a row for each step
 * @param links which deliveries joined
 */
record PictureView(
        int width,
        int height,
        Plot plot,
        List<AxisLabel> axis,
        List<AxisLabel> dates,
        List<Integer> breaks,
        List<Window> windows,
        List<Row> rows,
        List<Link> links) {

    /**
     * The rectangle of time and steps.
     *
     * @param axisY the axis, above it
     */
    record Plot(int left, int right, int top, int bottom, int axisY) {
        int width() {
            return right - left;
        }

        int height() {
            return bottom - top;
        }
    }

    /**
     * A label of the axis.
     *
     * @param x the tick
     * @param textX where the text begins
     */
    record AxisLabel(int x, int textX, int y, String text) {}

    /**
     * A window.
     *
     * @param y its bar's upper edge
     * @param used whether a row came out of it
     */
    record Window(int x, int y, int width, String label, boolean used) {
        int middle() {
            return x + width / 2;
        }

        int textY() {
            return y + 11;
        }
    }

    /**
     * A step.
     *
     * @param top its upper edge
     * @param y where its mark stands
     * @param text what it does, cut to the room there is
     * @param spoken what it does and what came out, for people who hear the picture
     * @param rule {@code snapshot} or {@code crash} for a line across the picture, else empty
     * @param past how far time had come from here to the next step; {@code null} if it had not
     * @param progress the line of the watermark or the clock
     * @param reach how far a left row reaches for right ones; {@code null} without
     * @param mark its delivery; {@code null} without
     * @param reached where the watermark or the clock came to; {@code null} if it did not move
     * @param outputs the joined rows that came out
     */
    record Row(
            int step,
            int top,
            int height,
            int y,
            String text,
            String spoken,
            String rule,
            Past past,
            String progress,
            Reach reach,
            Mark mark,
            Point reached,
            List<Output> outputs) {
        int textY() {
            return y + 4;
        }

        /** The same with how far a left row reaches. */
        Row reaching(Reach reach) {
            return new Row(
                    step, top, height, y, text, spoken, rule, past, progress, reach, mark, reached,
                    outputs);
        }

        /** The same with how far time had come. */
        Row past(Past past, String progress, Point reached) {
            return new Row(
                    step, top, height, y, text, spoken, rule, past, progress, reach, mark, reached,
                    outputs);
        }
    }

    /** The area in which time is over. */
    record Past(int x, int y, int width, int height) {}

    /** A place. */
    record Point(int x, int y) {}

    /** How far a left row reaches, both ends included. */
    record Reach(int from, int to, int y) {
        int width() {
            return to - from;
        }
    }

    /**
     * A delivery.
     *
     * @param side {@code left} or {@code right}
     * @param fate what became of it, such as {@code late}
     * @param sign the sign of that; empty for a row in order
     * @param label beside it
     */
    record Mark(int x, int y, String side, String fate, String sign, Label label) {}

    /**
     * A joined row where it came out.
     *
     * @param kind {@code pair}, {@code padded} or {@code retracted}
     * @param left the step that delivered its left part; empty if it has none
     * @param right the same for its right part
     * @param label beside it
     */
    record Output(int x, int y, String kind, String left, String right, Label label) {}

    /**
     * Text beside a mark.
     *
     * @param anchor {@code start} after it, {@code end} before it
     */
    record Label(int x, int y, String anchor, String text) {}

    /**
     * From a delivery to the one that it joined, or to where it came out alone.
     *
     * @param step the step at which the joined row came out
     * @param kind as in {@link Output}
     */
    record Link(int step, String path, String kind) {}
}
