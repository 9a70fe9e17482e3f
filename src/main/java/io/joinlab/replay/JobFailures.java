package io.joinlab.replay;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.flink.runtime.JobException;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.streaming.runtime.tasks.ExceptionInChainedOperatorException;
import org.apache.flink.util.SerializedThrowable;

/** Finds the pipeline's own failure in what Flink reports of a failed job. */
final class JobFailures {
    private JobFailures() {}

    /** The first failure that is none of Flink's wrappers; the innermost one if all are. */
    static Throwable userFailure(Throwable reported) {
        Throwable failure = deserialized(reported);
        while (isWrapper(failure) && failure.getCause() != null) {
            failure = deserialized(failure.getCause());
        }
        return failure;
    }

    private static Throwable deserialized(Throwable failure) {
        return failure instanceof SerializedThrowable serialized
                ? serialized.deserializeError(JobFailures.class.getClassLoader())
                : failure;
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof JobExecutionException
                || failure instanceof JobException
                || failure instanceof ExceptionInChainedOperatorException
                || failure instanceof CompletionException
                || failure instanceof ExecutionException;
    }
}
