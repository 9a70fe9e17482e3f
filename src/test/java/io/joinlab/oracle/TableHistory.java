package io.joinlab.oracle;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.EnvelopeParser;
import io.joinlab.cdc.EnvelopeWriter;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.ParseResult;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.TableSpec;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.Side;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * A random history of teachers and courses: what was done to the two tables, and the change events
 * that a source sends of it, some of them again after a restart.
 *
 * @param keys the columns that are joined on: a primary key on the left, or no unique column at all
 * @param fullRowBefore whether updates and deletes carry the row before, as with {@code REPLICA
 *     IDENTITY FULL}
 * @param happenings what happened, in order
 */
public record TableHistory(
        JoinOptions.Keys keys, boolean fullRowBefore, List<Happening> happenings) {
    private static final Dataset DATASET = Dataset.read(Path.of("fixtures", "teacher-course"));
    private static final JoinOptions.Keys ONE_TO_MANY = new JoinOptions.Keys("t_id", "c_tid");
    private static final JoinOptions.Keys MANY_TO_MANY = new JoinOptions.Keys("t_name", "c_tid");

    /** The primary keys of both tables. */
    public static final Map<Side, List<String>> PRIMARY_KEYS =
            Map.of(Side.LEFT, List.of("t_id"), Side.RIGHT, List.of("c_id"));

    /**
     * Something that happened, and the events that a source sends of it. After the last of them the
     * join knows what the database knows.
     */
    public sealed interface Happening {
        /** The events in order. */
        List<Sent> events();
    }

    /**
     * A statement of one row.
     *
     * @param before the row before; {@code null} for an INSERT
     * @param after the row after; {@code null} for a DELETE
     */
    public record Statement(Side side, RowImage before, RowImage after, List<Sent> events)
            implements Happening {}

    /** The sources start again from some place in their logs, or read both tables again. */
    public record Restart(List<Sent> events) implements Happening {}

    /** One event as a source sends it. */
    public record Sent(Side side, String raw) {
        /** The event behind the text. */
        public ChangeEvent event() {
            ParseResult result =
                    new EnvelopeParser(table(side).defaultRecording().schema()).parse(raw);
            return ((ParseResult.Parsed) result).event();
        }
    }

    private static TableSpec table(Side side) {
        return side == Side.LEFT ? DATASET.left() : DATASET.right();
    }

    /** What is to happen; it does if it makes sense where it stands. */
    private sealed interface Wish {
        record Put(Side side, int row, Integer key, int name) implements Wish {}

        record Delete(Side side, int row) implements Wish {}

        record ChangePrimaryKey(Side side, int from, int to) implements Wish {}

        /** All events again from some place on. */
        record Repeat(int from) implements Wish {}

        record ReadAgain() implements Wish {}
    }

    /** Histories of few rows and few keys, so that they meet all the time. */
    public static Arbitrary<TableHistory> any() {
        return Combinators.combine(
                        Arbitraries.of(ONE_TO_MANY, MANY_TO_MANY),
                        Arbitraries.of(true, false),
                        wish().list().ofMaxSize(24))
                .as(
                        (keys, fullRowBefore, wishes) ->
                                new TableHistory(
                                        keys, fullRowBefore, new Writer(fullRowBefore).of(wishes)));
    }

    private static Arbitrary<Wish> wish() {
        Arbitrary<Side> side = Arbitraries.of(Side.class);
        Arbitrary<Integer> number = Arbitraries.integers().between(1, 3);
        Arbitrary<Wish> put =
                Combinators.combine(side, number, number.injectNull(0.25), number)
                        .as(Wish.Put::new);
        return Arbitraries.frequencyOf(
                Tuple.of(14, put),
                Tuple.of(4, Combinators.combine(side, number).as(Wish.Delete::new)),
                Tuple.of(
                        2,
                        Combinators.combine(side, number, number).as(Wish.ChangePrimaryKey::new)),
                Tuple.of(1, Arbitraries.integers().between(0, 30).map(Wish.Repeat::new)),
                Tuple.of(1, Arbitraries.create(Wish.ReadAgain::new)));
    }

    /** All events in the order in which they are sent. */
    public List<Sent> events() {
        return happenings.stream().flatMap(happening -> happening.events().stream()).toList();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(keys + (fullRowBefore ? "" : ", key only") + "\n");
        for (Happening happening : happenings) {
            text.append(happening.getClass().getSimpleName()).append('\n');
            for (Sent sent : happening.events()) {
                ChangeEvent event = sent.event();
                text.append("  ")
                        .append(sent.side().label())
                        .append(' ')
                        .append(event.op().code())
                        .append(' ')
                        .append(event.image())
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** Makes wishes come true, one after the other. */
    private static final class Writer {
        private final boolean fullRowBefore;
        private final Tables tables = new Tables(PRIMARY_KEYS);
        private final List<Happening> happenings = new ArrayList<>();
        private final List<Sent> log = new ArrayList<>();

        Writer(boolean fullRowBefore) {
            this.fullRowBefore = fullRowBefore;
        }

        List<Happening> of(List<Wish> wishes) {
            wishes.forEach(this::perform);
            return happenings;
        }

        private void perform(Wish wish) {
            if (wish instanceof Wish.Put put) {
                RowImage after = image(put);
                RowImage before = row(put.side(), put.row());
                if (!after.equals(before)) {
                    state(put.side(), before, after);
                }
            } else if (wish instanceof Wish.Delete delete) {
                RowImage before = row(delete.side(), delete.row());
                if (before != null) {
                    state(delete.side(), before, null);
                }
            } else if (wish instanceof Wish.ChangePrimaryKey change) {
                RowImage before = row(change.side(), change.from());
                if (before != null && row(change.side(), change.to()) == null) {
                    String column = PRIMARY_KEYS.get(change.side()).get(0);
                    state(change.side(), before, before.with(column, "" + change.to()));
                }
            } else if (wish instanceof Wish.Repeat repeat) {
                int from = Math.min(repeat.from(), log.size());
                happenings.add(new Restart(List.copyOf(log.subList(from, log.size()))));
            } else {
                List<Sent> rows = new ArrayList<>();
                for (Side side : Side.values()) {
                    tables.rows(side).forEach(row -> rows.add(sent(side, Op.READ, null, row)));
                }
                happenings.add(new Restart(rows));
            }
        }

        private RowImage row(Side side, int number) {
            return tables.row(side, List.of("" + number));
        }

        private static RowImage image(Wish.Put put) {
            String row = "" + put.row();
            String key = put.key() == null ? null : "" + put.key();
            return put.side() == Side.LEFT
                    ? RowImage.of(List.of("t_id", "t_name"), Arrays.asList(row, key))
                    : RowImage.of(
                            List.of("c_id", "c_name", "c_tid"),
                            Arrays.asList(row, "n" + put.name(), key));
        }

        private void state(Side side, RowImage before, RowImage after) {
            List<Sent> events = new ArrayList<>();
            if (before == null) {
                events.add(sent(side, Op.CREATE, null, after));
            } else if (after == null) {
                events.add(sent(side, Op.DELETE, logged(side, before), null));
            } else {
                String column = PRIMARY_KEYS.get(side).get(0);
                if (before.get(column).equals(after.get(column))) {
                    events.add(sent(side, Op.UPDATE, fullRowBefore ? before : null, after));
                } else {
                    events.add(sent(side, Op.DELETE, logged(side, before), null));
                    events.add(sent(side, Op.CREATE, null, after));
                }
            }
            events.forEach(sent -> tables.apply(side, sent.event()));
            log.addAll(events);
            happenings.add(new Statement(side, before, after, List.copyOf(events)));
        }

        /** What a delete carries of its row. */
        private RowImage logged(Side side, RowImage row) {
            RowImage logged = row;
            for (String column : row.columns()) {
                if (!fullRowBefore && !PRIMARY_KEYS.get(side).contains(column)) {
                    logged = logged.with(column, null);
                }
            }
            return logged;
        }

        private Sent sent(Side side, Op op, RowImage before, RowImage after) {
            EnvelopeWriter writer =
                    new EnvelopeWriter(table(side), table(side).defaultRecording().schema());
            return new Sent(side, writer.write(op, before, after, 0, log.size() + 1));
        }
    }
}
