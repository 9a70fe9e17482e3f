package io.joinlab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.live.SqlScript.SqlStatement;
import io.joinlab.yaml.InputException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlScriptTest {

    private static final Path FILE = Path.of("changes.sql");

    @Test
    void aStatementEndsWithASemicolonAndKnowsItsFirstLine() {
        assertThat(statements("SELECT 1;\n\n  SELECT\n 2 ; SELECT 3"))
                .containsExactly(
                        new SqlStatement(1, "SELECT 1"),
                        new SqlStatement(3, "SELECT\n 2"),
                        new SqlStatement(4, "SELECT 3"));
    }

    @Test
    void commentsAreLeftOutAndTheirSemicolonsDoNotCount() {
        assertThat(
                        statements(
                                """
                                -- one; two
                                SELECT 1 /* three;
                                four */ + 1;
                                -- the end\
                                """))
                .containsExactly(new SqlStatement(2, "SELECT 1  + 1"));
    }

    @Test
    void semicolonsAndCommentSignsInQuotesDoNotCount() {
        assertThat(statements("SELECT 'a;b -- c', \"d;e\", `f;g`, 'it''s; fine';"))
                .containsExactly(
                        new SqlStatement(1, "SELECT 'a;b -- c', \"d;e\", `f;g`, 'it''s; fine'"));
    }

    @Test
    void emptyStatementsAreNone() {
        assertThat(statements(" ;\n;-- nothing\n")).isEmpty();
    }

    @Test
    void aQuoteThatIsNeverClosedIsAnErrorAtItsLine() {
        assertThatThrownBy(() -> statements("SELECT 1;\nSELECT 'a;\n"))
                .isInstanceOf(InputException.class)
                .hasMessage("changes.sql:2: the quote ' is never closed");
    }

    @Test
    void aFileThatIsNotThereIsAnErrorThatNamesIt() {
        assertThatThrownBy(() -> SqlScript.read(Path.of("no-such.sql")))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("no-such.sql: can't be read");
    }

    private static List<SqlStatement> statements(String text) {
        return SqlScript.parse(FILE, text).statements();
    }
}
