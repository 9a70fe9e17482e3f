package io.joinlab.report.html;

import io.joinlab.report.Delivery;
import io.joinlab.report.DisplayText;
import io.joinlab.report.Moments;
import io.joinlab.report.Story;
import io.joinlab.report.Terminal;
import io.joinlab.report.TimeAxis;
import io.joinlab.report.Windows;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A run against time. Deliveries stand at their time from left to right and at their step from top
 * to bottom, so a row out of order is one that goes back to the left, and one behind the watermark
 * stands left of its line. Joined rows stand where they came out: at the time that had been reached
 * by then, below their step.
 */
final class TimePicture {
    /** Times have columns as wide as the axis's characters, so that its labels fit. */
    private static final int COLUMN = StepRows.CHARACTER;

    private static final int COLUMNS = (StepRows.RIGHT - StepRows.LEFT) / COLUMN;

    /** Where what has no time stands. */
    private static final int TIMELESS_X = StepRows.LEFT - 24;

    private static final int DATE_Y = 14;
    private static final int LANE = 18;

    private final Story story;
    private final Moments moments;
    private final TimeAxis axis;
    private final int axisY;
    private final List<PictureView.Window> windows;
    private final StepRows rows;

    TimePicture(Story story) {
        this.story = story;
        this.moments = new Moments(story);
        this.axis = TimeAxis.of(moments.all(), COLUMNS);
        this.axisY = axis.dates().isEmpty() ? 24 : 40;
        this.windows = windows();
        this.rows = new StepRows(story, top());
    }

    PictureView view() {
        return new PictureView(
                StepRows.width(),
                rows.bottom() + 8,
                new PictureView.Plot(StepRows.LEFT, StepRows.RIGHT, top(), rows.bottom(), axisY),
                labels(axis.labels(moments.bounds()), axisY - 8),
                labels(axis.dates(), DATE_Y),
                axis.breaks().stream().map(TimePicture::x).toList(),
                windows,
                rows(),
                links());
    }

    private int top() {
        return axisY
                + 8
                + windows.stream()
                        .mapToInt(window -> window.y() - axisY - 8 + LANE)
                        .max()
                        .orElse(0);
    }

    private static int x(int column) {
        return StepRows.LEFT + column * COLUMN + COLUMN / 2;
    }

    private int x(Long time) {
        return time == null ? TIMELESS_X : x(axis.column(time));
    }

    private static List<PictureView.AxisLabel> labels(List<TimeAxis.Label> labels, int y) {
        return labels.stream()
                .map(
                        label ->
                                new PictureView.AxisLabel(
                                        x(label.tick()),
                                        StepRows.LEFT + label.start() * COLUMN,
                                        y,
                                        label.text()))
                .toList();
    }

    /** Windows that overlap go to further lanes below. */
    private List<PictureView.Window> windows() {
        List<PictureView.Window> placed = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        for (Windows.Span window : moments.windows()) {
            int from = x(window.start());
            int to = x(window.end());
            int lane = 0;
            while (lane < ends.size() && ends.get(lane) > from) {
                lane++;
            }
            if (lane == ends.size()) {
                ends.add(to);
            } else {
                ends.set(lane, to);
            }
            placed.add(window(window, from, to, axisY + 8 + lane * LANE));
        }
        return placed;
    }

    private PictureView.Window window(Windows.Span window, int from, int to, int y) {
        long count = story.joined().stream().filter(r -> Windows.isOf(story, window, r)).count();
        List<String> label = new ArrayList<>();
        if (window.key() != null) {
            label.add(DisplayText.printable(window.key()));
        }
        if (count > 0) {
            label.add(count == 1 ? "1 row" : count + " rows");
        }
        String text = String.join(": ", label);
        boolean fits = DisplayText.width(text) * COLUMN + 6 <= to - from;
        return new PictureView.Window(from, y, to - from, fits ? text : "", count > 0);
    }

    private List<PictureView.Row> rows() {
        Map<Integer, Long> moved =
                moments.progress().stream()
                        .collect(Collectors.toMap(Emission::step, Emission::value));
        List<PictureView.Row> views = new ArrayList<>();
        Long before = null;
        for (Step step : story.scenario().steps()) {
            Long now = progress(step.number(), before, moved);
            views.add(row(step, before, now, moved.containsKey(step.number())));
            before = now;
        }
        return views;
    }

    /** How far time had come after the step, as far as the axis shows it. */
    private Long progress(int step, Long before, Map<Integer, Long> moved) {
        if (moved.containsKey(step)) {
            return moved.get(step);
        }
        return story.byEventTime() ? story.progressAfter(step) : before;
    }

    private PictureView.Row row(Step step, Long before, Long now, boolean moved) {
        int y = rows.y(step.number());
        int until = rows.nextY(step.number());
        Delivery delivery = story.deliveries().get(step.number());
        PictureView.Mark mark =
                delivery == null
                        ? null
                        : rows.mark(delivery, x(delivery.time()), delivery.time() != null);
        List<PictureView.Output> outputs =
                rows.joinedAt(step).stream()
                        .map(
                                row ->
                                        rows.output(
                                                row,
                                                x(moments.emitted(row)),
                                                StepRows.kind(row),
                                                row.parts(Terminal.plain())))
                        .toList();
        PictureView.Row row = rows.row(step, mark, outputs).reaching(reach(delivery, y));
        if (now == null) {
            return row;
        }
        int from = before == null ? StepRows.LEFT : x(before);
        return row.past(
                new PictureView.Past(StepRows.LEFT, y, x(now) - StepRows.LEFT, until - y),
                "M" + from + " " + y + "H" + x(now) + "V" + until,
                moved ? new PictureView.Point(x(now), y) : null);
    }

    private PictureView.Reach reach(Delivery delivery, int y) {
        return delivery == null
                ? null
                : moments.reach(delivery)
                        .map(reach -> new PictureView.Reach(x(reach.from()), x(reach.to()), y))
                        .orElse(null);
    }

    private List<PictureView.Link> links() {
        List<PictureView.Link> links = new ArrayList<>();
        for (Story.Joined row : story.joined()) {
            Delivery from = row.left() != null ? row.left() : row.right();
            if (from != null) {
                PictureView.Point end =
                        row.left() != null && row.right() != null
                                ? at(row.right())
                                : new PictureView.Point(x(moments.emitted(row)), rows.y(row));
                links.add(
                        new PictureView.Link(row.step(), curve(at(from), end), StepRows.kind(row)));
            }
        }
        return links;
    }

    private PictureView.Point at(Delivery delivery) {
        return new PictureView.Point(x(delivery.time()), rows.y(delivery.step()));
    }

    /** Bent a little, so that links do not hide each other or the lines of the picture. */
    private static String curve(PictureView.Point from, PictureView.Point to) {
        int bend = Math.min(40, 8 + Math.abs(to.y() - from.y()) / 6);
        int middleX = (from.x() + to.x()) / 2 + bend;
        int middleY = (from.y() + to.y()) / 2;
        return "M%d %dQ%d %d %d %d".formatted(from.x(), from.y(), middleX, middleY, to.x(), to.y());
    }
}
