package io.joinlab.replay;

import io.joinlab.join.JoinOptions;
import io.joinlab.scenario.Scenario;
import io.joinlab.scenario.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A processing-time scenario in which all durations are shorter, so that it need not be waited for
 * as long.
 */
final class Quicker {
    private static final int TIMES = 10;

    private Quicker() {}

    /** The same steps, and a last clock step that lets every window, if there are any, close. */
    static Scenario than(Scenario scenario) {
        JoinOptions options = scenario.options();
        JoinOptions.Windows windows = quicker(options.windows());
        List<Step> steps = new ArrayList<>();
        long clock = 0;
        for (Step step : scenario.steps()) {
            if (step instanceof Step.Clock moved) {
                clock = moved.to() / TIMES;
                steps.add(new Step.Clock(step.number(), step.line(), clock));
            } else {
                steps.add(step);
            }
        }
        if (windows != null) {
            Duration longest = windows.size() == null ? windows.gap() : windows.size();
            steps.add(new Step.Clock(steps.size() + 1, 0, clock + longest.toMillis() + 1));
        }
        return new Scenario(
                scenario.file(),
                scenario.title(),
                scenario.about(),
                scenario.variant(),
                new JoinOptions(
                        options.keys(),
                        options.times(),
                        windows,
                        options.interval(),
                        options.stateTtl(),
                        options.waitFor()),
                scenario.parallelism(),
                scenario.pace(),
                scenario.dataset(),
                scenario.left(),
                scenario.right(),
                steps,
                scenario.expect());
    }

    private static JoinOptions.Windows quicker(JoinOptions.Windows windows) {
        if (windows == null) {
            return null;
        }
        return new JoinOptions.Windows(
                quicker(windows.size()),
                quicker(windows.slide()),
                quicker(windows.gap()),
                quicker(windows.offset()),
                windows.allowedLateness());
    }

    private static Duration quicker(Duration duration) {
        return duration == null ? null : duration.dividedBy(TIMES);
    }
}
