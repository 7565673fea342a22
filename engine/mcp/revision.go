package mcp

import (
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// Members of _meta that the protocol itself defines, from 2026-07-28 on.
const (
	MetaProtocolVersion    = "io.modelcontextprotocol/protocolVersion"
	MetaClientCapabilities = "io.modelcontextprotocol/clientCapabilities"
	MetaLogLevel           = "io.modelcontextprotocol/logLevel"
	MetaSubscriptionID     = "io.modelcontextprotocol/subscriptionId"
	MetaRelatedTask        = "io.modelcontextprotocol/related-task" // 2025-11-25
)

// Revisions lists the published revisions, oldest first.
var Revisions = [...]string{rule.R1, rule.R2, rule.R3, rule.R4, rule.R5}

// Published reports whether a version string is a published revision.
func Published(version string) bool {
	return Revisions[judgedBy(version)-1] == version
}

// Modern reports whether a revision belongs to the stateless era, which has no
// handshake. Versions are opaque strings of one form, YYYY-MM-DD, so a later
// one that this checker does not know counts as modern.
func Modern(version string) bool {
	return len(version) == len(rule.R5) && version >= rule.R5 && isDate(version)
}

// isDate reports whether a version has the form of a revision, YYYY-MM-DD.
func isDate(version string) bool {
	if len(version) != len("2006-01-02") {
		return false
	}
	for i := 0; i < len(version); i++ {
		c := version[i]
		if i == 4 || i == 7 {
			if c != '-' {
				return false
			}
		} else if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// Judged is the published revision whose rules hold for a version: itself when
// it is published; the newest for a later one; else the newest of the handshake
// era, the era in which an unknown version can have been agreed.
func Judged(version string) string { return Revisions[judgedBy(version)-1] }

// judgedBy is the number, 1 to 5, of the revision whose rules hold for a version.
func judgedBy(version string) uint8 {
	switch version {
	case rule.R1:
		return 1
	case rule.R2:
		return 2
	case rule.R3:
		return 3
	case rule.R4:
		return 4
	case rule.R5:
		return 5
	}
	if Modern(version) {
		return 5
	}
	return 4
}

// RevisionOf reads the version that a request names for itself in its params'
// _meta (2026-07-28 and later). ok is false when it names none, as every
// request of the handshake era does.
func RevisionOf(params []byte) (version string, ok bool) {
	if wire.TypeOf(params) != wire.Object {
		return "", false
	}
	meta, ok := wire.Get(params, "_meta")
	if !ok || wire.TypeOf(meta) != wire.Object {
		return "", false
	}
	raw, ok := wire.Get(meta, MetaProtocolVersion)
	if !ok {
		return "", false
	}
	return wire.String(raw)
}
