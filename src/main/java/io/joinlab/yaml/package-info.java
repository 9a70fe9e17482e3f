/**
 * A small strict YAML 1.2 reader: it gives nodes that know their place in the file, and creates no
 * objects of types that a file names. Knows nothing else of joinlab.
 */
package io.joinlab.yaml;
