package io.joinlab.scenario;

/**
 * One output of a run and the step that brought it out.
 *
 * @param step the number of the step while which it was emitted, counted from 1
 * @param value what was emitted
 */
public record Emission<T>(int step, T value) {}
