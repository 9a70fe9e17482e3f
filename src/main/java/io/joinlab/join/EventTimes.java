package io.joinlab.join;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.RowImage;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Reads the time that an {@link EventTimeField} names off a change event. */
public final class EventTimes {
    /**
     * A million years from the epoch, in milliseconds. Beyond it window arithmetic would wrap
     * around, and Flink takes {@code Long.MIN_VALUE} for "no timestamp" and fails the job.
     */
    private static final long FARTHEST = Duration.ofDays(365_000_000).toMillis();

    private EventTimes() {}

    /**
     * The event's time in epoch milliseconds.
     *
     * @throws IllegalArgumentException if the event does not carry it, or if it is more than a
     *     million years from the epoch; the message says why
     */
    public static long of(ChangeEvent event, EventTimeField field) {
        long time =
                switch (field.kind()) {
                    case TS_MS -> event.tsMs();
                    case SOURCE_TS_MS -> event.source().tsMs();
                    case COLUMN -> ofColumn(event.image(), field.column());
                };
        if (time < -FARTHEST || time > FARTHEST) {
            throw tooFar(field, time);
        }
        return time;
    }

    private static IllegalArgumentException tooFar(Object field, Object value) {
        return new IllegalArgumentException(
                "event time " + field + " is more than a million years from 1970: " + value);
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
            return epochMillis(dateTime.toInstant(ZoneOffset.UTC), column);
        } else if (value instanceof Instant instant) {
            return epochMillis(instant, column);
        } else if (value instanceof LocalDate date) {
            return epochMillis(date.atStartOfDay(ZoneOffset.UTC).toInstant(), column);
        }
        throw new IllegalArgumentException("event time " + column + " is no time: " + value);
    }

    private static long epochMillis(Instant instant, String column) {
        try {
            return instant.toEpochMilli();
        } catch (ArithmeticException e) {
            throw tooFar(column, instant);
        }
    }
}
