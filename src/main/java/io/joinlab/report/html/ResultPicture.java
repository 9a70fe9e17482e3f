package io.joinlab.report.html;

import io.joinlab.join.ChangelogFold;
import io.joinlab.join.Side;
import io.joinlab.report.Delivery;
import io.joinlab.report.Story;
import io.joinlab.report.Terminal;
import io.joinlab.scenario.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A run of a join whose output is a changelog, against its result: both inputs have a lane, and so
 * has each row of the result, from the step that brought it out down to the one that took it back.
 */
final class ResultPicture {
    private static final int LEFT_X = StepRows.LEFT + 20;
    private static final int RIGHT_X = LEFT_X + 90;
    private static final int RESULT_X = RIGHT_X + 110;
    private static final int WIDEST_LANE = 84;
    private static final int AXIS_Y = 24;
    private static final int TOP = AXIS_Y + 8;

    private final Story story;
    private final StepRows rows;
    private final Map<Story.Joined, Integer> lanes = new IdentityHashMap<>();
    private final List<Life> lives = new ArrayList<>();
    private int laneCount;

    ResultPicture(Story story) {
        this.story = story;
        this.rows = new StepRows(story, TOP);
        live();
    }

    /** A row of the result from when it came until it went; {@code null} if it stays. */
    private record Life(Story.Joined came, Story.Joined went) {}

    /** Gives each row of the result the first lane that is free. */
    private void live() {
        TreeSet<Integer> free = new TreeSet<>();
        Map<ChangelogFold.Row, Deque<Story.Joined>> there = new HashMap<>();
        for (Story.Joined row : story.joined()) {
            Deque<Story.Joined> same =
                    there.computeIfAbsent(
                            ChangelogFold.Row.of(row.row()), content -> new ArrayDeque<>());
            boolean adds = ChangelogFold.adds(row.row().kind());
            if (!adds && !same.isEmpty()) {
                Story.Joined came = same.remove();
                lanes.put(row, lanes.get(came));
                free.add(lanes.get(came));
                lives.add(new Life(came, row));
                continue;
            }
            lanes.put(row, free.isEmpty() ? laneCount++ : free.pollFirst());
            if (adds) {
                same.add(row);
            }
        }
        there.values().forEach(same -> same.forEach(came -> lives.add(new Life(came, null))));
    }

    private int x(Story.Joined row) {
        int width = Math.min(WIDEST_LANE, (StepRows.RIGHT - RESULT_X) / Math.max(1, laneCount));
        return RESULT_X + lanes.get(row) * width;
    }

    PictureView view() {
        return new PictureView(
                StepRows.width(),
                rows.bottom() + 8,
                new PictureView.Plot(StepRows.LEFT, StepRows.RIGHT, TOP, rows.bottom(), AXIS_Y),
                List.of(label(LEFT_X, "left"), label(RIGHT_X, "right"), label(RESULT_X, "result")),
                List.of(),
                List.of(),
                List.of(),
                story.scenario().steps().stream().map(this::row).toList(),
                lives.stream().map(this::link).toList());
    }

    private static PictureView.AxisLabel label(int x, String text) {
        return new PictureView.AxisLabel(x, x - 6, AXIS_Y - 8, text);
    }

    private PictureView.Row row(Step step) {
        Delivery delivery = story.deliveries().get(step.number());
        PictureView.Mark mark =
                delivery == null
                        ? null
                        : rows.mark(
                                delivery, delivery.side() == Side.LEFT ? LEFT_X : RIGHT_X, true);
        return rows.row(step, mark, rows.joinedAt(step).stream().map(this::output).toList());
    }

    private PictureView.Output output(Story.Joined row) {
        return rows.output(
                row,
                x(row),
                ChangelogFold.adds(row.row().kind()) ? StepRows.kind(row) : "retracted",
                row.row().kind().shortString() + " " + row.parts(Terminal.plain()));
    }

    private PictureView.Link link(Life life) {
        int until = life.went() == null ? rows.bottom() : rows.y(life.went());
        return new PictureView.Link(
                life.came().step(),
                "M" + x(life.came()) + " " + rows.y(life.came()) + "V" + until,
                StepRows.kind(life.came()));
    }
}
