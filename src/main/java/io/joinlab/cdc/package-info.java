/**
 * Change events: the typed form of Debezium envelopes, their parsing and their serialization. Knows
 * Flink's types only.
 */
package io.joinlab.cdc;
