// Package run is one run: a session machine, a child process and a transcript
// file, glued together. Events are recorded as they happen, whole lines, by one
// writer; whoever wants to see them reads the file.
//
// [Run] does one in the foreground (the command line); [Open] gives a [Manager]
// of many (the workbench). There is no HTTP here and no verdict: the report is
// package engine's, made from the file.
//
//	server/launch -> events -> transcript file -> engine.Check -> report
//	     ^                 \-> engine/session -> actions --/
package run
