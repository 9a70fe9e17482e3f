package io.joinlab.sim;

import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.flink.util.InstantiationUtil;

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
    private final ClassLoader classLoader;

    private Blueprint(T shared, byte[] bytes, ClassLoader classLoader) {
        this.shared = shared;
        this.bytes = bytes;
        this.classLoader = classLoader;
    }

    /**
     * @throws IOException if the object can't be serialized
     */
    static <T> Blueprint<T> of(T object, ClassLoader classLoader) throws IOException {
        return isImmutable(object, new IdentityHashMap<>())
                ? new Blueprint<>(object, null, classLoader)
                : new Blueprint<>(null, InstantiationUtil.serializeObject(object), classLoader);
    }

    T fresh() {
        if (bytes == null) {
            return shared;
        }
        try {
            return InstantiationUtil.deserializeObject(bytes, classLoader);
        } catch (IOException | ClassNotFoundException e) {
            throw new SimulationException(
                    "Can't copy a part of the pipeline for a subtask: " + e.getMessage(), e);
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
