package run

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"strings"
	"unicode/utf16"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// finder marks the places of known values in one stream, across chunks: the
// value itself and the forms that JSON writers give it.
type finder struct {
	needles []needle
	longest int
	tail    []byte // the end of what was seen, shorter than the longest needle
	offset  int64  // of the tail's first byte in the stream
}

type needle struct {
	name string
	text []byte
}

func newFinders(secrets []Secret) map[transcript.Stream]*finder {
	needles := needlesOf(secrets)
	if len(needles) == 0 {
		return nil
	}
	longest := 0
	for _, n := range needles {
		longest = max(longest, len(n.text))
	}
	finders := map[transcript.Stream]*finder{}
	for _, s := range []transcript.Stream{transcript.Stdin, transcript.Stdout, transcript.Stderr} {
		finders[s] = &finder{needles: needles, longest: longest}
	}
	return finders
}

func needlesOf(secrets []Secret) []needle {
	var needles []needle
	seen := map[string]bool{}
	for _, s := range secrets {
		if len(s.Value) < minSecret {
			continue
		}
		for _, form := range escapedForms(s.Value) {
			if !seen[form] {
				seen[form] = true
				needles = append(needles, needle{name: s.Name, text: []byte(form)})
			}
		}
	}
	return needles
}

// escapedForms lists how a value may stand in a pipe: as it is, inside a JSON
// string as plain as can be, with slashes escaped (PHP), with all that is not
// ASCII escaped (Python) in either case of the hex digits, with < > & escaped
// (Go); and in a URL, or in base64 as in a header of its own.
func escapedForms(value string) []string {
	plain := string(wire.AppendQuote(nil, []byte(value)))
	plain = plain[1 : len(plain)-1]
	html := strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(plain)
	ascii := asciiOnly(plain)
	return []string{
		value, plain, html,
		strings.ReplaceAll(plain, "/", `\/`),
		ascii, upperHex(ascii), strings.ReplaceAll(ascii, "/", `\/`),
		url.QueryEscape(value), url.PathEscape(value),
		base64.RawStdEncoding.EncodeToString([]byte(value)), base64.RawURLEncoding.EncodeToString([]byte(value)),
	}
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
	for _, n := range f.needles {
		// A value that ended before this chunk was reported with that chunk.
		from := max(0, fresh-len(n.text)+1)
		for {
			i := bytes.Index(f.tail[from:], n.text)
			if i < 0 {
				break
			}
			found(n.name, f.offset+int64(from+i), int64(len(n.text)))
			from += i + len(n.text)
		}
	}
	if drop := len(f.tail) - (f.longest - 1); drop > 0 {
		f.offset += int64(drop)
		f.tail = append(f.tail[:0], f.tail[drop:]...)
	}
}
