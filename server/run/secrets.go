package run

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"

	"stdioscope/engine/redact"
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// secretsOf are the values to mark: those that the user gave for variables, and
// those of variables that are named like secrets, wherever they come from.
func secretsOf(given []Secret, env []string) []Secret {
	all := slices.Clone(given)
	for _, variable := range env {
		name, value, _ := strings.Cut(variable, "=")
		known := slices.ContainsFunc(given, func(s Secret) bool { return s.Name == name })
		if !known && name != "PWD" && name != "OLDPWD" && redact.IsSecretName(name) {
			all = append(all, Secret{Name: name, Value: value})
		}
	}
	return all
}

// finder marks the places of known values in one stream, across chunks: the
// value itself and the forms that others give it.
type finder struct {
	*needles
	tail    []byte  // the end of what was seen, shorter than the longest needle
	offset  int64   // of the tail's first byte in the stream
	free    []int64 // where each needle may be found again: no place overlaps the one before
	covered int64   // the furthest end of a place
}

// needles are what is looked for, by the two bytes that each begins with.
type needles struct {
	list    []needle
	begins  [1 << 16]bool
	at      map[uint16][]int
	longest int
}

type needle struct {
	name string
	text []byte
}

// finders are those of the three pipes; nil finds nothing.
type finders map[transcript.Stream]*finder

// mark puts an event for each secret that ends in what an event holds.
func (all finders) mark(ev *transcript.Event, put func(*transcript.Event)) {
	stream := transcript.Stream(ev.Kind)
	if f := all[stream]; f != nil {
		f.find(ev.Data, func(name string, offset, length int64) {
			put(&transcript.Event{T: ev.T, Run: ev.Run, Kind: transcript.KindSecret, Stream: stream, Offset: offset, Length: length, Name: name})
		})
	}
}

func newFinders(secrets []Secret) finders {
	all := needlesOf(secrets)
	if len(all.list) == 0 {
		return nil
	}
	found := finders{}
	for _, s := range []transcript.Stream{transcript.Stdin, transcript.Stdout, transcript.Stderr} {
		found[s] = &finder{needles: all, free: make([]int64, len(all.list))}
	}
	return found
}

func needlesOf(secrets []Secret) *needles {
	all := &needles{at: map[uint16][]int{}}
	seen := map[string]bool{}
	for _, s := range secrets {
		if len(s.Value) < minSecret {
			continue
		}
		for _, form := range escapedForms(s.Value) {
			if seen[form] {
				continue
			}
			seen[form] = true
			two := uint16(form[0])<<8 | uint16(form[1])
			all.begins[two] = true
			all.at[two] = append(all.at[two], len(all.list))
			all.list = append(all.list, needle{name: s.Name, text: []byte(form)})
			all.longest = max(all.longest, len(form))
		}
	}
	return all
}

// escapedForms lists how a value may stand in a pipe: as it is, inside a JSON
// string as plain as can be, with slashes escaped (PHP), with all that is not
// ASCII escaped (Python) in either case of the hex digits, with < > & escaped
// (Go); in a URL; in base64, alone as in a header or within a longer text; in hex.
func escapedForms(value string) []string {
	plain := string(wire.AppendQuote(nil, []byte(value)))
	plain = plain[1 : len(plain)-1]
	html := strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(plain)
	ascii := asciiOnly(plain)
	forms := []string{
		value, plain, html,
		strings.ReplaceAll(plain, "/", `\/`),
		ascii, upperHex(ascii), strings.ReplaceAll(ascii, "/", `\/`),
		url.QueryEscape(value), url.PathEscape(value),
		hex.EncodeToString([]byte(value)), strings.ToUpper(hex.EncodeToString([]byte(value))),
	}
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		forms = append(forms, encoding.EncodeToString([]byte(value)))
		for before := range 3 {
			// The letters that hold nothing but the value, behind other bytes.
			whole := encoding.EncodeToString([]byte("\x00\x00"[:before] + value))
			within := whole[(before*8+5)/6 : (before+len(value))*8/6]
			if len(within) >= minSecret {
				forms = append(forms, within)
			}
		}
	}
	return forms
}

func asciiOnly(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		for _, u := range utf16.Encode([]rune{r}) {
			b.WriteString(`\u`)
			for shift := 12; shift >= 0; shift -= 4 {
				b.WriteByte("0123456789abcdef"[u>>shift&15])
			}
		}
	}
	return b.String()
}

func upperHex(s string) string {
	b := []byte(s)
	for i := 0; i+6 <= len(b); i++ {
		if b[i] == '\\' && b[i+1] == 'u' {
			copy(b[i+2:i+6], bytes.ToUpper(b[i+2:i+6]))
			i += 5
		}
	}
	return string(b)
}

// find takes the next chunk of the stream and reports each place where a value
// ends in it.
func (f *finder) find(chunk []byte, found func(name string, offset, length int64)) {
	f.tail = append(f.tail, chunk...)
	fresh := len(f.tail) - len(chunk)
	for i := max(0, fresh-f.longest+1); i+1 < len(f.tail); i++ {
		two := uint16(f.tail[i])<<8 | uint16(f.tail[i+1])
		if !f.begins[two] {
			continue
		}
		for _, n := range f.at[two] {
			text := f.list[n].text
			start, end := f.offset+int64(i), f.offset+int64(i+len(text))
			// What is covered is reported. A value that ended before this chunk was reported with that chunk.
			if end <= f.covered || i+len(text) <= fresh || start < f.free[n] || !bytes.HasPrefix(f.tail[i:], text) {
				continue
			}
			f.free[n], f.covered = end, end
			found(f.list[n].name, start, end-start)
		}
	}
	if drop := len(f.tail) - (f.longest - 1); drop > 0 {
		f.offset += int64(drop)
		f.tail = append(f.tail[:0], f.tail[drop:]...)
	}
}
