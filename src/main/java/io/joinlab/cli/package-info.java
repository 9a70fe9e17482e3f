/** The commands of {@code joinlab}. */
package io.joinlab.cli;
