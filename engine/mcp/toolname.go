package mcp

import (
	"strconv"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/wire"
)

// name judges a tool's name and gives its entry; nil when it has none that is of
// use. That it is a string at all is judged with the shape.
func (l *toolList) name() *listed {
	raw := l.marked[markName]
	if wire.TypeOf(raw) != wire.Str || len(raw) < 2 {
		return nil
	}
	entry := l.lists.entry(place.Decode(raw[1 : len(raw)-1]))
	name := entry.name
	if name == "" {
		l.toolProblem("tool-name-invalid", "empty", raw, "name", " is empty")
		return nil
	}
	l.fact.Name = name
	if entry.in == l.lists.now() {
		l.toolProblem("tool-name-duplicate", "", raw, "name", " is "+place.Quoted(name)+", which an earlier tool has as well")
		l.duplicate(name)
	}
	if detail, why := nameGuidance(name); why != "" {
		l.toolProblem("tool-name-charset", detail, raw, "name", why)
	} else if detail, why := clientNameLimit(name); why != "" {
		l.toolProblem("tool-schema-client-limit", detail, raw, "name", why)
	}
	return entry
}

func (l *toolList) duplicate(name string) {
	if l.twice[name] {
		return
	}
	if l.twice == nil {
		l.twice = map[string]bool{}
	}
	l.twice[name] = true
	l.summary.Duplicates = append(l.summary.Duplicates, name)
}

// nameGuidance says how a name leaves the guidance of 2025-11-25: 1 to 128
// characters out of letters, digits, underscore, hyphen and dot.
func nameGuidance(name string) (detail, why string) {
	for i, r := range name {
		if r >= 0x80 || !isAlphanumeric(byte(r)) && r != '_' && r != '-' && r != '.' {
			return "characters", " is " + place.Quoted(name) + ": character " + place.Quoted(string(r)) + " at byte " + strconv.Itoa(i) + " is outside A-Z a-z 0-9 _ - ."
		}
	}
	if len(name) > 128 {
		return "length", " has " + strconv.Itoa(len(name)) + " characters, expected at most 128"
	}
	return "", ""
}

// clientNameLimit says which limit of known clients a name meets that the
// protocol does not set: 64 characters without dots.
func clientNameLimit(name string) (detail, why string) {
	if len(name) > 64 {
		return "name-length", " has " + strconv.Itoa(len(name)) + " characters; some clients take at most 64"
	}
	for i := range len(name) {
		if name[i] == '.' {
			return "name-characters", " is " + place.Quoted(name) + "; some clients take no dot"
		}
	}
	return "", ""
}
