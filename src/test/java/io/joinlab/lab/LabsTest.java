package io.joinlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

@DisplayName("Labs are honest")
class LabsTest {
    private static final Path HOME = Path.of("");

    private final LabRunner runner = new LabRunner(HOME);

    @TestFactory
    Stream<DynamicContainer> everyLab() {
        return Labs.read(HOME).stream()
                .map(lab -> dynamicContainer(lab.number() + ". " + lab.title(), tests(lab)));
    }

    private List<DynamicTest> tests(Lab lab) {
        List<DynamicTest> tests = new ArrayList<>();
        tests.add(
                dynamicTest(
                        "the solution passes",
                        () -> assertThat(firstFailure(lab, lab.solution())).isEqualTo("none")));
        tests.add(
                dynamicTest(
                        "the untouched exercise fails as its README promises",
                        () -> {
                            assertThat(firstFailure(lab, lab.original()))
                                    .isEqualTo(lab.untouchedFails());
                            assertThat(words(Files.readString(lab.readme())))
                                    .contains(firstSentence(lab, lab.untouchedFails()));
                        }));
        tests.add(
                dynamicTest(
                        "at least two wrong solutions are known, and all in wrong/ are",
                        () ->
                                assertThat(lab.mistakes())
                                        .hasSizeGreaterThanOrEqualTo(2)
                                        .extracting(Lab.Mistake::name)
                                        .containsExactlyInAnyOrderElementsOf(
                                                directories(lab.directory().resolve("wrong")))));
        for (Lab.Mistake mistake : lab.mistakes()) {
            tests.add(
                    dynamicTest(
                            "the wrong solution '" + mistake.name() + "' fails as named",
                            () ->
                                    assertThat(firstFailure(lab, lab.source(mistake)))
                                            .isEqualTo(mistake.fails())));
        }
        return tests;
    }

    /** A failure to build or run the join is none that a lab may promise. */
    private String firstFailure(Lab lab, Path source) {
        Attempt attempt = runner.run(lab, source);
        assertThat(attempt).isInstanceOf(Attempt.Checked.class);
        Attempt.Checked checked = (Attempt.Checked) attempt;
        assertThat(checked.results()).doesNotHaveAnyElementsOfTypes(Attempt.Failed.class);
        return checked.firstFailure().map(result -> result.check().name()).orElse("none");
    }

    private static String firstSentence(Lab lab, String check) {
        String means =
                lab.checks().stream()
                        .filter(each -> each.name().equals(check))
                        .findFirst()
                        .orElseThrow()
                        .means();
        return words(means).replaceFirst("(?<=\\.) .*", "");
    }

    private static String words(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static List<String> directories(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }
}
