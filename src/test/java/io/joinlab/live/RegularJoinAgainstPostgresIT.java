package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.joinlab.cdc.RowImage;
import io.joinlab.join.ChangelogFold;
import io.joinlab.join.JoinOptions;
import io.joinlab.join.JoinType;
import io.joinlab.join.JoinedRow;
import io.joinlab.join.Side;
import io.joinlab.oracle.RegularJoinJobs;
import io.joinlab.oracle.TableHistory;
import io.joinlab.scenario.ScenarioPipeline;
import io.joinlab.sim.SimulatedJob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

@Tag("live")
@Label("A regular join, held against PostgreSQL")
class RegularJoinAgainstPostgresIT {
    private static final String DATABASE = "oracle";
    private static final Map<Side, String> TABLES =
            Map.of(Side.LEFT, "teacher", Side.RIGHT, "course");
    private static final Map<Side, List<String>> COLUMNS =
            Map.of(
                    Side.LEFT, List.of("t_id", "t_name"),
                    Side.RIGHT, List.of("c_id", "c_name", "c_tid"));

    private static EmbeddedPostgres server;
    private static Connection connection;

    @BeforeContainer
    static void createTables() throws Exception {
        server = EmbeddedPostgres.start();
        server.database().createDatabase(DATABASE);
        connection = server.database().connect(DATABASE);
        execute("CREATE TABLE teacher (t_id varchar(3) PRIMARY KEY, t_name varchar(10))");
        execute(
                "CREATE TABLE course (c_id varchar(3) PRIMARY KEY, c_name varchar(20), c_tid"
                        + " varchar(3))");
    }

    @AfterContainer
    static void stop() throws SQLException {
        connection.close();
        server.close();
    }

    @Provide
    Arbitrary<TableHistory> histories() {
        return TableHistory.any();
    }

    @Property(tries = 2_000, seed = "20231027", edgeCases = EdgeCasesMode.NONE)
    @Label(
            "after every statement, and after every restart of the sources, its changelog leaves"
                    + " what PostgreSQL answers to the INNER, LEFT, RIGHT and FULL JOIN")
    void leavesWhatPostgresAnswers(@ForAll("histories") TableHistory history) throws SQLException {
        execute("DELETE FROM teacher");
        execute("DELETE FROM course");
        Map<JoinType, SimulatedJob> jobs = new EnumMap<>(JoinType.class);
        Map<JoinType, ChangelogFold> folds = new EnumMap<>(JoinType.class);
        try {
            for (JoinType type : JoinType.values()) {
                jobs.put(type, RegularJoinJobs.of(type, history.keys(), 2).start());
                folds.put(type, new ChangelogFold());
            }
            for (TableHistory.Happening happening : history.happenings()) {
                if (happening instanceof TableHistory.Statement statement) {
                    execute(statement);
                }
                for (JoinType type : JoinType.values()) {
                    SimulatedJob job = jobs.get(type);
                    for (TableHistory.Sent sent : happening.events()) {
                        job.source(sent.side().label()).send(sent.raw());
                    }
                    job.<JoinedRow>sink(ScenarioPipeline.JOINED)
                            .takeNewValues()
                            .forEach(folds.get(type)::apply);

                    assertThat(folds.get(type).rows()).isEqualTo(answer(type, history.keys()));
                }
            }
        } finally {
            jobs.values().forEach(SimulatedJob::close);
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void execute(TableHistory.Statement statement) throws SQLException {
        String table = TABLES.get(statement.side());
        List<String> columns = COLUMNS.get(statement.side());
        String key = columns.get(0);
        if (statement.before() == null) {
            execute(
                    "INSERT INTO %s VALUES (%s)"
                            .formatted(
                                    table,
                                    String.join(", ", Collections.nCopies(columns.size(), "?"))),
                    statement.after().toMap().values().toArray());
        } else if (statement.after() == null) {
            execute(
                    "DELETE FROM %s WHERE %s = ?".formatted(table, key),
                    statement.before().get(key));
        } else {
            Object[] values =
                    Arrays.copyOf(statement.after().toMap().values().toArray(), columns.size() + 1);
            values[columns.size()] = statement.before().get(key);
            execute(
                    "UPDATE %s SET %s = ? WHERE %s = ?"
                            .formatted(table, String.join(" = ?, ", columns), key),
                    values);
        }
    }

    private static void execute(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, (String) values[i]);
            }
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }

    private static Map<ChangelogFold.Row, Integer> answer(JoinType type, JoinOptions.Keys keys)
            throws SQLException {
        String query =
                "SELECT t_id, t_name, c_id, c_name, c_tid FROM teacher %s JOIN course ON %s = %s"
                        .formatted(type, keys.left(), keys.right());
        Map<ChangelogFold.Row, Integer> rows = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(query)) {
            while (answer.next()) {
                rows.merge(
                        new ChangelogFold.Row(image(answer, Side.LEFT), image(answer, Side.RIGHT)),
                        1,
                        Integer::sum);
            }
        }
        return rows;
    }

    /** A table that has no row there has NULL in its primary key. */
    private static RowImage image(ResultSet answer, Side side) throws SQLException {
        List<String> columns = COLUMNS.get(side);
        if (answer.getString(columns.get(0)) == null) {
            return null;
        }
        Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = answer.getString(columns.get(i));
        }
        return RowImage.of(columns, Arrays.asList(values));
    }
}
