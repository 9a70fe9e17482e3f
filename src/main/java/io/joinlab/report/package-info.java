/** Pictures of runs as text: a timeline and a table of steps. Knows scenarios. */
package io.joinlab.report;
