package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("live")
@DisplayName("What keeps a server from being captured is told with what mends it")
class ReadinessIT {

    private static final String CONFIG = "in my.cnf, section [mysqld]: ";
    private static final String RESTART = " (then restart the server)";

    @Test
    @DisplayName("MariaDB: a wrong format of the binlog and rights that are missing")
    void mariaDb() throws Exception {
        try (EmbeddedMariaDb server = EmbeddedMariaDb.start()) {
            MySqlDatabase database = server.database();
            assertThat(database.problems(2)).isEmpty();
            database.createDatabase("shop");
            database.execute("shop", "CREATE TABLE goods (id int NOT NULL PRIMARY KEY)");
            database.execute("", "SET GLOBAL binlog_format = 'MIXED'");
            database.execute("", "SET GLOBAL binlog_row_image = 'MINIMAL'");

            List<Problem> server1 = database.problems(2);
            assertThat(server1)
                    .extracting(Problem::what)
                    .containsExactly(
                            "binlog_format is MIXED, not ROW",
                            "binlog_row_image is MINIMAL, not FULL");
            assertThat(server1)
                    .extracting(Problem::server)
                    .containsOnly("mysql 127.0.0.1:" + server.port());
            List<Problem> rights = database.problems("shop", null, List.of("goods"));
            assertThat(rights)
                    .extracting(Problem::what)
                    .containsExactly(
                            "the capture user may not ask where the binlog ends",
                            "the capture user may not read the binlog",
                            "the capture user may not read shop.goods");

            mend(database, "", server1);
            mend(database, "", rights);

            assertThat(database.problems(2)).isEmpty();
            assertThat(database.problems("shop", null, List.of("goods"))).isEmpty();
        }
    }

    @Test
    @DisplayName("MariaDB: no binlog, no server id")
    void mariaDbWithoutBinlog() throws Exception {
        try (EmbeddedMariaDb server =
                EmbeddedMariaDb.start(List.of("--skip-log-bin", "--server-id=0"))) {
            assertThat(server.database().problems(2))
                    .extracting(Problem::mend)
                    .contains(CONFIG + "log_bin = binlog" + RESTART);
        }
    }

    @Test
    @DisplayName("PostgreSQL: too little log, no room, rights and a publication that are missing")
    void postgres() throws Exception {
        try (EmbeddedPostgres server =
                EmbeddedPostgres.start(
                        List.of("--wal_level=replica", "--max_replication_slots=1"))) {
            PostgresDatabase database = server.database();
            database.createDatabase("shop");
            database.execute("shop", "CREATE TABLE goods (id int NOT NULL PRIMARY KEY)");
            String capture = PostgresDatabase.quote(server.capture().user());
            database.execute("shop", "REVOKE USAGE ON SCHEMA public FROM PUBLIC");
            database.execute("", "ALTER ROLE " + capture + " NOREPLICATION");

            List<Problem> ofServer = database.problems(2);
            assertThat(ofServer)
                    .extracting(Problem::what)
                    .containsExactly(
                            "wal_level is replica, not logical",
                            "max_replication_slots is 1, of which 0 are used",
                            "the capture user may not read the log");
            assertThat(ofServer)
                    .extracting(Problem::mend)
                    .contains(
                            "ALTER SYSTEM SET wal_level = 'logical';" + RESTART,
                            "ALTER SYSTEM SET max_replication_slots = 2;" + RESTART);
            List<Problem> ofTables = database.problems("shop", "public", List.of("goods"));
            assertThat(ofTables)
                    .extracting(Problem::what)
                    .containsExactly(
                            "the capture user may not use the schema public",
                            "the capture user may not read public.goods",
                            "public.goods does not log whole old rows, so a delete or a changed"
                                    + " join key can't be joined",
                            "the publication joinlab does not have public.goods");

            mend(database, "", ofServer.subList(2, 3));
            mend(database, "shop", ofTables);

            assertThat(database.problems(1))
                    .extracting(Problem::what)
                    .containsExactly("wal_level is replica, not logical");
            assertThat(database.problems("shop", "public", List.of("goods"))).isEmpty();
        }
    }

    @Test
    @DisplayName("a user who can't log in is named, the password is not")
    void noLogin() throws Exception {
        Secret wrong = Secret.of("a-wrong-password");
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            Login stranger = new Login(server.capture().user(), wrong);
            List<Problem> problems =
                    new PostgresDatabase("127.0.0.1", server.port(), server.admin(), stranger)
                            .problems(1);

            assertThat(problems)
                    .singleElement()
                    .satisfies(
                            problem -> {
                                assertThat(problem.what())
                                        .startsWith("the capture user can't log in: ")
                                        .doesNotContain(wrong.reveal());
                                assertThat(problem.mend())
                                        .endsWith(
                                                "postgresql.capture.password in"
                                                        + " joinlab.properties");
                            });
        }
    }

    private static void mend(LiveDatabase server, String database, List<Problem> problems)
            throws Exception {
        for (Problem problem : problems) {
            server.execute(database, problem.mend());
        }
    }
}
