package io.joinlab.live;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks the database servers that the Maven profile {@code live} puts on the class path. */
final class Binaries {

    private static final Set<String> EXECUTABLE_DIRECTORIES = Set.of("bin", "scripts");

    private Binaries() {}

    /** Unpacks the folder {@code folder} of the jar that holds it. */
    static void unpackFolder(String folder, Path target) throws IOException {
        URL url = resource(folder);
        JarURLConnection connection = (JarURLConnection) url.openConnection();
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                if (entry.getName().startsWith(folder) && !entry.isDirectory()) {
                    try (InputStream content = jar.getInputStream(entry)) {
                        write(content, inside(target, entry.getName().substring(folder.length())));
                    }
                }
            }
        }
    }

    /** Unpacks a {@code .txz} archive that lies on the class path. */
    static void unpackTxz(String name, Path target) throws IOException {
        try (TarArchiveInputStream archive =
                new TarArchiveInputStream(
                        new XZInputStream(new BufferedInputStream(resource(name).openStream())))) {
            for (TarArchiveEntry entry = archive.getNextEntry();
                    entry != null;
                    entry = archive.getNextEntry()) {
                Path file = inside(target, entry.getName());
                if (entry.isSymbolicLink()) {
                    Files.createDirectories(file.getParent());
                    Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
                } else if (entry.isFile()) {
                    write(archive, file);
                }
            }
        }
    }

    private static URL resource(String name) {
        URL url = Binaries.class.getClassLoader().getResource(name);
        if (url == null) {
            throw new LiveException(
                    "No database binaries on the class path ("
                            + name
                            + "): they come with Maven's profile live, which ./joinlab turns on"
                            + " by itself; with mvn add -Plive. They exist for Linux on x86-64.",
                    null);
        }
        return url;
    }

    private static Path inside(Path target, String name) throws IOException {
        Path file = target.resolve(name).normalize();
        if (!file.startsWith(target)) {
            throw new IOException("An archive entry points outside of its directory: " + name);
        }
        return file;
    }

    private static void write(InputStream content, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.copy(content, file);
        if (EXECUTABLE_DIRECTORIES.contains(file.getParent().getFileName().toString())
                && !file.toFile().setExecutable(true)) {
            throw new IOException("Could not make " + file + " executable");
        }
    }
}
