package io.joinlab.report;

import io.joinlab.join.JoinOptions;
import io.joinlab.join.Side;
import io.joinlab.scenario.Emission;
import io.joinlab.scenario.Step;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A run as a picture: time goes from left to right, and numbers are steps. Each input has a lane
 * with what was delivered at its time, so that steps out of order are rows out of order; below are
 * how far the watermark (or the clock) had come, the windows (or how far each left row reaches for
 * right ones), and where the joined rows came out.
 */
final class Timeline {
    private static final int NAME = 10;

    private final Story story;
    private final Terminal terminal;
    private final Words words;
    private final Moments moments;
    private final TimeAxis axis;
    private final List<String> lines = new ArrayList<>();

    Timeline(Story story, Terminal terminal) {
        this.story = story;
        this.terminal = terminal;
        this.words = new Words(story.scenario(), terminal);
        this.moments = new Moments(story);
        this.axis = TimeAxis.of(moments.all(), terminal.columns() - NAME - 1);
    }

    /**
     * The picture's lines.
     *
     * @param markedStep the step to point at; 0 for none
     */
    List<String> lines(int markedStep) {
        List<String> axisLines = axis.lines(moments.bounds(), terminal);
        for (int i = 0; i < axisLines.size(); i++) {
            boolean ruler = i == axisLines.size() - 1;
            String name = i == axisLines.size() - 2 ? axisName() : "";
            lane(name, ruler ? terminal.paint(Ink.FAINT, axisLines.get(i)) : axisLines.get(i));
        }
        lane("left", input(Side.LEFT));
        lane("right", input(Side.RIGHT));
        lane(story.byEventTime() ? "watermark" : "clock", progress());
        if (story.scenario().options().interval() != null) {
            lane("reach", reaches());
        } else {
            lane("windows", windows());
        }
        lane("joined", joined());
        if (markedStep > 0) {
            lane("differs", marker(markedStep));
        }
        notes();
        return lines;
    }

    private String axisName() {
        return story.byEventTime() ? "event time" : "clock";
    }

    private Lane newLane() {
        return new Lane(axis.width(), terminal);
    }

    private Lane input(Side side) {
        Lane lane = newLane();
        for (Delivery delivery : story.deliveries().values()) {
            if (delivery.side() == side && delivery.time() != null) {
                lane.point(
                        axis.column(delivery.time()),
                        delivery.fate().sign(terminal),
                        (delivery.step() + " " + words.label(delivery)).strip(),
                        delivery.fate().ink());
            }
        }
        return lane;
    }

    private Lane progress() {
        Lane lane = newLane();
        for (Emission<Long> mark : moments.progress()) {
            lane.point(
                    axis.column(mark.value()),
                    terminal.either("▸", ">"),
                    String.valueOf(mark.step()),
                    Ink.PLAIN);
        }
        return lane;
    }

    private Lane windows() {
        Lane lane = newLane();
        for (Windows.Span window : moments.windows()) {
            List<String> label = new ArrayList<>();
            if (window.key() != null) {
                label.add(terminal.text(window.key()));
            }
            long rows =
                    story.joined().stream().filter(row -> Windows.isOf(story, window, row)).count();
            if (rows > 0) {
                label.add(rows == 1 ? "1 row" : rows + " rows");
            }
            lane.span(
                            axis.column(window.start()),
                            axis.column(window.end()) - 1,
                            "[",
                            ")",
                            rows > 0 ? Ink.PLAIN : Ink.FAINT)
                    .labelled(String.join(": ", label));
        }
        return lane;
    }

    private Lane reaches() {
        Lane lane = newLane();
        JoinOptions.Interval interval = story.scenario().options().interval();
        for (Delivery delivery : story.deliveries().values()) {
            moments.reach(delivery)
                    .ifPresent(
                            reach ->
                                    lane.span(
                                                    axis.column(reach.from()),
                                                    axis.column(reach.to()),
                                                    interval.lowerInclusive() ? "[" : "(",
                                                    interval.upperInclusive() ? "]" : ")",
                                                    Ink.PLAIN)
                                            .labelledAt(
                                                    axis.column(delivery.time()),
                                                    String.valueOf(delivery.step())));
        }
        return lane;
    }

    private Lane joined() {
        Map<List<Long>, List<String>> together = new LinkedHashMap<>();
        for (Story.Joined row : story.joined()) {
            Long at = moments.emitted(row);
            if (at != null) {
                together.computeIfAbsent(List.of((long) row.step(), at), where -> new ArrayList<>())
                        .add(row.parts(terminal));
            }
        }
        Lane lane = newLane();
        together.forEach(
                (where, rows) ->
                        lane.point(
                                axis.column(where.get(1)),
                                terminal.either("•", "*"),
                                where.get(0) + ": " + some(rows),
                                Ink.GOOD));
        return lane;
    }

    private String some(List<String> rows) {
        int shown = Math.min(rows.size(), 3);
        String more = rows.size() > shown ? " and " + (rows.size() - shown) + " more" : "";
        return String.join(" ", rows.subList(0, shown)) + more;
    }

    private Lane marker(int step) {
        Lane lane = newLane();
        Delivery delivery = story.deliveries().get(step);
        Long at =
                delivery != null && delivery.time() != null
                        ? delivery.time()
                        : story.progressAfter(step);
        if (at != null) {
            lane.point(axis.column(at), "^", "step " + step, Ink.BAD);
        }
        return lane;
    }

    private void lane(String name, Lane lane) {
        List<String> rows = lane.rows();
        lane(name, rows.isEmpty() ? "" : rows.get(0));
        rows.stream().skip(1).forEach(row -> lane("", row));
    }

    private void lane(String name, String row) {
        lines.add((DisplayText.pad(name, NAME) + " " + row).stripTrailing());
    }

    /** The steps that have no place in time, and what the signs mean. */
    private void notes() {
        List<String> timeless = new ArrayList<>();
        for (Step step : story.scenario().steps()) {
            Delivery delivery = story.deliveries().get(step.number());
            if (!isDrawn(step, delivery)) {
                timeless.add(
                        step.number()
                                + " "
                                + (delivery != null
                                        ? delivery.side().label() + ", " + delivery.fate().meaning()
                                        : words.step(step)));
            }
        }
        if (!timeless.isEmpty()) {
            wrapped("besides", String.join("; ", timeless));
        }
        Set<Delivery.Fate> fates = EnumSet.noneOf(Delivery.Fate.class);
        story.deliveries().values().forEach(delivery -> fates.add(delivery.fate()));
        fates.remove(Delivery.Fate.IN_ORDER);
        if (!fates.isEmpty()) {
            wrapped(
                    "",
                    fates.stream()
                            .map(fate -> fate.sign(terminal) + " " + fate.meaning())
                            .collect(Collectors.joining("   ")));
        }
    }

    private boolean isDrawn(Step step, Delivery delivery) {
        if (delivery != null) {
            return delivery.time() != null;
        }
        return story.byEventTime()
                ? step instanceof Step.Watermark && story.watermarkAt(step.number()) != null
                : step instanceof Step.Clock;
    }

    private void wrapped(String name, String text) {
        List<String> rows = DisplayText.wrap(text, axis.width());
        for (int i = 0; i < rows.size(); i++) {
            lane(i == 0 ? name : "", terminal.paint(Ink.FAINT, rows.get(i)));
        }
    }
}
