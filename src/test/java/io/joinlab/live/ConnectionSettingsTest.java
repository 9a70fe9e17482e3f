package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.DatabaseKind;
import io.joinlab.yaml.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionSettingsTest {

    @TempDir Path directory;
    private Path file;

    @BeforeEach
    void writeFile() throws Exception {
        file =
                Files.writeString(
                        directory.resolve("joinlab.properties"),
                        """
                        mysql.host = db.example
                        mysql.port = 3306
                        mysql.admin.user = root
                        mysql.admin.password = admin's
                        mysql.capture.user = flink
                        mysql.capture.password = flink's
                        """);
    }

    @Test
    void comeFromTheFile() {
        LiveDatabase database = database(Map.of());

        assertThat(database.host()).isEqualTo("db.example");
        assertThat(database.port()).isEqualTo(3306);
        assertThat(database.admin().user()).isEqualTo("root");
        assertThat(database.admin().password().reveal()).isEqualTo("admin's");
        assertThat(database.capture().user()).isEqualTo("flink");
        assertThat(database.capture().password().reveal()).isEqualTo("flink's");
    }

    @Test
    void theEnvironmentWins() {
        LiveDatabase database =
                database(
                        Map.of(
                                "JOINLAB_MYSQL_PORT", "3307",
                                "JOINLAB_MYSQL_CAPTURE_PASSWORD", "other"));

        assertThat(database.port()).isEqualTo(3307);
        assertThat(database.capture().password().reveal()).isEqualTo("other");
        assertThat(database.admin().password().reveal()).isEqualTo("admin's");
    }

    @Test
    void aSettingThatIsMissingIsNamedWithBothPlacesForIt() {
        assertThatThrownBy(
                        () ->
                                ConnectionSettings.read(file, Map.of())
                                        .database(DatabaseKind.POSTGRESQL))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        file
                                + ": postgresql.host is not set; set it there or in the environment"
                                + " as JOINLAB_POSTGRESQL_HOST");
    }

    @Test
    void aPortMustBeOne() {
        for (String port : new String[] {"x", "0", "65536"}) {
            assertThatThrownBy(() -> database(Map.of("JOINLAB_MYSQL_PORT", port)))
                    .isInstanceOf(InputException.class)
                    .hasMessage(file + ": mysql.port: expected a port number, got " + port);
        }
    }

    @Test
    void noPasswordIsEverPrinted() {
        assertThat(database(Map.of()).toString()).doesNotContain("admin's", "flink's");
    }

    private LiveDatabase database(Map<String, String> environment) {
        return ConnectionSettings.read(file, environment).database(DatabaseKind.MYSQL);
    }
}
