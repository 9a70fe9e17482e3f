/**
 * Scenarios: YAML files of steps with their exact expected outcome; running them and comparing.
 * Knows the catalogue and the simulator.
 */
package io.joinlab.scenario;
