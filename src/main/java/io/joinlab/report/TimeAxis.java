package io.joinlab.report;

import io.joinlab.yaml.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A row of columns that stands for time, left to right. To scale where that is readable; but two
 * times that differ never share a column as long as there are enough columns, and a silence that
 * would squeeze everything else is cut short and marked with {@code ~}.
 */
public final class TimeAxis {
    /** Stands for the end of time: where the watermark is when both inputs have ended. */
    public static final long END = Long.MAX_VALUE;

    private static final int BROKEN_GAP = 6;
    private static final int ROOM_FOR_END = 8;

    /** From here on, times are dates to people, not distances from 1970. */
    private static final long LONGEST_DURATION = Duration.ofDays(365).toMillis();

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd");
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("HH:mm");
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    private final NavigableMap<Long, Integer> columns = new TreeMap<>();
    private final List<Integer> breaks = new ArrayList<>();
    private final int width;

    private TimeAxis(int width) {
        this.width = width;
    }

    /**
     * An axis on which each of the times has its column.
     *
     * @param times in epoch milliseconds; {@link #END} gets the last column, away from the others
     * @param width how many columns there are
     */
    public static TimeAxis of(Collection<Long> times, int width) {
        TimeAxis axis = new TimeAxis(width);
        SortedSet<Long> finite = new TreeSet<>(times);
        boolean ends = finite.remove(END);
        if (!finite.isEmpty()) {
            axis.place(List.copyOf(finite), ends ? width - ROOM_FOR_END : width);
        }
        if (ends) {
            axis.columns.put(END, width - 1);
        }
        return axis;
    }

    /**
     * A label of the axis.
     *
     * @param tick the column of the time
     * @param start the column of the text's first character
     * @param text the time, or the date
     */
    public record Label(int tick, int start, String text) {}

    /** Where a silence is cut short, in columns. */
    public List<Integer> breaks() {
        return List.copyOf(breaks);
    }

    /** The time's column, from 0; only for times that the axis was made of. */
    public int column(long time) {
        return columns.get(time);
    }

    /** How many columns there are. */
    public int width() {
        return width;
    }

    private void place(List<Long> times, int room) {
        int count = times.size() - 1;
        long[] gaps = new long[count];
        for (int i = 0; i < count; i++) {
            long gap = times.get(i + 1) - times.get(i);
            gaps[i] = gap > 0 ? gap : Long.MAX_VALUE; // it overflowed
        }
        boolean[] broken = broken(gaps, room);
        int[] widths = widths(gaps, broken, room - 1);

        double column = 0;
        double squeeze = squeeze(widths, room - 1);
        columns.put(times.get(0), 0);
        for (int i = 0; i < count; i++) {
            if (broken[i]) {
                breaks.add((int) Math.round(column + widths[i] * squeeze / 2));
            }
            column += widths[i] * squeeze;
            columns.put(times.get(i + 1), (int) Math.round(column));
        }
    }

    /** Below 1 only if there are more times than columns. */
    private static double squeeze(int[] widths, int room) {
        int sum = 0;
        for (int w : widths) {
            sum += w;
        }
        return sum <= room ? 1 : (double) room / sum;
    }

    /**
     * The gaps to cut short: those far beyond the typical one, where the typical one would get less
     * than a column. Neighbouring milliseconds don't count: they mark an edge.
     */
    private static boolean[] broken(long[] gaps, int room) {
        boolean[] broken = new boolean[gaps.length];
        List<Long> wide = new ArrayList<>();
        double total = 0;
        for (long gap : gaps) {
            total += gap;
            if (gap > 1) {
                wide.add(gap);
            }
        }
        if (wide.isEmpty()) {
            return broken;
        }
        wide.sort(null);
        long typical = wide.get((wide.size() - 1) / 2);
        if (typical * room / total < 1) {
            for (int i = 0; i < gaps.length; i++) {
                broken[i] = gaps[i] / 20 > typical;
            }
        }
        return broken;
    }

    /** As much to scale as fits when every gap gets at least one column. */
    private static int[] widths(long[] gaps, boolean[] broken, int room) {
        int brokenGap = brokenGap(broken, room);
        double low = 0;
        double high = room;
        for (int round = 0; round < 60; round++) {
            double scale = (low + high) / 2;
            if (sum(widths(gaps, broken, brokenGap, scale)) <= room) {
                low = scale;
            } else {
                high = scale;
            }
        }
        return widths(gaps, broken, brokenGap, low);
    }

    /** As wide as all gaps that are cut short can be when every other one gets its column. */
    private static int brokenGap(boolean[] broken, int room) {
        int count = 0;
        for (boolean b : broken) {
            count += b ? 1 : 0;
        }
        int others = broken.length - count;
        return count == 0 ? BROKEN_GAP : Math.max(1, Math.min(BROKEN_GAP, (room - others) / count));
    }

    private static int[] widths(
            long[] gaps, boolean[] broken, int brokenGap, double columnsPerMilli) {
        int[] widths = new int[gaps.length];
        for (int i = 0; i < gaps.length; i++) {
            widths[i] =
                    broken[i]
                            ? brokenGap
                            : (int) Math.max(1, Math.min(10_000, gaps[i] * columnsPerMilli));
        }
        return widths;
    }

    private static int sum(int[] widths) {
        int sum = 0;
        for (int w : widths) {
            sum += w;
        }
        return sum;
    }

    /**
     * The axis as lines: the date if times are dates, the times' labels, and the ruler.
     *
     * @param important the times to label first; the others follow where there is room
     */
    List<String> lines(Collection<Long> important, Terminal terminal) {
        List<String> lines = new ArrayList<>();
        StringBuilder dates = new StringBuilder();
        dates().forEach(label -> write(label, dates));
        if (!dates.isEmpty()) {
            lines.add(dates.toString());
        }
        List<Label> labels = labels(important);
        StringBuilder line = new StringBuilder();
        labels.forEach(label -> write(label, line));
        lines.add(line.toString());
        StringBuilder ruler = new StringBuilder(terminal.either("─", "-").repeat(width));
        labels.forEach(label -> ruler.setCharAt(label.tick(), terminal.either("┬", "+").charAt(0)));
        breaks.forEach(column -> ruler.setCharAt(column, '~'));
        lines.add(ruler.toString());
        return lines;
    }

    private static void write(Label label, StringBuilder line) {
        line.append(" ".repeat(label.start() - line.length())).append(label.text());
    }

    /**
     * The times to write along the axis, left to right: as many as fit, one column for each
     * character and at least one between two labels.
     *
     * @param important the times to label first; the others follow where there is room
     */
    public List<Label> labels(Collection<Long> important) {
        TreeMap<Integer, Label> labels = new TreeMap<>();
        if (columns.containsKey(END)) {
            label(labels, column(END), "end");
        }
        for (long time : important) {
            label(labels, column(time), label(time));
        }
        columns.forEach((time, column) -> label(labels, column, label(time)));
        return List.copyOf(labels.values());
    }

    private void label(TreeMap<Integer, Label> labels, int column, String label) {
        int start = column + label.length() <= width ? column : column + 1 - label.length();
        var before = labels.floorEntry(start + label.length());
        boolean free =
                start >= 0
                        && (before == null
                                || before.getKey() + before.getValue().text().length() < start);
        if (free) {
            labels.put(start, new Label(column, start, label));
        }
    }

    /** The first date of the axis, and every later one where it begins; none without dates. */
    public List<Label> dates() {
        List<Label> dates = new ArrayList<>();
        int used = 0;
        String last = "";
        for (var entry : columns.entrySet()) {
            if (isDate(entry.getKey())) {
                String date = DATE.format(utc(entry.getKey()));
                if (!date.equals(last) && used <= entry.getValue()) {
                    last = date;
                    int start = Math.max(used, Math.min(entry.getValue(), width - date.length()));
                    dates.add(new Label(entry.getValue(), start, date));
                    used = start + date.length() + 1;
                }
            }
        }
        return dates;
    }

    /** The time as the axis shows it; the date stands above. */
    static String label(long time) {
        if (time == END) {
            return "end";
        }
        if (!isDate(time)) {
            return Durations.format(Duration.ofMillis(time));
        }
        LocalDateTime utc = utc(time);
        if (utc.getNano() != 0) {
            return MILLIS.format(utc);
        }
        return (utc.getSecond() != 0 ? SECONDS : MINUTES).format(utc);
    }

    private static boolean isDate(long time) {
        return time != END && (time <= -LONGEST_DURATION || time >= LONGEST_DURATION);
    }

    private static LocalDateTime utc(long time) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(time), ZoneOffset.UTC);
    }
}
