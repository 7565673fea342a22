// Package filter is the language that asks for frames: terms that must all hold,
// parted by spaces.
//
//	layer:2 stream:stdout kind:request,result method:tools/* id:7 tool:search
//	status:error size:>64k dur:>500ms t:1s..2.5s "text" !text !kind:stderr
//
// A comma means or, an exclamation mark (or a minus) means not, a star at the end
// of a word means any rest.
//
// [Parse] reads a filter, [Watch] keeps what an analyzer finds, and [Table.Passing]
// gives the rows that pass. The workbench page has the same language in
// ui/src/model/filter.ts and match.ts: ui/src/model/filter.cases.json holds both to
// it, and they change together.
package filter
