package io.joinlab.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.joinlab.cdc.ChangeEvent;
import io.joinlab.cdc.Dataset;
import io.joinlab.cdc.Op;
import io.joinlab.cdc.RowImage;
import io.joinlab.cdc.SourceInfo;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlatteningTest {
    private static final Dataset TEACHERS = Dataset.read(Path.of("fixtures", "teacher-course"));
    private static final ChangeEvent TEACHER = TEACHERS.left().defaultRecording().event(1);
    private static final ChangeEvent COURSE = TEACHERS.right().defaultRecording().event(3);

    /** Both tables have id and name, as article D's orders and companies do. */
    private static final Flattening SHARED =
            Flattening.of(List.of("id", "name"), List.of("id", "name", "business_id"));

    private static final ChangeEvent COMPANY = event(Op.READ, 10, "id", "b1", "name", "Acme");
    private static final ChangeEvent ORDER =
            event(Op.UPDATE, 20, "id", "o1", "name", "Chairs", "business_id", "b1");

    private static ChangeEvent event(Op op, long tsMs, Object... row) {
        Map<String, Object> columns = new LinkedHashMap<>();
        for (int i = 0; i < row.length; i += 2) {
            columns.put((String) row[i], row[i + 1]);
        }
        SourceInfo source = new SourceInfo("mysql", "d", null, "t", tsMs, false, "");
        return new ChangeEvent(op, null, RowImage.of(columns), source, tsMs);
    }

    private static JoinedRow joined(ChangeEvent left, ChangeEvent right) {
        return new JoinedRow(left, right, new JoinedRow.Window(0, 3000));
    }

    /** What the articles do: the row and what is left of the envelope, one map for both sides. */
    private static Map<String, Object> merged(ChangeEvent... sides) {
        Map<String, Object> flat = new LinkedHashMap<>();
        for (ChangeEvent side : sides) {
            flat.putAll(side.image().toMap());
            flat.put("op", side.op().code());
            flat.put("ts_ms", side.tsMs());
        }
        return flat;
    }

    @Test
    void claim8_mergingFlattenedSidesOverwritesOpTsMsAndEverySharedColumn() {
        assertThat(merged(TEACHER, COURSE))
                .containsEntry("op", "c")
                .containsEntry("ts_ms", COURSE.tsMs())
                .doesNotContainValue("r");
        assertThat(merged(COMPANY, ORDER))
                .isEqualTo(
                        Map.of(
                                "id", "o1",
                                "name", "Chairs",
                                "business_id", "b1",
                                "op", "u",
                                "ts_ms", 20L));
    }

    @Test
    void claim8_flatteningKeepsWhatCollidesApart() {
        Map<String, Object> flat = SHARED.flatten(joined(COMPANY, ORDER));

        assertThat(flat.keySet())
                .containsExactly(
                        "left_id",
                        "left_name",
                        "left_op",
                        "left_ts_ms",
                        "right_id",
                        "right_name",
                        "business_id",
                        "right_op",
                        "right_ts_ms",
                        "window_start",
                        "window_end");
        assertThat(flat.values())
                .containsExactly("b1", "Acme", "r", 10L, "o1", "Chairs", "b1", "u", 20L, 0L, 3000L);
    }

    @Test
    void namesThatDoNotCollideStayAsTheyAre() {
        Flattening flattening =
                Flattening.of(
                        TEACHERS.left().defaultRecording().schema().columnNames(),
                        TEACHERS.right().defaultRecording().schema().columnNames());

        assertThat(flattening.flatten(new JoinedRow(TEACHER, COURSE, new JoinedRow.Distance(-7))))
                .isEqualTo(
                        Map.of(
                                "t_id", "001",
                                "t_name", "张三",
                                "left_op", "r",
                                "left_ts_ms", TEACHER.tsMs(),
                                "c_id", "3",
                                "c_name", "英语",
                                "c_tid", "001",
                                "right_op", "c",
                                "right_ts_ms", COURSE.tsMs(),
                                "distance", -7L));
    }

    @Test
    void aColumnCanBeRenamed() {
        Flattening renamed =
                SHARED.rename(Side.LEFT, "name", "company").rename(Side.RIGHT, "id", "order_id");

        assertThat(renamed.flatten(joined(COMPANY, ORDER)))
                .containsEntry("company", "Acme")
                .containsEntry("right_name", "Chairs")
                .containsEntry("left_id", "b1")
                .containsEntry("order_id", "o1")
                .doesNotContainKeys("left_name", "right_id");
        assertThat(SHARED.flatten(joined(COMPANY, ORDER))).containsEntry("left_name", "Acme");
    }

    @Test
    void aPaddedRowHasTheSameNames() {
        Map<String, Object> padded = SHARED.flatten(joined(null, ORDER));

        assertThat(padded.keySet())
                .containsExactlyElementsOf(SHARED.flatten(joined(COMPANY, ORDER)).keySet());
        assertThat(padded)
                .containsEntry("left_id", null)
                .containsEntry("left_op", null)
                .containsEntry("left_ts_ms", null)
                .containsEntry("right_id", "o1");
    }

    @Test
    void aDeleteIsFlattenedFromItsRowBefore() {
        ChangeEvent delete =
                new ChangeEvent(Op.DELETE, COMPANY.after(), null, COMPANY.source(), COMPANY.tsMs());

        assertThat(SHARED.flatten(joined(delete, ORDER)))
                .containsEntry("left_name", "Acme")
                .containsEntry("left_op", "d");
    }

    @Test
    void anUnmatchedRowOfAnIntervalJoinHasNoTimes() {
        assertThat(SHARED.flatten(new JoinedRow(COMPANY, null, new JoinedRow.Unmatched())).keySet())
                .doesNotContain("distance", "window_start", "window_end");
    }

    @Test
    void anAddedColumnOverwritesNothing() {
        ChangeEvent left = event(Op.CREATE, 1, "id", "b1", "business_id", "added", "id_2", 2L);

        assertThat(SHARED.flatten(joined(left, ORDER)))
                .containsEntry("left_id", "b1")
                .containsEntry("left_business_id", "added")
                .containsEntry("left_id_2", 2L)
                .containsEntry("business_id", "b1");
        assertThat(
                        Flattening.of(List.of("left_x"), List.of())
                                .flatten(joined(event(Op.CREATE, 1, "x", 1L, "left_x", 2L), null)))
                .containsEntry("left_x", 2L)
                .containsEntry("left_left_x", 1L);
    }

    @Test
    void aNameThatWouldStandForTwoValuesIsRefused() {
        assertThatThrownBy(() -> SHARED.rename(Side.LEFT, "name", "business_id"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two values of a flat row would be named business_id; rename a column");
        assertThatThrownBy(() -> Flattening.of(List.of("op"), List.of("op")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two values of a flat row would be named left_op; rename a column");
        assertThatThrownBy(() -> SHARED.rename(Side.LEFT, "nam", "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no column nam in [id, name]");
    }
}
