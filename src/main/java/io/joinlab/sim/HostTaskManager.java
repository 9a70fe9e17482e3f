package io.joinlab.sim;

import java.io.File;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.taskmanager.TaskManagerRuntimeInfo;

/** The task manager's settings: Flink's defaults. */
final class HostTaskManager implements TaskManagerRuntimeInfo {

    private final Configuration configuration = new Configuration();

    @Override
    public Configuration getConfiguration() {
        return configuration;
    }

    @Override
    public String[] getTmpDirectories() {
        return new String[] {System.getProperty("java.io.tmpdir")};
    }

    @Override
    public boolean shouldExitJvmOnOutOfMemoryError() {
        return false;
    }

    @Override
    public String getTaskManagerExternalAddress() {
        return "localhost";
    }

    @Override
    public File getTmpWorkingDirectory() {
        return new File(System.getProperty("java.io.tmpdir"));
    }
}
