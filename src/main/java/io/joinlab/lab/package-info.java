/** The labs: a learner's join, compiled on the spot and held against scenarios. */
package io.joinlab.lab;
