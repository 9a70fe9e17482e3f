package io.joinlab.sim;

import java.util.List;

/**
 * The pipeline has operators that the simulator can't host; the message names each one and says
 * why.
 */
public class UnsupportedPipelineException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UnsupportedPipelineException(List<String> problems) {
        super(
                "This pipeline can't be simulated:"
                        + String.join(
                                "", problems.stream().map(problem -> "\n  - " + problem).toList()));
    }
}
