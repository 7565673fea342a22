package engine

import (
	"stdioscope/engine/order"
	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

// What real clients do with a faulty line, as data. The same bytes end
// differently: one client skips the line in silence, one logs it and goes on, one
// drops the connection.

// clientKind is a kind of fault, as far as clients tell them apart.
type clientKind string

const (
	kindText     clientKind = "text"
	kindBlank    clientKind = "a blank line"
	kindSplit    clientKind = "a message over several lines"
	kindUTF8     clientKind = "bytes that are not UTF-8"
	kindBOM      clientKind = "a byte order mark"
	kindCRLF     clientKind = "CR LF line ends"
	kindEnvelope clientKind = "JSON that is no JSON-RPC message"
	kindUnknown  clientKind = "a response to no request"
	kindNullID   clientKind = "an error without a usable id"
	kindTwo      clientKind = "two messages on one line"
	kindBatch    clientKind = "a batch"
	kindTwice    clientKind = "a member named twice"
	kindHeaders  clientKind = "header framing"
)

// clientKinds are all of them.
var clientKinds = []clientKind{kindText, kindBlank, kindSplit, kindUTF8, kindBOM, kindCRLF, kindEnvelope, kindUnknown,
	kindNullID, kindTwo, kindBatch, kindTwice, kindHeaders}

// The outcomes.
const (
	survives = "survives"
	hides    = "hides"
	drops    = "drops"
	unknown  = "unknown"
)

// clientRow is what one client does with one kind of fault.
type clientRow struct {
	client, versions string
	kind             clientKind
	outcome          string
	what             string
	source           string
	evidence         string // "proven" or "reported"
}

const (
	proven   = "proven"
	reported = "reported"
)

// kindOf is the kind of fault that a code is for a client; "" when clients do
// not notice it on the wire.
func kindOf(code, detail string) clientKind {
	switch code {
	case "stdout-non-json", "stdout-utf16", "stdout-nul", "stdout-partial-frame", "stderr-canary-on-stdout", "adversarial-probe-invalid-stdout":
		return kindText
	case "stdout-empty-line":
		return kindBlank
	case "stdout-split-message":
		return kindSplit
	case "stdout-invalid-utf8":
		return kindUTF8
	case "stdout-bom":
		return kindBOM
	case "stdout-crlf":
		return kindCRLF
	case "stdout-json-log", "stdout-invalid-json-rpc":
		return kindEnvelope
	case "response-id-mismatch", "response-id-type-mismatch", "response-duplicate":
		return kindUnknown
	case "error-id-null", "error-without-id", "notification-response", "adversarial-notification-response":
		return kindNullID
	case "stdout-multiple-messages":
		return kindTwo
	case "batch-not-allowed", "batch-invalid", "batch-unsupported":
		return kindBatch
	case "stdout-duplicate-member":
		return kindTwice
	case "stdout-content-length-framing":
		return kindHeaders
	}
	return ""
}

// clients says for each known client how it fares with what was found.
func clients(runs []*run) []report.Client {
	out := []report.Client{}
	var names []string
	for i := range clientTable {
		if key := clientTable[i].client + "\x00" + clientTable[i].versions; !contains(names, key) {
			names = append(names, key)
		}
	}
	order.Strings(names)
	for _, key := range names {
		out = append(out, fate(runs, key))
	}
	return out
}

// fate is the worst that happens to one client, at the first finding that makes
// it happen. Of a kind of fault that the table does not know for a client nothing
// is claimed.
func fate(runs []*run, key string) report.Client {
	c := report.Client{Outcome: survives}
	rank := -1
	tell := func(f *finding, outcome, what, source, evidence string) {
		if outcomeRank(outcome) <= rank {
			return
		}
		rank = outcomeRank(outcome)
		c.Outcome, c.Code, c.What, c.Source, c.Evidence = outcome, f.rule.Code, what, source, evidence
		c.Address = report.Address(f.run, f.stream.String(), f.frame)
	}
	var known []string
	for i := range clientTable {
		row := &clientTable[i]
		if row.client+"\x00"+row.versions != key {
			continue
		}
		c.Client, c.Versions = row.client, row.versions
		known = append(known, string(row.kind))
		if f := firstOfKind(runs, row.kind); f != nil {
			tell(f, row.outcome, row.what, row.source, row.evidence)
		}
	}
	for _, kind := range clientKinds {
		if f := firstOfKind(runs, kind); f != nil && !contains(known, string(kind)) && f.severity != rule.Note {
			tell(f, unknown, "what it does with "+string(kind)+" is not known", "", "")
		}
	}
	return c
}

//go:noinline
func outcomeRank(o string) int {
	switch o {
	case drops:
		return 3
	case hides:
		return 2
	case unknown:
		return 1
	}
	return 0
}

func firstOfKind(runs []*run, kind clientKind) *finding {
	for _, r := range runs {
		var best *finding
		for _, f := range r.found.kept {
			if f.party == byServer && f.stream == stdoutStream && kindOf(f.rule.Code, f.detail) == kind && (best == nil || f.at.before(best.at)) {
				best = f
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}
