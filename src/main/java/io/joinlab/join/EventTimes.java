package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.RowImage;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Reads the time that an {@link EventTimeField} names off a change event. */
public final class EventTimes {
    private EventTimes() {}

    /**
     * The event's time in epoch milliseconds.
     *
     * @throws IllegalArgumentException if the event does not carry it; the message says why
     */
    public static long of(ChangeEvent event, EventTimeField field) {
        return switch (field.kind()) {
            case TS_MS -> event.tsMs();
            case SOURCE_TS_MS -> event.source().tsMs();
            case COLUMN -> ofColumn(event.image(), field.column());
        };
    }

    private static long ofColumn(RowImage image, String column) {
        if (image == null || !image.has(column)) {
            throw new IllegalArgumentException("event time " + column + " is missing");
        }
        Object value = image.get(column);
        if (value == null) {
            throw new IllegalArgumentException("event time " + column + " is NULL");
        } else if (value instanceof Long millis) {
            return millis;
        } else if (value instanceof LocalDateTime dateTime) {
            return dateTime.toInstant(ZoneOffset.UTC).toEpochMilli();
        } else if (value instanceof Instant instant) {
            return instant.toEpochMilli();
        } else if (value instanceof LocalDate date) {
            return date.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
        }
        throw new IllegalArgumentException("event time " + column + " is no time: " + value);
    }
}
