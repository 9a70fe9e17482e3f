package io.joinlab.lab;

import io.joinlab.yaml.InputException;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a learner's class in this process, in memory, into a class loader of its own. */
final class JoinCompiler {
    private JoinCompiler() {}

    /** What compiling led to. */
    sealed interface Result {}

    /** An instance of the class, whose class loader has all classes of the file. */
    record Compiled(LabJoin join) implements Result {}

    /** Why there is none, for the learner. */
    record Problems(List<String> messages) implements Result {}

    static Result compile(Path source) {
        if (!Files.isReadable(source)) {
            throw new InputException(source, "no such file, or it can't be read");
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new InputException(
                    source, "this Java has no compiler; run joinlab with a JDK, not a JRE");
        }
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(diagnostics, null, null)) {
            ClassesInMemory classes = new ClassesInMemory(files);
            boolean compiled =
                    compiler.getTask(
                                    null,
                                    classes,
                                    diagnostics,
                                    List.of("-proc:none", "-nowarn", "-classpath", classPath()),
                                    null,
                                    files.getJavaFileObjects(source))
                            .call();
            return compiled
                    ? instance(source, classes.loader())
                    : new Problems(
                            diagnostics.getDiagnostics().stream()
                                    .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                                    .map(each -> message(source, each))
                                    .toList());
        } catch (IOException e) {
            throw new InputException(source, "can't be compiled: " + e, e);
        }
    }

    private static String message(Path source, Diagnostic<? extends JavaFileObject> problem) {
        return source + ":" + problem.getLineNumber() + ": " + problem.getMessage(Locale.ENGLISH);
    }

    private static Result instance(Path source, ClassLoader loader) {
        String name = source.getFileName().toString().replaceFirst("\\.java$", "");
        try {
            Object instance = loader.loadClass(name).getDeclaredConstructor().newInstance();
            return instance instanceof LabJoin join
                    ? new Compiled(join)
                    : new Problems(
                            List.of(source + ": class " + name + " has to implement LabJoin"));
        } catch (ReflectiveOperationException | LinkageError e) {
            return new Problems(
                    List.of(
                            source
                                    + ": expected a class "
                                    + name
                                    + " with a public constructor without parameters, in no"
                                    + " package ("
                                    + e
                                    + ")"));
        }
    }

    /** Under exec:java the class path is not Java's own, but a class loader's. */
    private static String classPath() {
        if (LabJoin.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs())
                    .map(JoinCompiler::path)
                    .collect(Collectors.joining(File.pathSeparator));
        }
        return System.getProperty("java.class.path");
    }

    private static String path(URL url) {
        try {
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no file: " + url, e);
        }
    }

    /** Keeps what the compiler writes. */
    private static final class ClassesInMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

        ClassesInMemory(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            URI uri = URI.create("memory:///" + name.replace('.', '/') + kind.extension);
            return new SimpleJavaFileObject(uri, kind) {
                @Override
                public OutputStream openOutputStream() {
                    return classes.computeIfAbsent(name, key -> new ByteArrayOutputStream());
                }
            };
        }

        ClassLoader loader() {
            return new ClassLoader(LabJoin.class.getClassLoader()) {
                @Override
                protected Class<?> findClass(String name) throws ClassNotFoundException {
                    ByteArrayOutputStream bytes = classes.get(name);
                    if (bytes == null) {
                        throw new ClassNotFoundException(name);
                    }
                    return defineClass(name, bytes.toByteArray(), 0, bytes.size());
                }
            };
        }
    }
}
