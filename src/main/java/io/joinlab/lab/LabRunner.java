package io.joinlab.lab;

import io.joinlab.explore.Exploration;
import io.joinlab.explore.Schedules;
import io.joinlab.scenario.OutcomeComparison;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.ScenarioCatalogue;
import io.joinlab.scenario.ScenarioExploration;
import io.joinlab.scenario.ScenarioSimulation;
import io.joinlab.scenario.Trace;
import java.nio.file.Path;

/** Compiles a learner's join and runs it through the checks of its lab, in the simulator. */
public final class LabRunner {
    private final ScenarioCatalogue scenarios;

    /** A runner for the labs of this joinlab directory. */
    public LabRunner(Path home) {
        this.scenarios = ScenarioCatalogue.of(home);
    }

    /**
     * Checks one source file.
     *
     * @throws io.joinlab.yaml.InputException if the file can't be read, this Java has no compiler,
     *     or a check is broken
     */
    public Attempt run(Lab lab, Path source) {
        JoinCompiler.Result result = JoinCompiler.compile(source);
        if (result instanceof JoinCompiler.Problems problems) {
            return new Attempt.NotCompiled(problems.messages());
        }
        LabJoin join = ((JoinCompiler.Compiled) result).join();
        return new Attempt.Checked(
                lab.checks().stream().map(check -> withClassesOf(join, check)).toList());
    }

    /** Flink finds the classes of functions and rows through the thread's class loader. */
    private Attempt.Result withClassesOf(LabJoin join, Lab.Check check) {
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        thread.setContextClassLoader(join.getClass().getClassLoader());
        try {
            return run(join, check);
        } finally {
            thread.setContextClassLoader(usual);
        }
    }

    private Attempt.Result run(LabJoin join, Lab.Check check) {
        Scenario given = scenarios.read(check.scenario());
        Scenario scenario = given.withVariant(new LabVariant(given.variant(), join));
        try {
            Trace trace = ScenarioSimulation.compile(scenario).trace();
            OutcomeComparison comparison = OutcomeComparison.of(scenario, trace.outcome());
            if (check.explore() == Lab.Explore.NOTHING || !comparison.equal()) {
                return new Attempt.Ran(check, scenario, trace, comparison);
            }
            Exploration exploration =
                    ScenarioExploration.of(
                            scenario,
                            new ScenarioExploration.Settings(
                                    null,
                                    ScenarioExploration.Others.IDLE,
                                    check.explore() == Lab.Explore.CRASHES));
            return new Attempt.Explored(
                    check, scenario, exploration, exploration.over(Schedules.allSchedules()));
        } catch (RuntimeException | LinkageError e) {
            return new Attempt.Failed(
                    check, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }
}
