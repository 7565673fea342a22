// Package diff says what changed between two recordings: verdict and findings,
// protocol and capabilities, tools and their schemas, the shape of results,
// latencies, and the frames laid side by side. The command line and the page show
// what it says.
//
// Read a recording with [Read] or a [Reader], then [Compare] two. Order alone never
// is a change, nor are times, process ids and the values inside results. [Verdicts]
// compares two reports of what should be one recording, finding by finding. The
// package judges nothing: what is wrong with either side is in its report.
package diff
