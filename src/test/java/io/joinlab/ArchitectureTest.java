package io.joinlab;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Which part knows which. The arrows go one way only. */
@AnalyzeClasses(packages = "io.joinlab", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final Map<String, List<String>> KNOWS =
            Map.ofEntries(
                    Map.entry("yaml", List.of()),
                    Map.entry("sim", List.of()),
                    Map.entry("cdc", List.of("yaml")),
                    Map.entry("join", List.of("cdc")),
                    Map.entry("scenario", List.of("yaml", "cdc", "join", "sim", "explore")),
                    Map.entry("explore", List.of("sim")),
                    Map.entry("replay", List.of("cdc", "join", "scenario")),
                    Map.entry("live", List.of("yaml", "cdc", "join", "scenario")),
                    Map.entry("job", List.of("yaml", "cdc", "join", "scenario", "live")),
                    Map.entry("report", List.of("yaml", "cdc", "join", "explore", "scenario")),
                    Map.entry("lab", List.of("yaml", "join", "scenario", "explore")));

    @ArchTest
    static void everyPackageKnowsOnlyTheOnesBelowIt(JavaClasses classes) {
        KNOWS.forEach(
                (name, known) -> {
                    String[] allowed =
                            Stream.concat(Stream.of(name), known.stream())
                                    .map(ArchitectureTest::of)
                                    .toArray(String[]::new);
                    noClasses()
                            .that(resideInAPackage(of(name)))
                            .should()
                            .dependOnClassesThat(
                                    resideInAPackage("io.joinlab..")
                                            .and(resideOutsideOfPackages(allowed)))
                            .because(name + " may know " + known)
                            .allowEmptyShould(true)
                            .check(classes);
                });
    }

    @ArchTest
    static void everyPackageIsInThePicture(JavaClasses classes) {
        String[] packages =
                Stream.concat(KNOWS.keySet().stream(), Stream.of("cli"))
                        .map(ArchitectureTest::of)
                        .toArray(String[]::new);
        classes()
                .should()
                .resideInAnyPackage(packages)
                .because("a new package needs its arrows here")
                .check(classes);
    }

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("io.joinlab.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theSimulatorKnowsFlinkOnly =
            classes()
                    .that()
                    .resideInAPackage(of("sim"))
                    .should()
                    .onlyDependOnClassesThat(
                            resideInAnyPackage(
                                    of("sim"), "org.apache.flink..", "java..", "javax.annotation"));

    @ArchTest static final ArchRule onlyCdcReadsJson = only("cdc", "com.alibaba.fastjson2..");

    @ArchTest
    static final ArchRule onlyYamlReadsYaml = only("yaml", "org.snakeyaml..", "org.yaml..");

    @ArchTest static final ArchRule onlyTheCommandLineParsesArguments = only("cli", "picocli..");

    @ArchTest
    static final ArchRule nobodyUsesFastjson1LombokOrSpring =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "com.alibaba.fastjson..", "lombok..", "org.springframework..");

    @ArchTest
    static final ArchRule nobodySleeps =
            noClasses()
                    .should()
                    .callMethod(Thread.class, "sleep", long.class)
                    .orShould()
                    .callMethod(Thread.class, "sleep", long.class, int.class)
                    .orShould()
                    .callMethod(TimeUnit.class, "sleep", long.class);

    @ArchTest
    static final ArchRule onlyTheCommandLinePrints =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(of("cli"))
                    .should()
                    .accessField(System.class, "out");

    @ArchTest
    static final ArchRule nothingIsSerializedGenerically =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("org.apache.flink.api.java.typeutils.GenericTypeInfo")
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAPackage("com.esotericsoftware..");

    private static ArchRule only(String name, String... packages) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(of(name))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages);
    }

    private static String of(String name) {
        return "io.joinlab." + name + "..";
    }
}
