package io.joinlab.cli;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.JsonText;
import io.joinlab.join.Side;
import io.joinlab.live.LiveEvent;
import io.joinlab.report.Ink;
import io.joinlab.scenario.Notation;
import io.joinlab.scenario.RowDocument;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Prints what comes out of a live join, at once. */
final class LivePrinter implements Consumer<LiveEvent> {
    private final Console console;
    private final boolean json;
    private final int rows;
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private Runnable end;
    private boolean enough;

    /**
     * @param rows after how many joined rows it is enough; 0 for never
     */
    LivePrinter(Console console, boolean json, int rows) {
        this.console = console;
        this.json = json;
        this.rows = rows;
        for (String kind : new String[] {"joined", "late", "dropped", "malformed"}) {
            counts.put(kind, 0);
        }
    }

    /** What to do when there are enough rows. */
    synchronized void endWith(Runnable action) {
        end = action;
        endIfEnough();
    }

    @Override
    public synchronized void accept(LiveEvent event) {
        if (enough) {
            return;
        }
        if (event instanceof LiveEvent.Joined joined) {
            Map<String, Object> document = new LinkedHashMap<>();
            RowDocument.joined(document, joined.row());
            print("joined", Notation.parts(joined.row()), document);
        } else if (event instanceof LiveEvent.Late late) {
            print("late", late.row().side(), late.row().event(), null);
        } else if (event instanceof LiveEvent.Dropped dropped) {
            print("dropped", dropped.row().side(), dropped.row().event(), dropped.row().reason());
        } else if (event instanceof LiveEvent.Malformed malformed) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("side", malformed.side().label());
            document.put("raw", malformed.line().raw());
            document.put("reason", malformed.line().reason());
            print(
                    "malformed",
                    malformed.side().label()
                            + ": "
                            + malformed.line().raw()
                            + ", reason: "
                            + malformed.line().reason(),
                    document);
        }
        enough = rows > 0 && counts.get("joined") >= rows;
        endIfEnough();
    }

    private void endIfEnough() {
        if (enough && end != null) {
            end.run();
        }
    }

    private void print(String kind, Side side, ChangeEvent event, String reason) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("side", side.label());
        document.put("event", RowDocument.event(event));
        String text = side.label() + ": " + Notation.event(event);
        if (reason != null) {
            document.put("reason", reason);
            text += ", reason: " + reason;
        }
        print(kind, text, document);
    }

    private void print(String kind, String text, Map<String, Object> document) {
        counts.merge(kind, 1, Integer::sum);
        if (json) {
            console.json().println(JsonText.line(Map.of(kind, document)));
        } else {
            String line = console.terminal().text("%-9s %s".formatted(kind, text));
            console.print(kind.equals("joined") ? line : console.paint(Ink.NOTICE, line));
        }
        console.flush();
    }

    /** Says how many rows of each kind there were. */
    synchronized void summary() {
        StringBuilder words = new StringBuilder();
        counts.forEach(
                (kind, count) ->
                        words.append(words.isEmpty() ? "" : ", ")
                                .append(count)
                                .append(' ')
                                .append(kind));
        console.progress(words.toString());
    }
}
