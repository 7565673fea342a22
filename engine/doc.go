// Package engine is the door of the verdict: it folds the events of a
// transcript into a report. Same events in, same report out, in the command
// line tool, the workbench's server, wazero and the browser.
//
// Start with [Check] for a whole transcript, or with [New] for one that is
// still growing: hand its bytes to [Analyzer.Write] (or its events to
// [Analyzer.Event]) and ask for [Analyzer.Report] whenever you like.
//
//	transcript bytes -> events -> runs: streams -> frames -> messages -> exchanges
//	                                      |          |          |           |
//	                                      layer 1    layer 2-3  layer 4     layer 5 -> findings -> report
//
// The package does no I/O and knows no clock: time is a field of an event. It
// refuses nothing but a file that is no transcript or is of an unknown version;
// a broken server is a finding, never an error. A transcript that was cut short
// gets a verdict on what is there.
package engine
