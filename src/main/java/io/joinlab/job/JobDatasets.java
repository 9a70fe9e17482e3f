package io.joinlab.job;

import io.joinlab.cdc.Dataset;
import io.joinlab.scenario.Datasets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The datasets of a job: those whose descriptions are in its jar, since joinlab's directory is not
 * on a cluster, or one in a directory of where the job is built.
 */
final class JobDatasets {

    private static final String ROOT = "fixtures";

    private JobDatasets() {}

    /**
     * The dataset of a name, or of a directory.
     *
     * @throws io.joinlab.yaml.InputException if there is none, or if its description is wrong
     */
    static Dataset find(String nameOrDirectory) {
        Path directory = Path.of(nameOrDirectory);
        if (Files.exists(directory.resolve(Dataset.FILE))) {
            return Dataset.read(directory);
        }
        try {
            Path code =
                    Path.of(
                            JobDatasets.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            if (Files.isDirectory(code)) {
                return new Datasets(code.resolve(ROOT)).find(nameOrDirectory);
            }
            try (FileSystem jar = FileSystems.newFileSystem(code)) {
                return new Datasets(jar.getPath(ROOT)).find(nameOrDirectory);
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException("The job's jar has no place", e);
        } catch (IOException e) {
            throw new UncheckedIOException("The job's jar can't be read", e);
        }
    }
}
