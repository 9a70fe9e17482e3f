package io.joinlab.sim;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes a fresh copy of a serializable object for each subtask, as Flink does when it deploys one.
 * An object that can't hold state, because everything that is reachable from it is final and of an
 * immutable type, is shared instead.
 */
final class Blueprint<T> {

    private static final Set<Class<?>> IMMUTABLE =
            Set.of(
                    String.class,
                    Boolean.class,
                    Byte.class,
                    Character.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class,
                    BigDecimal.class,
                    BigInteger.class,
                    Duration.class,
                    Instant.class,
                    Class.class);

    private final T shared;
    private final byte[] bytes;
    private final ObjectStreamClass[] classes;
    private final ClassLoader classLoader;

    private Blueprint(
            T shared, byte[] bytes, ObjectStreamClass[] classes, ClassLoader classLoader) {
        this.shared = shared;
        this.bytes = bytes;
        this.classes = classes;
        this.classLoader = classLoader;
    }

    /**
     * @throws IOException if the object can't be serialized
     */
    static <T> Blueprint<T> of(T object, ClassLoader classLoader) throws IOException {
        if (isImmutable(object, new IdentityHashMap<>())) {
            return new Blueprint<>(object, null, null, classLoader);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer writer = new Writer(bytes)) {
            writer.writeObject(object);
            writer.flush();
            return new Blueprint<>(
                    null,
                    bytes.toByteArray(),
                    writer.classes.toArray(ObjectStreamClass[]::new),
                    classLoader);
        }
    }

    @SuppressWarnings("unchecked")
    T fresh() {
        if (bytes == null) {
            return shared;
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classLoader);
        try (Reader reader = new Reader(new ByteArrayInputStream(bytes), classes)) {
            return (T) reader.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new SimulationException(
                    "Can't copy a part of the pipeline for a subtask: " + e.getMessage(), e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /**
     * Writes a number for each class, where Java would write its name and fields: reading those is
     * most of the cost.
     */
    private static final class Writer extends ObjectOutputStream {
        private final List<ObjectStreamClass> classes = new ArrayList<>();

        Writer(OutputStream out) throws IOException {
            super(out);
        }

        @Override
        protected void writeClassDescriptor(ObjectStreamClass description) throws IOException {
            writeInt(classes.size());
            classes.add(description);
        }
    }

    private static final class Reader extends ObjectInputStream {
        private final ObjectStreamClass[] classes;

        Reader(InputStream in, ObjectStreamClass[] classes) throws IOException {
            super(in);
            this.classes = classes;
        }

        @Override
        protected ObjectStreamClass readClassDescriptor() throws IOException {
            return classes[readInt()];
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) {
            return description.forClass();
        }
    }

    private static boolean isImmutable(Object object, Map<Object, Boolean> seen) {
        if (object == null || IMMUTABLE.contains(object.getClass()) || object instanceof Enum) {
            return true;
        }
        Class<?> type = object.getClass();
        if (type.isArray()
                || !(object instanceof Serializable)
                || type.getName().startsWith("java.")) {
            return false;
        }
        if (seen.put(object, true) != null) {
            return true;
        }
        try {
            for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (Modifier.isStatic(field.getModifiers())) {
                        continue;
                    }
                    if (!Modifier.isFinal(field.getModifiers())) {
                        return false;
                    }
                    if (!field.getType().isPrimitive()) {
                        field.setAccessible(true);
                        if (!isImmutable(field.get(object), seen)) {
                            return false;
                        }
                    }
                }
            }
            return true;
        } catch (IllegalAccessException | RuntimeException notReadable) {
            // An object that can't be looked into is copied, which is always right.
            return false;
        }
    }
}
