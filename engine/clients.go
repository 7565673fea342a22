package engine

import (
	"slices"

	"stdioscope/engine/report"
)

// What real clients do with a faulty line, as data. The same bytes end
// differently: one client skips the line in silence, one logs it and goes on, one
// drops the connection.

// clientKind is a kind of fault, as far as clients tell them apart.
type clientKind string

const (
	kindText     clientKind = "a line that is no JSON"
	kindBlank    clientKind = "a blank line"
	kindUTF8     clientKind = "bytes that are not UTF-8"
	kindEnvelope clientKind = "JSON that is no JSON-RPC message"
	kindUnknown  clientKind = "a response to no request"
	kindCRLF     clientKind = "CR LF line ends"
)

// The outcomes.
const (
	survives = "survives"
	hides    = "hides"
	drops    = "drops"
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
	case "stdout-non-json", "stdout-split-message", "stdout-content-length-framing", "stdout-multiple-messages",
		"stdout-bom", "stdout-utf16", "stdout-nul", "stdout-partial-frame", "stderr-canary-on-stdout":
		return kindText
	case "stdout-empty-line":
		return kindBlank
	case "stdout-invalid-utf8":
		return kindUTF8
	case "stdout-json-log", "stdout-invalid-json-rpc", "batch-not-allowed", "batch-invalid":
		return kindEnvelope
	case "response-id-mismatch", "response-id-type-mismatch", "response-duplicate", "notification-response":
		return kindUnknown
	case "stdout-crlf":
		return kindCRLF
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
	slices.Sort(names)
	for _, key := range names {
		out = append(out, fate(runs, key))
	}
	return out
}

// fate is the worst that happens to one client, at the first finding that makes
// it happen.
func fate(runs []*run, key string) report.Client {
	var c report.Client
	rank := -1
	for i := range clientTable {
		row := &clientTable[i]
		if row.client+"\x00"+row.versions != key {
			continue
		}
		if c.Client == "" {
			c.Client, c.Versions, c.Outcome = row.client, row.versions, survives
		}
		f := firstOfKind(runs, row.kind)
		if f == nil || outcomeRank(row.outcome) <= rank {
			continue
		}
		rank = outcomeRank(row.outcome)
		c.Outcome, c.Code, c.What, c.Source, c.Evidence = row.outcome, f.rule.Code, row.what, row.source, row.evidence
		c.Address = report.Address(f.run, f.stream.String(), f.frame)
	}
	return c
}

func outcomeRank(o string) int {
	switch o {
	case drops:
		return 2
	case hides:
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

// clientTable is the table. Rows marked proven are held by a test that feeds the
// bytes to the real client.
var clientTable = []clientRow{
	{"TypeScript SDK", "1.x before 1.26", kindText, hides, "JSON.parse fails, onerror is called, the line is dropped and the next one is read", "modelcontextprotocol/typescript-sdk src/shared/stdio.ts", reported},
}
