package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.DecimalMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkersTest {

    private static final Login LOGIN = new Login("a", Secret.of("b"));
    private static final LiveDatabase MYSQL = new MySqlDatabase("localhost", 1, LOGIN, LOGIN);
    private static final LiveDatabase POSTGRES = new PostgresDatabase("localhost", 1, LOGIN, LOGIN);

    @Test
    void tablesOfOneDatabaseShareWhatIsPutBesideThem() {
        CapturedTable one = table(MYSQL, "x", "one");
        CapturedTable other = table(MYSQL, "y", "other");
        CapturedTable neighbour = table(MYSQL, "x", "neighbour");
        CapturedTable elsewhere = table(POSTGRES, "x", "elsewhere");

        assertThat(new Markers(List.of(one, other, neighbour, elsewhere)).byDatabase())
                .containsExactly(List.of(one, neighbour), List.of(other), List.of(elsewhere));
    }

    @Test
    void aMarkerIsToldFromAnEnvelope() {
        assertThat(MarkedEnvelopes.marker("marker c 7")).hasValue(7);
        assertThat(MarkedEnvelopes.marker("{\"op\":\"c\"}")).isEmpty();
    }

    @Test
    void aMarkerFromTheLogIsToldFromOneOfTheSnapshot() {
        assertThat(MarkedEnvelopes.isFromLog("marker c 7")).isTrue();
        assertThat(MarkedEnvelopes.isFromLog("marker r 0")).isFalse();
    }

    private static CapturedTable table(LiveDatabase server, String database, String name) {
        return new CapturedTable(
                server,
                database,
                null,
                name,
                new CaptureOptions(DecimalMode.PRECISE, "UTC", StartupMode.INITIAL));
    }
}
