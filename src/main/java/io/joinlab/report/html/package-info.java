/** The report as HTML: an index, and a page with a picture for each scenario. */
package io.joinlab.report.html;
