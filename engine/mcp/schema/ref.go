package schema

import (
	"bytes"
	"strconv"
	"strings"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/wire"
)

// destination is where a reference leads.
type destination uint8

const (
	leadsInside  destination = iota
	leadsNowhere             // into this schema, to a part that is not there
	leadsOutside             // to another document
	undecided                // more work than it is worth
)

// resolver follows references within one document. Its work is bounded, so that
// a schema full of references stays linear in cost: past the bound every
// reference counts as sound.
type resolver struct {
	spent int // bytes looked at

	gathered bool
	crowded  bool // there are more names than are kept
	ids      []identified
	anchors  []string
}

// identified is a part of the document with an $id.
type identified struct {
	id   string // without its fragment
	part []byte
}

// maxNames bounds the $ids and the anchors that are kept of one document.
const maxNames = 10_000

// maxWork bounds the bytes that the references of one document may make us look
// at: generously for real schemas, in proportion for large ones.
func maxWork(document []byte) int { return 1<<20 + 64*len(document) }

// leadsTo says where a reference leads.
func (r *resolver) leadsTo(document []byte, ref string) destination {
	_, d := r.follow(document, ref)
	return d
}

// follow finds the part of the document that a reference names.
func (r *resolver) follow(document []byte, ref string) (part []byte, d destination) {
	if r.spent > maxWork(document) {
		return nil, undecided
	}
	uri, fragment, _ := strings.Cut(ref, "#")
	if uri == "" {
		if part = r.within(document, document, fragment); part != nil {
			return part, leadsInside
		}
		// A pointer counts from the nearest part with an $id; any such part will do.
		r.gather(document)
		for _, p := range r.ids {
			if part = r.within(document, p.part, fragment); part != nil {
				return part, leadsInside
			}
		}
		return nil, r.unless(leadsNowhere)
	}
	if isMetaSchema(uri) {
		return nil, undecided
	}
	r.gather(document)
	for _, p := range r.ids {
		if !sameDocument(p.id, uri) {
			continue
		}
		if part = r.within(document, p.part, fragment); part != nil {
			return part, leadsInside
		}
		return nil, leadsNowhere
	}
	return nil, r.unless(leadsOutside)
}

// unless is a complaint, or none when not every name of the document is known.
func (r *resolver) unless(d destination) destination {
	if r.crowded {
		return undecided
	}
	return d
}

// sameDocument reports whether a reference's URI may mean the part that has an
// $id. Neither is resolved against a base: that they end alike is enough.
func sameDocument(id, uri string) bool {
	return id == uri || strings.HasSuffix(id, "/"+strings.TrimPrefix(strings.TrimPrefix(uri, "./"), "/"))
}

// within finds what a fragment names, counted from a part of the document; nil
// when nothing is there.
func (r *resolver) within(document, from []byte, fragment string) []byte {
	fragment, ok := unescapePercent(fragment)
	switch {
	case !ok:
		return nil
	case fragment == "":
		return from
	case fragment[0] == '/':
		return r.pointer(from, fragment)
	}
	r.gather(document)
	for _, a := range r.anchors {
		if a == fragment {
			return from // which part it is does not matter for a reference's soundness
		}
	}
	return nil
}

// pointer follows a JSON pointer.
func (r *resolver) pointer(from []byte, pointer string) []byte {
	for pointer != "" {
		token, rest, more := strings.Cut(pointer[1:], "/")
		pointer = ""
		if more {
			pointer = "/" + rest
		}
		if strings.IndexByte(token, '~') >= 0 {
			token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		}
		r.spent += len(from)
		switch wire.TypeOf(from) {
		case wire.Object:
			value, ok := wire.Get(from, token)
			if !ok {
				return nil
			}
			from = value
		case wire.Array:
			if from = element(from, token); from == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return from
}

// element is the element of an array that a pointer's token names.
func element(array []byte, token string) (found []byte) {
	n, err := strconv.Atoi(token)
	if err != nil || n < 0 {
		return nil
	}
	i := 0
	wire.Elements(array, func(v []byte) bool {
		if i == n {
			found = v
		}
		i++
		return found == nil
	})
	return found
}

// unescapePercent undoes the percent encoding of a URI's fragment.
func unescapePercent(s string) (string, bool) {
	if strings.IndexByte(s, '%') < 0 {
		return s, true
	}
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			out = append(out, s[i])
			continue
		}
		if i+3 > len(s) {
			return "", false
		}
		n, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
		if err != nil {
			return "", false
		}
		out = append(out, byte(n))
		i += 2
	}
	return string(out), true
}

// gather notes every $id and anchor of the document, wherever it stands.
func (r *resolver) gather(document []byte) {
	if r.gathered {
		return
	}
	r.gathered = true
	if !bytes.Contains(document, []byte(`"$id"`)) && !bytes.Contains(document, []byte(`"id"`)) &&
		!bytes.Contains(document, []byte(`nchor"`)) {
		return
	}
	c := wire.Cursor{Data: document}
	c.Space()
	r.gatherFrom(&c, 0)
}

func (r *resolver) gatherFrom(c *wire.Cursor, depth int) {
	first, start := c.Peek(), c.At
	if first != '{' && first != '[' || depth > place.MaxSteps {
		c.Skip()
		return
	}
	known := len(r.ids)
	for more := c.Open(); more; more = c.Next() {
		if first == '[' {
			r.gatherFrom(c, depth+1)
			continue
		}
		key, _ := c.Key()
		if c.Peek() != '"' {
			r.gatherFrom(c, depth+1)
			continue
		}
		text, ok := wire.String(c.Skip())
		if r.crowded = r.crowded || len(r.ids)+len(r.anchors) >= maxNames; r.crowded || !ok {
			continue
		}
		switch string(key) {
		case "$anchor", "$dynamicAnchor":
			r.anchors = append(r.anchors, text)
		case "$id", "id":
			uri, fragment, _ := strings.Cut(text, "#")
			if fragment != "" { // how drafts 4 to 7 name a part
				r.anchors = append(r.anchors, fragment)
			}
			if uri != "" {
				r.ids = append(r.ids, identified{id: uri})
			}
		}
	}
	for i := known; i < len(r.ids); i++ {
		if r.ids[i].part == nil {
			r.ids[i].part = c.Data[start:min(c.At, len(c.Data))]
		}
	}
}
