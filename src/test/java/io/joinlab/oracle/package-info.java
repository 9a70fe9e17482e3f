/**
 * An independent account of what each join must give: nested loops over everything that was
 * delivered, plain arithmetic, no Flink operator, nothing of the catalogue but its data records.
 * Where it and the simulator disagree, one of them is wrong about Flink.
 */
package io.joinlab.oracle;
